import { useContext } from "preact/hooks";
import { Backs, Card, Cards, facts, HandsContext } from "./cards";
import { handOf, sees } from "./format";
import type { CardType, Combat, Eyes, Head, Moment, Monster, Player, Seat, SumLine } from "./format";
import { seatAction } from "./source";
import type { Live } from "./source";

export function playerAt(moment: Moment, seat: Seat): Player {
  return moment.public[`seat${seat}`] as Player;
}

/** Seats in the order of play, the one whose eyes these are first. */
export function around(players: number, eyes: Eyes): Seat[] {
  const first = typeof eyes === "number" ? eyes : 0;
  return Array.from({ length: players }, (_, i) => (first + i) % players);
}

/** All seats, or, at a live table, one's own and the others apart. */
export function Seats({ moment, eyes, live, whose }: { moment: Moment; eyes: Eyes; live: Live | null; whose: "all" | "mine" | "others" }) {
  const { head } = useContext(HandsContext);
  const own = live?.seat ?? null;
  const seats = around(head.names.length, own ?? eyes).filter((seat) => whose === "all" || (seat === own) === (whose === "mine"));
  return (
    <section class={whose === "mine" ? "seats mine" : "seats"} aria-label={whose === "mine" ? "You" : "Players"}>
      {seats.map((seat) => <SeatPanel key={seat} seat={seat} moment={moment} eyes={eyes} live={live} />)}
    </section>
  );
}

function SeatPanel({ seat, moment, eyes, live }: { seat: Seat; moment: Moment; eyes: Eyes; live: Live | null }) {
  const { head } = useContext(HandsContext);
  const player = playerAt(moment, seat);
  const { turn_seat, turn, asked, winners } = moment.public.moment;
  const hand = handOf(moment, seat, eyes);
  const own = eyes === "all" || eyes === seat;
  const marks = [
    winners.includes(seat) ? "winner" : "",
    player.dead ? "dead" : "",
    player.role,
    turn > 0 && turn_seat === seat && !winners.length ? "turn" : "",
    asked === seat || (sees(eyes, moment.decision) && moment.decision.seat === seat) ? "decides" : "",
  ].filter(Boolean);
  const decision = moment.decision;
  const choosable = live?.question && decision && decision.legal.some(([id]) => id === seatAction(head, decision, seat));
  const hidden = player.backs.reduce((a, b) => a + b, 0) - hand.length;
  return (
    <article class={`seat c${seat}${marks.includes("turn") ? " in-turn" : ""}${player.dead ? " dead" : ""}`} aria-labelledby={`name${seat}`}>
      <header>
        <span class="level" role="img" aria-label={`level ${player.level}`}><b key={player.level}>{player.level}</b></span>
        <div class="who">
          <h2 id={`name${seat}`} title={head.names[seat]}>{head.names[seat]}{live?.seat === seat ? " (you)" : ""}</h2>
          <p>{player.who}{playedBy(head.players[seat] ?? "")}</p>
        </div>
        <span class="strength" title="level and bonus">strength {player.strength}</span>
        {!live && <span class="strength" title="by levels, gear and hands that all see">wins {Math.round(100 * (moment.public.chances[seat] ?? 0))} %</span>}
        <span class="marks">{marks.map((mark) => <span key={mark} class={`mark m-${mark}`}>{mark}</span>)}</span>
      </header>
      {choosable && decision && (
        <button type="button" class="choose" onClick={() => live.answer([seatAction(head, decision, seat)])}>choose {head.names[seat]}</button>
      )}
      <Cards label="is" cards={player.identity} mine={live?.seat === seat} />
      <Cards label="in use" cards={player.in_use} mine={live !== null} />
      <Cards label="carried" cards={player.carried} mine={live !== null} />
      <Cards label="curses" cards={player.troubles} mine={live !== null} />
      <div class="row hand"><span class="what">hand</span>
        <div class="cards">
          {(!own || hidden > 0 || !hand.length) && <Backs backs={player.backs} />}
          {!own && hand.length > 0 && <span class="count">known:</span>}
          {hand.map((laid, i) => <Card key={i} laid={laid} mine={live?.seat === seat} held />)}
        </div>
      </div>
    </article>
  );
}

function playedBy(player: string): string {
  return player === "" ? "" : player === "human" ? " · a person" : ` · played by ${player}`;
}

/** The fight that was fought last, as it stood when it was decided: afterwards its monsters are gone, and the winner has a level more. */
function lastFight(moments: Moment[], at: number): Combat | null {
  const over = moments[at]?.public.moment.winners.length ? at - 1 : at;
  for (let i = over; i >= 0; i--) if (moments[i]?.public.combat?.monsters.length) return moments[i]?.public.combat ?? null;
  return null;
}

export function Middle({ moments, at }: { moments: Moment[]; at: number }) {
  const { head } = useContext(HandsContext);
  const moment = moments[at] as Moment;
  const { middle } = moment.public;
  const combat = moment.public.moment.winners.length || !moment.public.combat?.monsters.length ? null : moment.public.combat;
  const before = combat ? null : lastFight(moments, at);
  const laid = (cards: CardType[]) => cards.map((card) => ({ card }));
  return (
    <section class="middle" aria-label="The middle of the table">
      {combat && <Fight combat={combat} decides={!combat.fleeing && playerAt(moment, combat.leader).level + Math.max(1, combat.monsters.length) >= Number(head.settings["goal"] ?? 10)} />}
      <div class="lying">
        {middle.die && <Die face={middle.die[0]} needed={middle.die[1]} />}
        {middle.offer && <p class="offer"><b>Offer</b> {middle.offer}</p>}
        {!combat && middle.door !== null && <Cards label="door" cards={laid([middle.door])} />}
        {middle.room !== null && <Cards label="room" cards={laid([middle.room])} />}
        <Cards label="here" cards={laid(middle.aside)} mine />
        <Cards label="spoils" cards={laid(middle.spoils)} mine />
        {!combat && !middle.die && !middle.offer && middle.door === null && !middle.spoils.length && !middle.aside.length && (
          <p class="quiet">{moment.public.moment.words}</p>
        )}
      </div>
      {before && <details class="before" key={moment.public.moment.winners.length} open={moment.public.moment.winners.length > 0}><summary>the last fight, as it was fought: {head.names[before.leader]}{before.helper !== null && ` with ${head.names[before.helper]}`} {before.players} against {before.monsters_strength}</summary><Fight combat={before} /></details>}
      <p class="sr" aria-live="polite">{head.names[moment.public.moment.turn_seat]}: {moment.public.moment.words}</p>
    </section>
  );
}

/** Decks and what was discarded. */
export function Piles({ moment, eyes }: { moment: Moment; eyes: Eyes }) {
  const tops = typeof eyes === "number" ? moment.private[eyes]?.tops ?? {} : {};
  return (
    <section class="panel piles" aria-label="Decks and discards">
      {moment.public.decks.map((left, deck) => (
        <Pile key={deck} deck={deck} left={left} cards={moment.public[`pile${deck as 0}`]} known={tops[deck] ?? []} />
      ))}
      {moment.public.pile3?.length > 0 && <Pile deck={3} left={null} cards={moment.public.pile3} known={[]} />}
    </section>
  );
}

function Pile({ deck, left, cards, known }: { deck: number; left: number | null; cards: CardType[]; known: CardType[] }) {
  const names = ["Doors", "Treasures", "Extra", "Cultists"];
  const top = cards[0];
  return (
    <div class="pile"><span class="what"><i class={`back deck${deck}`} /> {names[deck]}{left !== null ? ` ${left} left` : ""}</span>
      {known.map((card, i) => <Card key={`k${i}`} laid={{ card, known_by: [] }} />)}
      {top !== undefined && <details><summary>{cards.length} discarded</summary>
        <ul class="cards">{cards.map((card, i) => <li key={i}><Card laid={{ card }} mine /></li>)}</ul></details>}
      {top !== undefined && <Card laid={{ card: top }} mine />}
    </div>
  );
}

const PIPS: Record<number, [number, number][]> = {
  1: [[2, 2]], 2: [[1, 1], [3, 3]], 3: [[1, 1], [2, 2], [3, 3]], 4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]], 6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]],
};

function Die({ face, needed }: { face: number; needed: number | null }) {
  const words = needed === null ? `${face}` : `${face}, needed ${Math.max(1, needed)}`;
  return (
    <p class="die"><svg viewBox="0 0 4 4" role="img" aria-label={`die: ${words}`}><rect x=".1" y=".1" width="3.8" height="3.8" rx=".6" />
      {(PIPS[face] ?? []).map(([x, y], i) => <circle key={i} cx={x} cy={y} r=".38" />)}</svg>
    {needed !== null && <span>needed {Math.max(1, needed)}</span>}</p>
  );
}

/** `decides`: the leader reaches the goal by this kill. */
function Fight({ combat, decides = false }: { combat: Combat; decides?: boolean }) {
  const { head } = useContext(HandsContext);
  const heroes = head.names[combat.leader] + (combat.helper !== null ? ` with ${head.names[combat.helper]}` : "");
  const verdict = combat.fleeing ? "running away" : combat.winning ? "the players are winning" : "the players are losing";
  const ahead = combat.winning && !combat.fleeing;
  return (
    <div class="fight" role="group" aria-label={`Fight: players ${combat.players}, monsters ${combat.monsters_strength}, ${verdict}`}>
      <div class={`side${ahead ? " ahead" : ""}`}>
        <div class="total">{combat.players}</div><h2>{heroes}</h2>
        {decides && <p class="note decides">{combat.winning ? "This kill wins" : "A kill would win"} {head.names[combat.leader]} the game.</p>}
        {combat.promised && <p class="note">for {combat.promised}</p>}
        <ul class="cards">{combat.for_players.map((card, i) => <li key={i}><Card laid={{ card }} mine /></li>)}</ul>
        <Sum lines={combat.sums[0]} />
      </div>
      <div class="versus"><b>vs</b><span>{verdict}</span></div>
      <div class={`side${ahead ? "" : " ahead"}`}>
        <div class="total">{combat.monsters_strength}</div>
        {combat.monsters.map((monster, i) => <MonsterLine key={i} monster={monster} />)}
        <ul class="cards">{combat.for_monsters.map((card, i) => <li key={i}><Card laid={{ card }} mine /></li>)}</ul>
        <Sum lines={combat.sums[1]} />
      </div>
    </div>
  );
}

function MonsterLine({ monster }: { monster: Monster }) {
  const { head } = useContext(HandsContext);
  const runs = Object.entries(monster.escape).map(([seat, face]) => `${head.names[Number(seat)]} ${face > 6 ? "cannot escape" : face < 2 ? "escapes without a roll" : `escapes on ${face}+`}`);
  const prize = `${monster.treasures} treasure${monster.treasures === 1 ? "" : "s"}`;
  return (
    <div class="monster"><Card laid={{ card: monster.card, with: monster.with }} mine />
      <span class="note">{[prize, monster.undead ? "undead" : "", ...runs].filter(Boolean).join(" · ")}</span></div>
  );
}

function Sum({ lines }: { lines: SumLine[] }) {
  const { head } = useContext(HandsContext);
  return <details class="sum" open={innerWidth > 700}><summary>made up of</summary><dl>{lines.map((line, i) => <div key={i}><dt>{sumWords(head, line)}</dt><dd>{line[2]}</dd></div>)}</dl></details>;
}

function sumWords(head: Head, [what, of]: SumLine): string {
  if (what === "card" && of !== null) return facts(head, of).name;
  return of === null ? what : `${head.names[of]}: ${what}`;
}
