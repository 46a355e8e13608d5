import { createContext } from "preact";
import { useContext, useRef } from "preact/hooks";
import type { CardFacts, CardType, Head, Laid } from "./format";
import { WHEN } from "./glossary";

// Own drawings, 16 by 16.
const SYMBOLS: Record<string, string> = {
  monster: "M2 3l3 3h6l3-3v6c0 3-3 5-6 5S2 12 2 9zM5 8v2h2V8zm4 0v2h2V8z",
  race: "M8 2a3 3 0 110 6 3 3 0 010-6zM2 14c0-3 3-5 6-5s6 2 6 5z",
  class: "M8 1l4 9H4zM2 11h12v3H2z",
  curse: "M8 1a6 6 0 016 6c0 2-1 3-2 4v4H4v-4C3 10 2 9 2 7a6 6 0 016-6zM5 6v2h2V6zm4 0v2h2V6z",
  enhancer: "M7 2h2v5h5v2H9v5H7V9H2V7h5z",
  item: "M13 1l2 2-7 7 1 2-2 1-1-2-3 3-2-2 3-3-2-1 1-2 2 1z",
  "one shot": "M6 1h4v2H9v3l4 7c0 1-1 2-2 2H5c-1 0-2-1-2-2l4-7V3H6z",
  level: "M8 1l6 6h-3v8H5V7H2z",
  room: "M3 15V4l5-3 5 3v11h-4v-5H7v5z",
  sidekick: "M5 2a2 2 0 110 4 2 2 0 010-4zm6 2a2 2 0 110 4 2 2 0 010-4zM1 14c0-4 2-6 4-6s3 1 4 3c1-1 1-2 2-2 2 0 4 2 4 5z",
};
const LIKE: Record<string, string> = {
  "race modifier": "race", "class modifier": "class", madness: "curse", mutation: "curse", "item enhancer": "enhancer",
  wandering: "monster", "door special": "room", "treasure special": "one shot", trick: "one shot",
};

export function Symbol({ kind }: { kind: string }) {
  const path = SYMBOLS[kind] ?? SYMBOLS[LIKE[kind] ?? "room"];
  return <svg class="symbol" viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d={path} /></svg>;
}

/** `act`: under a finger a lit card explains itself first, and is chosen by a button beside its words. */
export interface Explained { card: CardType; x: number; y: number; bottom: number; why: string; act?: () => void }

export interface Hands {
  head: Head;
  explain(what: Explained | null): void;
  /** Cards that may be clicked to answer; empty when watching. */
  lit: Set<CardType>;
  choose(card: CardType): void;
  /** The stage of the question that is asked here: a card in hand that is no answer says why. */
  asking: string;
  /** What is searched for, in small letters; cards of that name are marked. */
  wanted: string;
}
export const HandsContext = createContext<Hands>(null as unknown as Hands);

export function facts(head: Head, card: CardType): CardFacts {
  return head.cards[card] ?? { name: "a card", kind: "room", deck: 0, note: "", text: "" };
}

/** A card that lies open. It explains itself; a lit one is an answer. */
export function Card({ laid, mine = false, held = false }: { laid: Laid; mine?: boolean; held?: boolean }) {
  const { head, explain, lit, choose, asking, wanted } = useContext(HandsContext);
  const finger = useRef(false);
  const card = facts(head, laid.card);
  const isLit = mine && lit.has(laid.card);
  const why = held && mine && asking && !isLit ? `It cannot be chosen now. ${asking === "VERB" ? WHEN[card.kind] ?? "Its own words say when." : "It asks for something else."}` : "";
  const show = (event: Event, act?: () => void) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    explain({ card: laid.card, x: box.left, y: box.top, bottom: box.bottom, why, act });
  };
  const known = (laid.known_by ?? []).map((seat) => head.names[seat]).join(", ");
  const notes = [card.note, ...(laid.with ?? []).map((one) => `with ${facts(head, one).name}`)];
  if (laid.idle) notes.push("no use now");
  if (known) notes.push(`seen by ${known}`);
  const words = notes.filter(Boolean).join(", ");
  const act = () => { explain(null); choose(laid.card); };
  const action = (event: Event) => {
    if (!isLit) return show(event);
    return finger.current ? show(event, act) : act();
  };
  const found = wanted.length > 1 && card.name.toLowerCase().includes(wanted);
  return (
    <button type="button" class={`card kind-${card.kind.replace(" ", "-")}${isLit ? " lit" : ""}${laid.idle ? " idle" : ""}${found ? " hit" : ""}`}
      data-card={laid.card} aria-describedby="explained" onPointerDown={(event) => { finger.current = event.pointerType === "touch"; }}
      onMouseEnter={(event) => { if (!finger.current) show(event); }} onMouseLeave={() => { if (!finger.current) explain(null); }}
      onFocus={(event) => { if (!finger.current) show(event); }} onBlur={() => { if (!finger.current) explain(null); }} onClick={action}>
      <span class="name"><Symbol kind={card.kind} />{card.name}</span><span class="sr">, {card.kind}{words && ", "}</span>
      {words && <span class="note">{words}</span>}
    </button>
  );
}

export function Cards({ cards, mine = false, label }: { cards: Laid[]; mine?: boolean; label: string }) {
  if (!cards.length) return null;
  return (
    <div class="row"><span class="what">{label}</span>
      <ul class="cards" aria-label={label}>{cards.map((laid, i) => <li key={i}><Card laid={laid} mine={mine} /></li>)}</ul>
    </div>
  );
}

const BACKS = ["door", "treasure", "extra"];

/** Cards that lie face down, by their backs. */
export function Backs({ backs }: { backs: number[] }) {
  const words = backs.map((n, i) => (n ? `${n} ${BACKS[i]}${n > 1 ? "s" : ""}` : "")).filter(Boolean).join(", ");
  return (
    <span class="backs" role="img" aria-label={words || "no cards"}>
      {backs.map((n, deck) => Array.from({ length: n }, (_, i) => <i key={`${deck}.${i}`} class={`back deck${deck}`} />))}
      <span class="count" aria-hidden="true">{words || "no cards"}</span>
    </span>
  );
}

/** What a card does, beside it. */
export function Explanation({ head, what, close }: { head: Head; what: Explained | null; close(): void }) {
  if (!what) return <div id="explained" hidden />;
  const card = facts(head, what.card);
  const width = Math.min(320, innerWidth - 16);
  const left = Math.max(8, Math.min(what.x, innerWidth - width - 8));
  const below = what.bottom < innerHeight * 0.6;
  const style = below
    ? { left: `${left}px`, width: `${width}px`, top: `${what.bottom + 6}px` }
    : { left: `${left}px`, width: `${width}px`, bottom: `${innerHeight - what.y + 6}px` };
  return (
    <div id="explained" role={what.act ? "dialog" : "tooltip"} aria-label={what.act ? card.name : undefined} class={`tip${what.act ? " open" : ""}`} style={style}>
      <strong>{card.name}</strong><span class="note">{[card.kind, card.note].filter(Boolean).join(", ")}</span>
      <p>{card.text}</p>{what.why && <p class="why">{what.why}</p>}
      {what.act && <div class="tools"><button type="button" class="use" onClick={what.act}>use this card</button>
        <button type="button" onClick={close}>close</button></div>}
    </div>
  );
}
