"""The application: `uvicorn server.app:app` in the folder above, or `python -m server.app`."""

from munchkin_env.llm import openenv as door

app = door.app()


def main() -> None:
    """Serves it on port 8000 of all addresses, as an image does."""
    import uvicorn

    uvicorn.run(app, host="0.0.0.0", port=8000)


if __name__ == "__main__":
    main()
