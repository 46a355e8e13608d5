"""Model card of a policy: README.md beside its file, with the metadata that hubs of models read.

Hugging Face shows the card of a repository and lists its results under the name of their dataset.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from munchkin_env.config.game_config import GameConfig
from munchkin_env.errors import ConfigError, shown
from munchkin_env.markdown import table

NAME = "README.md"
LIBRARY = "library_name: munchkin-env"
"""First line of the metadata, by which a card of ours is known."""
_PLAY = """```py
from huggingface_hub import hf_hub_download

import munchkin_env as mk

policy = mk.load_policy(hf_hub_download("USER/REPOSITORY", "{file}"))
print(mk.evaluate([policy] + ["greedy"] * {others}).table())
```"""


def card_file(policy: Path) -> Path:
    """Return where the card of a policy's file is written. Raises ConfigError if another text is there."""
    file = policy.with_name(NAME)
    if file.exists() and not file.read_text(encoding="utf-8", errors="replace").startswith(f"---\n{LIBRARY}\n"):
        raise ConfigError(f"provenance: expected a folder without another {NAME}, got {str(file.parent)!r}")
    return file


def model_card(
    name: str, file: str, facts: Mapping[str, Any], provenance: Mapping[str, Any], evaluations: Sequence[Any]
) -> str:
    """Return the card as Markdown.

    Args:
        name: of the policy.
        file: name of its file.
        facts: those of its training game, see `policy_metadata`.
        provenance: of its training, see `mk.provenance`.
        evaluations: results of `mk.evaluate` whose first player is the policy.

    Raises:
        ConfigError: the provenance lacks a field.
    """
    rows = [_result(one) for one in evaluations]
    about = (
        f"A policy for {facts['players']} players of `{', '.join(facts['editions'])}` in munchkin_env, a "
        "reinforcement-learning environment of the card game Munchkin. Unofficial: not affiliated with or endorsed by "
        "Steve Jackson Games."
    )
    parts = [
        _metadata(name, rows),
        f"# {name}",
        about,
        "## Play",
        _PLAY.format(file=file, others=facts["players"] - 1),
        "The file holds weights and a JSON header, no code.",
        "## Training",
        table(("field", "value"), _origin(facts, provenance)),
    ]
    if rows:
        head = ("opponents", "games", "win rate, %", "95 % interval", "actions", "settings")
        parts += ["## Evaluation", table(head, ([*row.values()] for row in rows))]
    return "\n\n".join(parts) + "\n"


def _result(found: Any) -> dict[str, str]:
    """Return an evaluation as a row of the table."""
    policy, *others = found.bots
    opponents = ", ".join(f"{count} {name}" for name, count in Counter(one.name for one in others).items())
    usual = json.loads(json.dumps(GameConfig().as_dict()))
    own = {name: value for name, value in found.settings.items() if name == "players" or value != usual[name]}
    settings = ", ".join(f"{name}={json.dumps(value)}" for name, value in own.items())
    return {
        "opponents": opponents, "games": str(found.games), "win_rate": f"{100 * policy.win_rate:.1f}",
        "interval": f"{100 * policy.low:.1f} to {100 * policy.high:.1f}",
        "actions": str(policy.action_selection or ""), "settings": f"seed={found.seed}, {settings}",
    }  # fmt: skip


def _origin(facts: Mapping[str, Any], provenance: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what made the policy as rows of the table. Raises ConfigError."""
    try:
        state = "with changes" if provenance["changed"] else "unchanged"
        libraries = ", ".join(f"{name} {number}" for name, number in provenance["libraries"].items())
        rows = [
            ("command", f"`{' '.join(provenance['command'])}`"),
            ("rules version", str(facts["rules_version"])),
            ("observations", f"`{facts['observation']}`, version {facts['observation_version']}"),
            ("actions", f"version {facts['action_version']}"),
            ("package", f"munchkin-env {provenance['package']}"),
            ("commit", f"{provenance['commit']}, {state}" if provenance["commit"] else "not a checkout"),
            ("Python", f"{provenance['python']}; {libraries}"),
            ("machine", f"{provenance['processor']}, {provenance['cores']} cores, {provenance['system']}"),
        ]
    except (KeyError, TypeError, AttributeError) as error:
        raise ConfigError(f"provenance: expected the result of mk.provenance(), got {shown(provenance)}") from error
    return rows


def _metadata(name: str, rows: Sequence[Mapping[str, str]]) -> str:
    """Return the front matter. Its values are JSON, which is YAML as well."""
    task = {"type": "reinforcement-learning", "name": "reinforcement-learning"}
    results = []
    for row in rows:
        about = f"munchkin_env against {row['opponents']}"
        metric = {"type": "win_rate", "name": "win rate, %", "value": float(row["win_rate"]), "verified": False}
        results.append({"task": task, "dataset": {"name": about, "type": "munchkin_env"}, "metrics": [metric]})
    lines = [LIBRARY, "pipeline_tag: reinforcement-learning"]
    lines.append(f"tags: {json.dumps(['reinforcement-learning', 'multi-agent', 'munchkin'])}")
    if results:
        lines.append(f"model-index: {json.dumps([{'name': name, 'results': results}])}")
    return "\n".join(["---", *lines, "---"])
