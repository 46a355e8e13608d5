// The format `munchkin-replay`, as `replay.schema.json` describes it.

export type Seat = number;
export type CardType = number;

export interface CardFacts { name: string; kind: string; deck: number; note: string; text: string }
export interface Laid { card: CardType; with?: CardType[]; idle?: boolean; known_by?: Seat[] }
export type SumLine = [string, number | null, number];

export interface Monster {
  card: CardType; level: number; bonus: number; treasures: number; with: CardType[]; undead: boolean;
  escape: Record<string, number>;
}
export interface Combat {
  leader: Seat; helper: Seat | null; promised: string; players: number; monsters_strength: number;
  winning: boolean; fleeing: boolean; monsters: Monster[]; for_players: CardType[]; for_monsters: CardType[];
  sums: [SumLine[], SumLine[]];
}
export interface Player {
  level: number; who: string; strength: number; role: string; dead: boolean; backs: [number, number, number];
  identity: Laid[]; in_use: Laid[]; carried: Laid[]; troubles: Laid[];
}
export interface Public {
  moment: { round: number; turn: number; turn_seat: Seat; words: string; asked: Seat | null; winners: Seat[] };
  combat: Combat | null;
  middle: {
    door: CardType | null; room: CardType | null; aside: CardType[]; spoils: CardType[];
    die: [number, number | null] | null; offer: string;
  };
  decks: number[];
  /** By seat: how likely it is to win, by what all see. */
  chances: number[];
  pile0: CardType[]; pile1: CardType[]; pile2: CardType[]; pile3: CardType[];
  [seat: `seat${number}`]: Player;
}
export interface Private {
  hand: Laid[]; known: Record<string, CardType[]>; tops: Record<string, CardType[]>;
}
export interface Thought {
  by: string; value?: number;
  chances?: Record<string, number>; points?: Record<string, number>; gains?: Record<string, [number, number]>;
}
export interface Blunder { cost: number; error: number; better: number; words: string }
export interface Decision {
  seat: Seat; kind: string; stage: string; question: string; legal: [number, string][];
  answer?: number; thought?: Thought; blunder?: Blunder;
}
export interface Frame {
  public?: Partial<Public>; told?: string[]; marks?: string[];
  private?: Record<string, Partial<Private>>; decision?: Decision;
}
export interface Head {
  viewer: Seat | "public" | null; names: string[]; players: string[]; cards: (CardFacts | null)[];
  ids: { seats: number; places: number; amounts: number; cards: number };
  piles: number[]; rules?: [string, string][]; settings: Record<string, unknown>; seed: string | null;
  versions: Record<string, unknown>;
}
export interface Result { winners: Seat[]; words: string }
export interface Document extends Head { frames: Frame[]; result: Result | null }

/** A frame with all its parts. */
export interface Moment {
  public: Public; private: Record<string, Private>;
  told: string[]; marks: string[]; decision: Decision | undefined;
}

/** Appends the moments of new frames to those before them. */
export function follow(moments: Moment[], frames: Frame[]): Moment[] {
  const all = moments.slice();
  for (const frame of frames) {
    const last = all[all.length - 1];
    const secrets = { ...last?.private };
    for (const [seat, parts] of Object.entries(frame.private ?? {})) {
      secrets[seat] = { ...secrets[seat], ...parts } as Private;
    }
    all.push({
      public: { ...last?.public, ...frame.public } as Public,
      private: secrets,
      told: frame.told ?? [],
      marks: frame.marks ?? [],
      decision: frame.decision,
    });
  }
  return all;
}

/** `mine`: of the seat that looks on. */
export interface Line { text: string; at: number; mine?: boolean }

/** What was told after one moment, up to another; a seat's own is what names it, deaths, and all of a fight of its own. */
export function toldTo(head: Head, moments: Moment[], seat: Seat, from: number, to: number): Line[] {
  return moments.slice(from + 1, to + 1).flatMap(({ told, public: { combat } }, i) => {
    const fights = combat?.leader === seat || combat?.helper === seat;
    return told.filter((text) => !text.startsWith("─")).map((text) => (
      { text, at: from + 1 + i, mine: fights || text.endsWith(" dies.") || text.startsWith("  (") || isNamed(text, head.names[seat] ?? "") }));
  });
}

function isNamed(text: string, name: string): boolean {
  const letter = /[\p{L}\p{N}]/u;
  for (let i = text.indexOf(name); i >= 0; i = text.indexOf(name, i + 1)) {
    if (!letter.test(text[i - 1] ?? "") && !letter.test(text[i + name.length] ?? "")) return true;
  }
  return false;
}

/** How a seat changed between two moments: level, strength, the cards that came and went. */
export function changesOf(head: Head, before: Moment, after: Moment, seat: Seat): string[] {
  const [then, now] = [before, after].map((moment) => moment.public[`seat${seat}`] as Player) as [Player, Player];
  const found = (["level", "strength"] as const).flatMap((what) => (then[what] === now[what] ? [] : [`${what} ${then[what]} → ${now[what]}`]));
  const left = cardsOf(after, seat);
  const gone = cardsOf(before, seat).filter((card) => { const i = left.indexOf(card); if (i >= 0) left.splice(i, 1); return i < 0; });
  for (const [what, cards] of [["new", left], ["gone", gone]] as const) {
    if (cards.length) found.push(`${what}: ${cards.map((card) => head.cards[card]?.name).join(", ")}`);
  }
  return found;
}

function cardsOf(moment: Moment, seat: Seat): CardType[] {
  const player = moment.public[`seat${seat}`] as Player;
  const laid = [...player.identity, ...player.in_use, ...player.carried, ...(moment.private[seat]?.hand ?? [])];
  return laid.flatMap((one) => [one.card, ...(one.with ?? [])]);
}

/** Whose eyes: a seat, what everybody sees, or everything. */
export type Eyes = Seat | "public" | "all";

/** The cards of a hand that these eyes know. */
export function handOf(moment: Moment, seat: Seat, eyes: Eyes): Laid[] {
  if (eyes === "public") return [];
  if (eyes === "all" || eyes === seat) return moment.private[seat]?.hand ?? [];
  return (moment.private[eyes]?.known[seat] ?? []).map((card) => ({ card }));
}

export function sees(eyes: Eyes, decision: Decision | undefined): decision is Decision {
  return decision !== undefined && (eyes === "all" || eyes === decision.seat);
}
