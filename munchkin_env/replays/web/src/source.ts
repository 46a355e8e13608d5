// Where a game comes from: a replay that lies in the page, or a server. The page draws both alike.

import type { CardFacts, Decision, Document, Frame, Head, Result } from "./format";

/** What a person at a live table may do. `paths`: by card, the verbs that may be answered first to use it. */
export interface Question { number: number; paths: Record<string, number[]>; may_take_back: boolean; may_pass_on: boolean }

export interface Live {
  seat: number | null;
  question: Question | null;
  connected: boolean;
  notice: string;
  hint: { words: string; action: number } | null;
  /** Seconds for an answer, 0 for as long as one likes, and what the server was started with. */
  timer: number;
  most: number;
  /** When the time for this question is over, in milliseconds of this machine's clock. */
  end: number;
  rules: [string, string][];
  answer(actions: number[]): void;
  takeBack(): void;
  passOn(): void;
  askHint(): void;
  setTimer(on: boolean): void;
  leave(): void;
}

export interface Source {
  head: Head;
  frames: Frame[];
  result: Result | null;
  live: Live | null;
  subscribe(changed: () => void): void;
}

/** The replay in the page, gzipped and in base 64. */
export async function embedded(element: HTMLElement): Promise<Source> {
  const text = atob(element.textContent ?? "");
  const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const document = (await new Response(stream).json()) as Document;
  return { head: document, frames: document.frames, result: document.result, live: null, subscribe: () => undefined };
}

const WAIT = [300, 1000, 3000, 8000]; // milliseconds before each further attempt to reach the server

type Message =
  | { kind: "hello"; head: Head & { cards: (CardFacts | null)[] }; seat: number | null; frames: Frame[]; rules: [string, string][] }
  | { kind: "frames"; frames: Frame[] }
  | { kind: "question"; question: Question | null; timer?: number; left?: number; most?: number }
  | { kind: "players"; players: string[] }
  | { kind: "result"; result: Result }
  | { kind: "hint"; words: string; action: number }
  | { kind: "refused"; words: string };

/** A game on the server that the page came from. It is as it was when a lost connection is there again. */
export function connected(address: string, token: string): Promise<Source> {
  return new Promise((ready, failed) => {
    let changed = () => undefined as void;
    let source: Source | null = null;
    let socket: WebSocket;
    let attempts = 0;
    const send = (message: object) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    };
    const live: Live = {
      seat: null, question: null, connected: false, notice: "", hint: null, rules: [], timer: 0, most: 0, end: 0,
      answer(actions) {
        if (!live.question) return;
        send({ kind: "answer", number: live.question.number, actions });
        live.hint = null;
      },
      takeBack: () => live.question && send({ kind: "take_back", number: live.question.number }),
      passOn: () => live.question && send({ kind: "pass_on", number: live.question.number }),
      askHint: () => live.question && send({ kind: "hint", number: live.question.number }),
      setTimer: (on) => send({ kind: "timer", on }),
      leave: () => send({ kind: "leave" }),
    };
    const hear = (message: Message) => {
      live.notice = message.kind === "refused" ? message.words : "";
      if (message.kind === "hello") {
        live.seat = message.seat;
        live.rules = message.rules;
        source = Object.assign(source ?? { live, subscribe: (f: () => void) => { changed = f; } }, {
          head: message.head, frames: message.frames, result: null, live,
        }) as Source;
        ready(source);
      } else if (source && message.kind === "frames") {
        source.frames = [...source.frames, ...message.frames];
        live.question = null; // it was of the moment before; the next one follows, and a key pressed until then answers neither
      } else if (source && message.kind === "result") {
        source.result = message.result;
        live.question = null;
      } else if (message.kind === "question") {
        live.question = message.question;
        live.timer = message.timer ?? 0;
        live.most = message.most ?? 0;
        live.end = Date.now() + 1000 * (message.left ?? live.timer);
      } else if (source && message.kind === "players") {
        source.head = { ...source.head, players: message.players };
      } else if (message.kind === "hint") {
        live.hint = { words: message.words, action: message.action };
      }
      changed();
    };
    const open = () => {
      socket = new WebSocket(address);
      socket.onopen = () => { attempts = 0; live.connected = true; send({ kind: "join", token }); changed(); };
      socket.onmessage = (event) => hear(JSON.parse(event.data as string) as Message);
      socket.onclose = (event) => {
        live.connected = false;
        live.question = null;
        live.notice = event.reason;
        changed();
        const refused = event.code === 1008 || event.code === 4001;
        if (refused && !source) failed(new Error(event.reason || "the server does not let this page in"));
        if (!refused) setTimeout(open, WAIT[Math.min(attempts++, WAIT.length - 1)]);
      };
    };
    open();
  });
}

/** The action that means a card, a seat as seen from the one who answers, or null. */
export function cardAction(head: Head, card: number): number {
  return head.ids.cards + card - 1;
}
export function seatAction(head: Head, decision: Decision, seat: number): number {
  const players = head.names.length;
  return head.ids.seats + ((seat - decision.seat + players) % players);
}
