"""Live play in the browser: tables, their server, and their files."""
