import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { facts, HandsContext } from "./cards";
import { changesOf, sees, toldTo } from "./format";
import type { Decision, Eyes, Head, Line, Moment, Thought } from "./format";
import { GLOSSARY } from "./glossary";
import { cardAction } from "./source";
import type { Live, Sale, Source } from "./source";
import { playerAt } from "./table";

/** The pending decision: its legal answers, the one that was given, and what somebody thought of them. */
export function DecisionPanel({ moment, eyes }: { moment: Moment; eyes: Eyes }) {
  const { head } = useContext(HandsContext);
  const decision = moment.decision;
  if (!sees(eyes, decision)) {
    const asked = moment.public.moment.asked;
    return (
      <section class="panel decision" aria-label="Decision"><h2>Decision</h2>
        <p class="note">{asked !== null ? `${head.names[asked]} decides.` : "Nobody whom these eyes can see is asked."}</p></section>
    );
  }
  const { thought, blunder } = decision;
  const words = (id: number) => decision.legal.find(([one]) => one === id)?.[1] ?? "";
  return (
    <section class="panel decision" aria-label="Decision">
      <h2>{head.names[decision.seat]}: {decision.question}</h2>
      {blunder && <div class="blunder">
        <p><b>This cost {(100 * blunder.cost).toFixed(1)} ± {(100 * blunder.error).toFixed(1)} wins of 100.</b></p>
        <p>Better: {blunder.words || words(blunder.better)}</p></div>}
      {thought ? <Thoughts decision={decision} thought={thought} /> : (
        <ol class="answers">{decision.legal.map(([id, told]) => (
          <li key={id} class={decision.answer === id ? "given" : ""}><span class="words">{told}{decision.answer === id && <Given />}</span></li>))}</ol>)}
    </section>
  );
}

function Given() {
  return <span class="mark m-given">chosen</span>;
}

/** What somebody thought of the answers, the best first: chances of a policy, gains of a search, points of a bot. */
function Thoughts({ decision, thought }: { decision: Decision; thought: Thought }) {
  const { chances, gains, points } = thought;
  const least = Math.min(0, ...Object.values(gains ?? {}).map(([gain, error]) => gain - error));
  const most = Math.max(0, ...Object.values(gains ?? {}).map(([gain, error]) => gain + error));
  const span = Math.max(0.02, most - least);
  const worth = (id: number) => gains?.[id]?.[0] ?? chances?.[id] ?? (points?.[id] ?? 0) / 1e6;
  const sorted = decision.legal.slice().sort(([a], [b]) => worth(b) - worth(a));
  return (
    <table class="thoughts"><caption class="note">what {thought.by} thought{thought.value !== undefined ? `; it expects ${thought.value.toFixed(2)} of −1 to 1` : ""}</caption>
      <thead><tr><th scope="col">action</th>{chances && <th scope="col">chance</th>}{gains && <th scope="col">wins of 100, more or fewer</th>}{points && <th scope="col">points</th>}</tr></thead>
      <tbody>{sorted.map(([id, told]) => (
        <tr key={id} class={`${decision.answer === id ? "given" : ""}${decision.blunder?.better === id ? " better" : ""}`}>
          <th scope="row">{told}{decision.answer === id && <Given />}{decision.blunder?.better === id && <span class="mark m-better">better</span>}</th>
          {chances && <td><span class="bar" style={{ "--share": `${100 * (chances[id] ?? 0)}%` }}>{percent(chances[id] ?? 0)}</span></td>}
          {gains && <td>{gains[id] ? <Gain gain={gains[id]} least={least} span={span} /> : "–"}</td>}
          {points && <td class="number">{points[id] === undefined ? "–" : (points[id] ?? 0) <= NEVER ? "never" : points[id]}</td>}
        </tr>))}</tbody></table>
  );
}

const NEVER = -1000; // points of what the veteran does not do

function percent(chance: number): string {
  return chance === 0 ? "0 %" : `${(100 * chance).toFixed(chance < 0.1 ? 1 : 0)} %`;
}

/** A bar from nought, and a line as long as the standard error to both sides. */
function Gain({ gain: [mean, error], least, span }: { gain: [number, number]; least: number; span: number }) {
  const x = (value: number) => (100 * (value - least)) / span;
  return (
    <span class="gain"><svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect class={mean < 0 ? "loss" : "win"} x={Math.min(x(0), x(mean))} width={Math.abs(x(mean) - x(0))} y="2" height="8" />
      <line class="nought" x1={x(0)} x2={x(0)} y1="0" y2="12" /><line class="error" x1={x(mean - error)} x2={x(mean + error)} y1="6" y2="6" /></svg>
      <span class="number">{mean === 0 && error === 0 ? "as the usual" : `${mean >= 0 ? "+" : "−"}${Math.abs(100 * mean).toFixed(1)} ± ${(100 * error).toFixed(1)}`}</span></span>
  );
}

/** Sentences that lead to their moments. */
function Lines({ lines, at, go }: { lines: Line[]; at?: number; go(at: number): void }) {
  return <>{lines.map((line, i) => (
    <li key={`${line.at}.${i}`} class={`${line.at === at ? "now" : ""}${line.mine ? " mine" : ""}`}>
      <button type="button" class={line.text.startsWith("─") ? "turn" : ""} aria-current={line.at === at} onClick={() => go(line.at)}>{line.text.replace(/^─+ /, "")}</button></li>))}</>;
}

const STORY = 12; // lines, and how many more at a time

/** What has been told up to this moment. */
export function Story({ moments, at, go }: { moments: Moment[]; at: number; go(at: number): void }) {
  const [most, setMost] = useState(STORY);
  const lines: Line[] = [];
  for (let i = at; i >= 0 && lines.length <= most; i--) lines.unshift(...(moments[i]?.told ?? []).map((text) => ({ text, at: i })));
  return (
    <section class="panel story" aria-label="Story"><h2>Story</h2>
      {lines.length > most && <button type="button" class="quiet-button" onClick={() => setMost(most + 3 * STORY)}>earlier …</button>}
      <ol aria-live="polite" aria-relevant="additions"><Lines lines={lines.slice(-most)} at={at} go={go} /></ol>
    </section>
  );
}

/** Where a review found that something better was to be done, in the order of the game. */
export function Blunders({ moments, at, eyes, go }: { moments: Moment[]; at: number; eyes: Eyes; go(at: number): void }) {
  const { head } = useContext(HandsContext);
  const lines = moments.flatMap(({ decision, public: { moment } }, i) => (decision?.blunder && sees(eyes, decision)
    ? [{ at: i, text: `Round ${moment.round}, ${head.names[decision.seat]}: −${(100 * decision.blunder.cost).toFixed(0)}. ${decision.blunder.words.split(". ")[0]}` }] : []));
  if (!lines.length) return null;
  return <section class="panel story blunders" aria-label="Blunders"><h2>Blunders, in wins of 100</h2><ol><Lines lines={lines} at={at} go={go} /></ol></section>;
}

const DONE = 1; // the action that ends a set of cards
const SINCE = 8; // lines: one's own, and the newest of the others

/** What happened since the last answer, above all to the person at this browser. */
export function Since({ moments, live, go }: { moments: Moment[]; live: Live; go(at: number): void }) {
  const { head } = useContext(HandsContext);
  const last = moments.length - 1;
  const before = moments[live.since];
  if (live.seat === null || !before || live.since >= last) return null;
  const told = toldTo(head, moments, live.seat, live.since, last);
  const others = told.filter((line) => !line.mine);
  const weighty = others.filter((line) => / level|dies| kills /.test(line.text));
  const room = Math.max(1, SINCE - told.filter((line) => line.mine).length);
  const kept = [...others.filter((line) => !weighty.includes(line)), ...weighty].slice(-room);
  const lines = told.filter((line) => line.mine || kept.includes(line)).slice(-SINCE);
  const more = told.length - lines.length;
  const changes = changesOf(head, before, moments[last] as Moment, live.seat);
  if (!lines.length && !changes.length) return null;
  return (
    <section class="panel story since" aria-label="Since your last action"><h2>Since your last action</h2>
      {changes.length > 0 && <p class="changes">{changes.join(" · ")}</p>}
      <ol><Lines lines={lines} go={go} /></ol>
      {more > 0 && <p class="note">and {more} more in the story below</p>}
    </section>
  );
}

/** How it ended, who stood where, and what happened to the seat that looks on. */
export function End({ source, moments, go }: { source: Source; moments: Moment[]; go(at: number): void }) {
  const { head, result, live } = source;
  const [asked, ask] = useState(false);
  const last = moments.length - 1;
  const end = moments[last] as Moment;
  if (!result) return null;
  const won = (seat: number) => result.winners.includes(seat);
  const seats = head.names.map((_, seat) => seat).sort((a, b) => Number(won(b)) - Number(won(a)) || playerAt(end, b).level - playerAt(end, a).level);
  const seat = live ? live.seat : typeof head.viewer === "number" ? head.viewer : null;
  return (
    <section class="panel story end" aria-label="The end">
      <h2>{seat === null ? "The end" : won(seat) ? "You have won" : `You have lost, with level ${playerAt(end, seat).level} of ${source.head.settings["goal"] ?? 10}`}</h2>
      <p class="note">{listed(result.winners.map((one) => head.names[one] ?? "")) || "Nobody"} won: {result.words}.</p>
      <table class="thoughts"><thead><tr><th scope="col">player</th><th scope="col">level</th><th scope="col">strength</th></tr></thead>
        <tbody>{seats.map((one) => (
          <tr key={one} class={won(one) ? "given" : ""}><th scope="row">{head.names[one]}{one === seat ? " (you)" : ""}</th>
            <td class="number">{playerAt(end, one).level}</td><td class="number">{playerAt(end, one).strength}</td></tr>))}</tbody></table>
      {live && live.seat !== null && <div class="tools">
        {head.players[live.seat] === "human" && <button type="button" class="use" onClick={live.rematch}>rematch</button>}
        <button type="button" class="use" disabled={asked} onClick={() => { ask(true); live.review(); }}>{asked ? "the game is played again …" : "review the game, all hands open"}</button></div>}
      {seat !== null && <><h3>What happened to you</h3><ol><Lines lines={turningPoints(head, moments, seat)} go={go} /></ol></>}
    </section>
  );
}

/** Where a seat's level changed, and what others did to it. */
function turningPoints(head: Head, moments: Moment[], seat: number): Line[] {
  const name = head.names[seat] ?? "";
  return moments.flatMap((moment, at) => {
    const before = moments[at - 1];
    const turned = before && playerAt(before, seat).level !== playerAt(moment, seat).level;
    const lines = toldTo(head, moments, seat, at - 1, at).filter(({ text, mine }) => mine && (turned ? !/^ {2}| draws | discards | is about to /.test(text)
      : text === `${name} dies.` || text.startsWith(`${name} is caught`) || / strikes | steals | kills .* with the help of /.test(text) || text.endsWith(` on ${name}.`)));
    return lines.length ? [{ at, text: `Round ${moment.public.moment.round}: ${lines.map(({ text }) => capital(text.replace(`${name} `, ""))).join(" ")}` }] : [];
  });
}

/** Moments at which a card is told of, by what one remembers of its name. */
export function Search({ moments, at, go, query, setQuery }: {
  moments: Moment[]; at: number; go(at: number): void; query: string; setQuery(query: string): void;
}) {
  const word = query.trim().toLowerCase();
  const found = word.length < 2 ? [] : moments.flatMap((moment, i) => moment.told.filter((text) => text.toLowerCase().includes(word)).map((text) => ({ text, at: i })));
  return (
    <section class="panel search story" aria-label="Search"><h2><label for="search">Find a card</label></h2>
      <input id="search" type="search" value={query} placeholder="part of its name" autocomplete="off"
        onInput={(event) => setQuery(event.currentTarget.value)} />
      {word.length > 1 && <p class="note" role="status">{found.length ? `told of ${found.length} times${found.length > STORY ? `, the last ${STORY}:` : ""}` : "nobody has told of it"}</p>}
      {found.length > 0 && <ol class="found"><Lines lines={found.slice(-STORY)} at={at} go={go} /></ol>}
    </section>
  );
}

/** What the person at this browser is asked, and may answer. */
export function QuestionPanel({ moment, live, last }: { moment: Moment; live: Live; last: boolean }) {
  const { head } = useContext(HandsContext);
  const [leaving, setLeaving] = useState(false); // kept here, where no move of another player takes it away
  const question = live.question;
  const decision = moment.decision;
  if (live.seat === null) return null;
  if (head.players[live.seat] !== "human") {
    return <section class="panel" aria-label="Your answer"><h2>You have left</h2><p class="note">{head.players[live.seat]} plays your seat now; you may look on.</p></section>;
  }
  if (!last) return null;
  return (
    <section class={`panel question${question ? " asked" : ""}`} aria-label="Your answer">
      <h2 aria-live="assertive">{question?.excess ? "Charity: too many cards in hand." : question && decision ? sentence(decision.question) : "The others are busy."}</h2>
      {question && decision && <>
        {question.sale ? <Selling key={question.number} sale={question.sale} live={live} /> : question.excess > 0 ? <Charity key={question.number} excess={question.excess} moment={moment} live={live} /> : <ol class="answers">{decision.legal.map(([id, words], i) => (
          <li key={id} class={live.hint?.action === id ? "better" : ""}>
            <button type="button" data-action={id} onClick={() => live.answer([id])}>
              {i < 9 && <kbd>{i + 1}</kbd>}{words}{live.hint?.action === id && <span class="mark m-better">hint</span>}
            </button></li>))}</ol>}
        {live.hint && <p class="note" role="status">{live.hint.words}</p>}
        <div class="tools">
          {question.may_take_back && <button type="button" onClick={live.takeBack}><kbd>b</kbd>take back</button>}
          {question.may_pass_on && <button type="button" onClick={live.passOn}><kbd>p</kbd>pass until it is about me</button>}
          <button type="button" onClick={live.askHint}><kbd>i</kbd>hint</button>
        </div>
      </>}
      <Clock live={live} />
      <Leave live={live} sure={leaving} setSure={setLeaving} />
    </section>
  );
}

/** How long one may think, where the server was started with a timer; whoever plays may stop it. */
function Clock({ live }: { live: Live }) {
  const [left, setLeft] = useState(0);
  const number = live.question?.number;
  useEffect(() => {
    if (!live.timer || number === undefined) return;
    const tell = () => setLeft(Math.max(0, Math.ceil((live.end - Date.now()) / 1000)));
    tell();
    const timer = setInterval(tell, 500);
    return () => clearInterval(timer);
  }, [live.timer, live.end, number]);
  if (!live.most) return null;
  return (
    <div class="tools clock" role="timer">
      {live.timer > 0 ? number !== undefined && <span class="note">{left} s left, then a bot answers for you</span> : <span class="note">the clock stands</span>}
      <button type="button" onClick={() => live.setTimer(live.timer === 0)}>{live.timer > 0 ? "stop the clock" : "start the clock"}</button>
    </div>
  );
}

function Leave({ live, sure, setSure }: { live: Live; sure: boolean; setSure: (sure: boolean) => void }) {
  return sure
    ? <div class="tools"><span class="note">A bot will play on for you; there is no way back.</span>
      <button type="button" onClick={live.leave}>leave the table</button><button type="button" onClick={() => setSure(false)}>stay</button></div>
    : <button type="button" class="quiet-button" onClick={() => setSure(true)}>leave the table …</button>;
}

/** Too many cards in hand: all that go are named at once, and why they go is said. */
function Charity({ excess, moment, live }: { excess: number; moment: Moment; live: Live }) {
  const { head } = useContext(HandsContext);
  const [chosen, choose] = useState<number[]>([]);
  const seat = live.seat ?? 0;
  const legal = new Set(moment.decision?.legal.map(([id]) => id));
  const hand = (moment.private[seat]?.hand ?? []).filter((laid) => legal.has(cardAction(head, laid.card)));
  const levels = head.names.map((_, one) => playerAt(moment, one).level);
  const lowest = head.names.filter((_, one) => one !== seat && levels[one] === Math.min(...levels));
  const isLowest = levels[seat] === Math.min(...levels);
  const goes = isLowest ? "Nobody is lower in level than you, so they are discarded." : `They go to the lowest in level: ${listed(lowest, "or")}.`;
  const most = Math.min(excess, hand.length);
  return (
    <div class="charity">
      <p class="note">You hold {excess} card{excess > 1 ? "s" : ""} more than you may keep at the end of your turn. {goes} Choose {most}.</p>
      <div class="cards">{hand.map((laid, i) => (
        <button key={i} type="button" class="pick" aria-pressed={chosen.includes(i)} disabled={!chosen.includes(i) && chosen.length >= most}
          onClick={() => choose(chosen.includes(i) ? chosen.filter((one) => one !== i) : [...chosen, i])}>{facts(head, laid.card).name} <span class="note">{facts(head, laid.card).note}</span></button>))}</div>
      <button type="button" class="use" disabled={chosen.length < most} onClick={() => live.give(chosen.map((i) => cardAction(head, (hand[i] as { card: number }).card)))}>
        {isLowest ? "discard" : "give"} {chosen.length} of {most}</button>
    </div>
  );
}

/** Items are marked, and sold together; their sum is told meanwhile. */
function Selling({ sale, live }: { sale: Sale; live: Live }) {
  const { head } = useContext(HandsContext);
  const [fixed] = useState(() => { // one of each that is chosen already
    const left = [...sale.chosen];
    return sale.items.flatMap(([card], i) => { const at = left.indexOf(card); return at < 0 ? [] : (left.splice(at, 1), [i]); });
  });
  const [chosen, choose] = useState(fixed);
  const worth = chosen.map((i) => sale.items[i]?.[1] ?? 0).sort((a, b) => b - a);
  const gold = [...worth, ...worth.slice(0, sale.doubled)].reduce((a, b) => a + b, 0);
  const levels = Math.min(sale.levels, Math.floor(gold / sale.gold));
  const count = (n: number) => `${n} level${n === 1 ? "" : "s"}`;
  const rest = levels < sale.levels ? `${(sale.gold - (gold % sale.gold)).toLocaleString("en")} more for ${levels ? "another" : "a level"}` : "more brings no further level";
  const sell = () => live.give([...chosen.filter((i) => !fixed.includes(i)).map((i) => cardAction(head, sale.items[i]?.[0] ?? 0)).sort((a, b) => a - b), DONE]);
  return (
    <div class="charity">
      <p class="note">{sale.gold.toLocaleString("en")} make a level, never the last one{sale.doubled > 0 && `; the dearest ${sale.doubled > 1 ? "two count" : "counts"} twice`}. Mark what you sell.</p>
      <div class="cards">{sale.items.map(([card, value], i) => (
        <button key={i} type="button" class="pick" aria-pressed={chosen.includes(i)} disabled={fixed.includes(i)}
          onClick={() => choose(chosen.includes(i) ? chosen.filter((one) => one !== i) : [...chosen, i])}>{facts(head, card).name} <span class="note">{value.toLocaleString("en")}</span></button>))}</div>
      <p class="sum" role="status"><b>{gold.toLocaleString("en")}</b> so far: {count(levels)}, {rest}</p>
      <button type="button" class="use" disabled={!levels} onClick={sell}>sell for {count(levels)}</button>
    </div>
  );
}

function listed(words: string[], and = "and"): string {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} ${and} ${words[words.length - 1]}` : words[0] ?? "";
}

/** What one who only looks on is told. */
export function Watching({ live }: { live: Live }) {
  const { head } = useContext(HandsContext);
  if (live.seat !== null) return null;
  const viewer = head.viewer;
  const words = viewer === null ? "You see every hand." : viewer === "public" ? "You see what everybody sees." : `You see what ${head.names[viewer]} knows.`;
  return <section class="panel" aria-label="Watching"><h2>You are watching</h2><p class="note">{words}</p></section>;
}

export function sentence(words: string): string {
  const text = capital(words);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Cards of which several verbs make something: which one is meant. */
export function VerbChoice({ card, paths, words, choose, close }: {
  card: number; paths: number[][]; words: string[]; choose(path: number[]): void; close(): void;
}) {
  const { head } = useContext(HandsContext);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => { box.current?.showModal(); }, []);
  return (
    <dialog ref={box} class="choice" onClose={close} aria-label={`What to do with ${facts(head, card).name}`}>
      <h2>{facts(head, card).name}</h2><p>{facts(head, card).text}</p>
      {paths.map((path, i) => <button key={i} type="button" onClick={() => choose(path)}>{words[i]}</button>)}
      <button type="button" onClick={() => box.current?.close()}>leave it</button>
    </dialog>
  );
}

/** The rules of this game, and what its words mean. */
export function Rules({ rules, goal, close }: { rules: [string, string][]; goal: number; close(): void }) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => { box.current?.showModal(); }, []);
  return (
    <dialog ref={box} class="choice rules" onClose={close} aria-label="Rules and words">
      <div class="tools"><h2>The rules: first to level {goal}</h2><button type="button" onClick={() => box.current?.close()}>close</button></div>
      {rules.map(([name, text], i) => <p key={i}>{name && <b>{name}. </b>}{text}</p>)}
      <h2>Words</h2>
      <dl>{GLOSSARY.map(([word, text]) => <div key={word}><dt>{word}</dt><dd>{text}</dd></div>)}</dl>
    </dialog>
  );
}

const TOUR: [string, string][] = [
  ["mine", "This is you, with your hand open before you. Hover, focus or tap a card: it explains itself. First to level GOAL wins."],
  ["question", "Here you are asked, with all your legal actions. Cards that you can choose now are lit: click them instead, if you like."],
  ["question", "“…” means that more is asked: which card, which player. It can be taken back before its last part. “Hint” asks a good bot what it would do, by your cards alone."],
  ["question", "Most questions are whether you interfere with others. “Pass until it is about me” answers them until something happens to you."],
];

/** A few words before the first game; what they are about is outlined. */
export function Tour({ goal }: { goal: number }) {
  const [step, setStep] = useState(() => (stored("tour") === "seen" ? TOUR.length : 0));
  const about = TOUR[step]?.[0] ?? "";
  useEffect(() => { document.documentElement.dataset["tour"] = about; }, [about]);
  if (step >= TOUR.length) return null;
  const end = () => { store("tour", "seen"); setStep(TOUR.length); };
  return (
    <section class="panel tour" role="region" aria-label="A short tour">
      <p>{TOUR[step]?.[1].replace("GOAL", String(goal))}</p>
      <div class="tools">
        <button type="button" onClick={() => (step + 1 < TOUR.length ? setStep(step + 1) : end())}>{step + 1 < TOUR.length ? "next" : "play"}</button>
        <button type="button" onClick={end}>skip the tour</button><span class="note">{step + 1} of {TOUR.length}</span>
      </div>
    </section>
  );
}

/** What the browser remembers, where it lets a page remember anything. */
export function stored(name: string): string | null {
  try { return localStorage.getItem(`munchkin.${name}`); } catch { return null; }
}
export function store(name: string, value: string): void {
  try { localStorage.setItem(`munchkin.${name}`, value); } catch { /* a page from disk, or in a frame, may not */ }
}
