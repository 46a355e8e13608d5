import { useMemo } from "preact/hooks";
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

const WIDE = 1000, HIGH = 60;

/** Levels over the game, a line a seat, and what players expected, dotted; turns as ticks, blunders as dots. */
export function Chart({ head, moments, at, goal, eyes }: { head: Head; moments: Moment[]; at: number; goal: number; eyes: Eyes }) {
  const drawn = useMemo(() => {
    const x = (i: number) => (WIDE * i) / Math.max(1, moments.length - 1);
    const levels = head.names.map((_, seat) => {
      let path = "", before = -1;
      moments.forEach((moment, i) => {
        const level = playerAt(moment, seat).level;
        if (level !== before || i === moments.length - 1) path += before < 0 ? `M0 ${y(level, goal)}` : `H${x(i).toFixed(1)}V${y(level, goal)}`;
        before = level;
      });
      return path;
    });
    const values = head.names.map((_, seat) => {
      let path = "";
      moments.forEach((moment, i) => {
        const value = moment.decision?.seat === seat ? moment.decision.thought?.value : undefined;
        if (value !== undefined && (eyes === "all" || eyes === seat)) path += `${path ? "L" : "M"}${x(i).toFixed(1)} ${(HIGH * (1 - value) / 2).toFixed(1)}`;
      });
      return path;
    });
    const turns = moments.flatMap((moment, i) => (moment.marks.includes("turn") ? [x(i)] : []));
    const deaths = moments.flatMap((moment, i) => (moment.marks.includes("death") ? [x(i)] : []));
    const blunders = moments.flatMap((moment, i) => (moment.decision?.blunder ? [x(i)] : []));
    return { levels, values, turns, deaths, blunders };
  }, [moments, head, goal, eyes]);
  const here = (WIDE * at) / Math.max(1, moments.length - 1);
  const now = moments[at];
  const words = now ? head.names.map((name, seat) => `${name} ${playerAt(now, seat).level}`).join(", ") : "";
  return (
    <svg class="chart" viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label={`Levels: ${words}`}>
      {drawn.turns.map((x) => <line key={x} class="tick" x1={x} x2={x} y1={HIGH - 6} y2={HIGH} />)}
      {drawn.deaths.map((x) => <line key={x} class="death" x1={x} x2={x} y1={0} y2={HIGH} />)}
      {drawn.levels.map((path, seat) => <path key={seat} class={`line c${seat}`} d={path} />)}
      {drawn.values.map((path, seat) => path && <path key={`v${seat}`} class={`line value c${seat}`} d={path} />)}
      {drawn.blunders.map((x) => <line key={`b${x}`} class="slip" x1={x} x2={x} y1={0} y2={HIGH - 8} />)}
      <line class="here" x1={here} x2={here} y1={0} y2={HIGH} />
    </svg>
  );
}

function y(level: number, goal: number): string {
  return (HIGH - 8 - ((HIGH - 12) * Math.min(level, goal)) / goal).toFixed(1);
}
