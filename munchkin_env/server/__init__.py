"""Live play in the browser: tables, their server, and what is kept of them."""
