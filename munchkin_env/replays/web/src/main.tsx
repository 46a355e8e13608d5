import { render } from "preact";
import { App } from "./app";
import { connected, embedded } from "./source";
import type { Source } from "./source";
import "./style.css";

const root = document.getElementById("app") as HTMLElement;
const replay = document.getElementById("replay");

function start(): Promise<Source> {
  if (replay) return embedded(replay);
  const address = new URL("ws", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  return connected(address.href, /^#t=([\w-]+)$/.exec(location.hash)?.[1] ?? "", lost);
}

/** Says why there is no table yet; it stays until there is one. */
function lost(): void {
  render(
    <main class="lost"><h1>No connection yet</h1>
      <p>The server does not answer this page; it is tried again. It answers pages of the address that it printed only: if yours is
        another one, start it with <code>--url {location.origin}</code>.</p></main>, root);
}

start().then(
  (source) => render(<App source={source} />, root),
  (error: unknown) => render(
    <main class="lost"><h1>No table here</h1><p>{error instanceof Error ? error.message : String(error)}</p>
      {!replay && <p>A seat has a link of its own. <code>munchkin serve</code> prints it, with all behind the <code>#</code>.</p>}</main>, root),
);
