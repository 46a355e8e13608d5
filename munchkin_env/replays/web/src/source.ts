// Where a game comes from: a replay that lies in the page, or a server. The page draws both alike.

import type { CardFacts, Decision, Document, Frame, Head, Result } from "./format";

/** What a person at a live table may do. `paths`: by card, the answers that use it, `words` what each means; `excess`: cards
 * that have to go in charity; `sale`: what may be sold, in a sale. */
export interface Question {
  number: number; paths: Record<string, number[][]>; words: Record<string, string[]>; may_take_back: boolean; may_pass_on: boolean;
  excess: number; sale: Sale | null;
}
/** Cards with their worth, those that are chosen already; how many count twice, levels that may come of it at most, and what one costs. */
export interface Sale { items: [number, number][]; chosen: number[]; doubled: number; levels: number; gold: number }

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
  /** The moment of one's last answer. */
  since: number;
  /** The link to the next table, once somebody wants another game. */
  next: string | null;
  answer(actions: number[]): void;
  /** Answers a run of questions about one set of cards: too many in hand, a sale. */
  give(actions: number[]): void;
  takeBack(): void;
  passOn(): void;
  askHint(): void;
  setTimer(on: boolean): void;
  leave(): void;
  /** Once the game is over: all of it with all hands, and another one. */
  review(): void;
  rematch(): void;
}

export interface Source {
  head: Head;
  frames: Frame[];
  result: Result | null;
  live: Live | null;
  /** A link may lead to a moment: the address has room for its number. */
  linked: boolean;
  subscribe(changed: () => void): void;
}

/** The replay in the page, gzipped and in base 64. */
export async function embedded(element: HTMLElement): Promise<Source> {
  const text = atob(element.textContent ?? "");
  const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const document = (await new Response(stream).json()) as Document;
  return { head: document, frames: document.frames, result: document.result, live: null, linked: true, subscribe: () => undefined };
}

const WAIT = [300, 1000, 3000, 8000]; // milliseconds before each further attempt to reach the server

type Message =
  | { kind: "hello"; head: Head & { cards: (CardFacts | null)[] }; seat: number | null; frames: Frame[] }
  | { kind: "frames"; frames: Frame[] }
  | { kind: "question"; question: Question | null; timer?: number; left?: number; most?: number }
  | { kind: "players"; players: string[] }
  | { kind: "result"; result: Result }
  | { kind: "hint"; words: string; action: number }
  | { kind: "review"; replay: Document }
  | { kind: "rematch"; token: string; own: boolean }
  | { kind: "refused"; words: string };

/** A game on the server that the page came from. It is as it was when a lost connection is there again.
 * `lacking`: called while no connection has come about, after more than one attempt. */
export function connected(address: string, token: string, lacking: () => void): Promise<Source> {
  return new Promise((ready, failed) => {
    let changed = () => undefined as void;
    let source: Source | null = null;
    let socket: WebSocket;
    let attempts = 0;
    let giving: number[] = [];
    let hinted = -1; // the question for which a hint was asked
    const send = (message: object) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    };
    const live: Live = {
      seat: null, question: null, connected: false, notice: "", hint: null, timer: 0, most: 0, end: 0, since: -1, next: null,
      answer(actions) {
        if (!live.question) return;
        live.since = (source?.frames.length ?? 0) - 1;
        send({ kind: "answer", number: live.question.number, actions });
        live.hint = null;
      },
      takeBack: () => live.question && send({ kind: "take_back", number: live.question.number }),
      give(actions) {
        giving = actions.slice(1);
        live.answer(actions.slice(0, 1));
      },
      passOn() {
        if (!live.question) return;
        live.since = (source?.frames.length ?? 0) - 1;
        send({ kind: "pass_on", number: live.question.number });
        live.hint = null;
      },
      askHint() {
        if (!live.question) return;
        hinted = live.question.number;
        send({ kind: "hint", number: hinted });
      },
      setTimer: (on) => send({ kind: "timer", on }),
      leave: () => send({ kind: "leave" }),
      review: () => send({ kind: "review" }),
      rematch: () => send({ kind: "rematch" }),
    };
    const hear = (message: Message) => {
      live.notice = message.kind === "refused" ? message.words : "";
      if (message.kind === "refused") giving = []; // the rest belongs to an answer that was not given
      if (message.kind === "hello") {
        live.seat = message.seat;
        if (live.since < 0) live.since = message.frames.findLastIndex((frame) => frame.decision?.answer !== undefined);
        source = Object.assign(source ?? { live, linked: false, subscribe: (f: () => void) => { changed = f; } }, {
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
        if (message.question?.number !== hinted) live.hint = null;
        live.timer = message.timer ?? 0;
        live.most = message.most ?? 0;
        live.end = Date.now() + 1000 * (message.left ?? live.timer);
        const decision = source?.frames[source.frames.length - 1]?.decision;
        const legal = decision?.legal ?? [];
        if (live.question && giving.length) {
          const since = live.since;
          const left = giving.slice(giving.findIndex((one) => legal.some(([id]) => id === one)));
          const goesOn = (live.question.excess || decision?.stage === "MORE") && giving.some((one) => legal.some(([id]) => id === one));
          giving = [];
          if (goesOn) { // what came by itself, since nothing else was left, is passed over
            live.give(left);
            live.question = null; // answered already: nobody is asked for what was chosen before
          }
          live.since = since;
        }
      } else if (source && message.kind === "players") {
        source.head = { ...source.head, players: message.players };
      } else if (message.kind === "hint") {
        if (live.question?.number === hinted) live.hint = { words: message.words, action: message.action };
      } else if (source && message.kind === "review") {
        Object.assign(source, { head: message.replay, frames: message.replay.frames, live: null });
        socket.onclose = null;
        socket.close();
      } else if (message.kind === "rematch") {
        live.next = message.token;
        if (message.own) goTo(message.token);
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
        giving = []; // the answer that they belong to may be lost
        live.notice = event.reason;
        changed();
        if (!source && attempts > 0) lacking();
        const refused = event.code === 1008 || event.code === 4001;
        if (refused && !source) failed(new Error(event.reason || "the server does not let this page in"));
        if (!refused) setTimeout(open, WAIT[Math.min(attempts++, WAIT.length - 1)]);
      };
    };
    open();
  });
}

/** Leaves for another table of this server. */
export function goTo(token: string): void {
  location.hash = `#t=${token}`;
  location.reload();
}

/** The action that means a card, a seat as seen from the one who answers, or null. */
export function cardAction(head: Head, card: number): number {
  return head.ids.cards + card - 1;
}
export function seatAction(head: Head, decision: Decision, seat: number): number {
  const players = head.names.length;
  return head.ids.seats + ((seat - decision.seat + players) % players);
}
