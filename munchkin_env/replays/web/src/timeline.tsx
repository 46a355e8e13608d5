import { useMemo, useState } from "preact/hooks";
import { playerAt } from "./table";
import type { Eyes, Head, Moment } from "./format";

export const JUMPS = ["turn", "combat", "deal", "death", "level", "blunder"] as const;
export type Jump = (typeof JUMPS)[number];

export function isMarked(moment: Moment | undefined, jump: Jump): boolean {
  if (!moment) return false;
  return jump === "blunder" ? moment.decision?.blunder !== undefined : moment.marks.includes(jump);
}

/** The next moment of a kind, forwards (1) or back (-1); where it is if there is none. */
export function jumped(moments: Moment[], at: number, jump: Jump, way: 1 | -1): number {
  for (let i = at + way; i >= 0 && i < moments.length; i += way) if (isMarked(moments[i], jump)) return i;
  return at;
}

const WIDE = 1000, HIGH = 100;
const APART = 2; // between the lines of two seats at the same height

interface Drawn { head: Head; moments: Moment[]; at: number; goal: number; eyes: Eyes }

/** Two lines a seat over the game: its level, and how likely it is to win; dotted, what a policy expected of its seat. Turns
 * are ticks, deaths and blunders lines. The pointer reads the values of any moment, and goes there. */
export function Chart({ head, moments, at, goal, eyes, go }: Drawn & { go(at: number): void }) {
  const [over, setOver] = useState<number | null>(null);
  const last = moments.length - 1;
  const drawn = useMemo(() => paths(head, moments, goal, eyes), [moments, head, goal, eyes]);
  const x = (i: number) => (WIDE * i) / Math.max(1, last);
  const shown = Math.min(last, over ?? at);
  const moment = moments[shown] as Moment;
  const chance = (seat: number) => percent(moment.public.chances[seat] ?? 0);
  const told = (of: (seat: number) => string | number) => head.names.map((name, seat) => `${name} ${of(seat)}`).join(", ");
  const under = (event: PointerEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.round((last * (event.clientX - box.left)) / box.width)));
  };
  const pointed = {
    onPointerDown: (event: PointerEvent) => { (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId); go(under(event)); },
    onPointerMove: (event: PointerEvent) => { setOver(under(event)); if (event.buttons & 1) go(under(event)); },
    onPointerLeave: () => setOver(null),
  };
  const marks = <>
    {drawn.turns.map((x) => <line key={x} class="tick" x1={x} x2={x} y1={HIGH - 8} y2={HIGH} />)}
    {drawn.deaths.map((x) => <line key={`d${x}`} class="death" x1={x} x2={x} y1={0} y2={HIGH} />)}
    {drawn.blunders.map((x) => <line key={`b${x}`} class="slip" x1={x} x2={x} y1={0} y2={HIGH - 6} />)}
  </>;
  const here = <>
    {over !== null && <line class="over" x1={x(shown)} x2={x(shown)} y1={0} y2={HIGH} />}
    <line class="here" x1={x(at)} x2={x(at)} y1={0} y2={HIGH} />
  </>;
  const chart = (what: string, values: string, top: string, inside: preact.ComponentChildren) => (
    <figure><figcaption>{what}, 0 to {top}</figcaption>
      <svg class="chart" viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label={values} {...pointed}>{[0.02, 0.5, 0.98].map((y) => <line key={y} class="grid" x1={0} x2={WIDE} y1={HIGH * y} y2={HIGH * y} />)}{inside}{here}</svg></figure>
  );
  return (
    <div class="charts">
      <ul class="legend"><li class="note">{over === null ? "now" : `at ${shown}`}: level, chance to win</li>
        {head.names.map((name, seat) => (
          <li key={seat} class={`c${seat}`}><span class="name" title={name}>{name}</span> <b>{playerAt(moment, seat).level}</b> · {chance(seat)}</li>))}
        <li class="note signs">▏turn{drawn.deaths.length > 0 && <span class="death"> ┆death</span>}{drawn.blunders.length > 0 && <span class="slip"> ┃blunder</span>}
          {drawn.expected.some(Boolean) && " ··· expected by the policy"}</li></ul>
      {chart("level", `Levels: ${told((seat) => playerAt(moment, seat).level)}`, String(goal), <>{marks}
        {drawn.levels.map((path, seat) => <path key={seat} class={`line c${seat}`} d={path} />)}</>)}
      {chart("chance to win", `Chances to win: ${told(chance)}`, "100 %", <>
        {drawn.chances.map((path, seat) => <path key={seat} class={`line c${seat}`} d={path} />)}
        {drawn.expected.map((path, seat) => path && <path key={`v${seat}`} class={`line value c${seat}`} d={path} />)}</>)}
    </div>
  );
}

function paths(head: Head, moments: Moment[], goal: number, eyes: Eyes) {
  const x = (i: number) => ((WIDE * i) / Math.max(1, moments.length - 1)).toFixed(1);
  const steps = (of: (moment: Moment) => number, y: (value: number) => string) => {
    let path = "", before = NaN;
    moments.forEach((moment, i) => {
      const value = of(moment);
      if (value !== before || i === moments.length - 1) path += path ? `H${x(i)}V${y(value)}` : `M0 ${y(value)}`;
      before = value;
    });
    return path;
  };
  const seats = head.names.map((_, seat) => seat);
  const expected = seats.map((seat) => {
    let path = "";
    moments.forEach((moment, i) => {
      const value = moment.decision?.seat === seat ? moment.decision.thought?.value : undefined;
      if (value === undefined || (eyes !== "all" && eyes !== seat)) return;
      path += `${path ? "L" : "M"}${x(i)} ${share((value * (seats.length - 1) + 1) / seats.length, seat)}`;
    });
    return path;
  });
  const marked = (is: (moment: Moment) => boolean) => moments.flatMap((moment, i) => (is(moment) ? [x(i)] : []));
  return {
    expected,
    levels: seats.map((seat) => steps((moment) => playerAt(moment, seat).level, (level) => share(Math.min(level, goal) / goal, seat))),
    chances: seats.map((seat) => steps((moment) => moment.public.chances[seat] ?? 0, (chance) => share(chance, seat))),
    turns: marked((moment) => moment.marks.includes("turn")),
    deaths: marked((moment) => moment.marks.includes("death")),
    blunders: marked((moment) => moment.decision?.blunder !== undefined),
  };
}

function share(part: number, seat: number): string {
  return (HIGH - 2 - APART * seat - (HIGH - 14) * Math.max(0, Math.min(1, part))).toFixed(1);
}

function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}
