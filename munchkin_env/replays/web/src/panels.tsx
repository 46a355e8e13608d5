import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { facts, HandsContext } from "./cards";
import { sees } from "./format";
import type { Decision, Eyes, Moment, Thought } from "./format";
import type { Live, Source } from "./source";

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
  return <span class="mark m-given">given</span>;
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
      <thead><tr><th scope="col">answer</th>{chances && <th scope="col">chance</th>}{gains && <th scope="col">wins of 100, more or fewer</th>}{points && <th scope="col">points</th>}</tr></thead>
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

/** What has been told up to this moment; a sentence leads to its moment. */
export function Story({ moments, at, go }: { moments: Moment[]; at: number; go(at: number): void }) {
  const here = useRef<HTMLOListElement>(null);
  const lines: { text: string; at: number }[] = [];
  for (let i = at; i >= 0 && lines.length < 120; i--) {
    const told = moments[i]?.told ?? [];
    for (let j = told.length - 1; j >= 0; j--) lines.push({ text: told[j] ?? "", at: i });
  }
  lines.reverse();
  useEffect(() => { if (here.current) here.current.scrollTop = here.current.scrollHeight; }, [at, lines.length]);
  return (
    <section class="panel story" aria-label="Story"><h2>Story</h2>
      <ol ref={here} tabIndex={0} aria-live="polite" aria-relevant="additions">{lines.map((line, i) => (
        <li key={`${line.at}.${i}`} class={line.at === at ? "now" : ""}>
          {line.text.startsWith("─")
            ? <button type="button" class="turn" onClick={() => go(line.at)}>{line.text.replace(/^─+ /, "")}</button>
            : <button type="button" onClick={() => go(line.at)}>{line.text}</button>}
        </li>
      ))}</ol>
    </section>
  );
}

/** Moments at which a card is told of, by what one remembers of its name. */
export function Search({ moments, at, go, query, setQuery }: {
  moments: Moment[]; at: number; go(at: number): void; query: string; setQuery(query: string): void;
}) {
  const word = query.trim().toLowerCase();
  const found: { text: string; at: number }[] = [];
  if (word.length > 1) {
    moments.forEach((moment, i) => moment.told.forEach((text) => { if (text.toLowerCase().includes(word)) found.push({ text, at: i }); }));
  }
  return (
    <section class="panel search" aria-label="Search"><h2><label for="search">Find a card</label></h2>
      <input id="search" type="search" value={query} placeholder="part of its name" autocomplete="off"
        onInput={(event) => setQuery(event.currentTarget.value)} />
      {word.length > 1 && <p class="note" role="status">{found.length ? `told of ${found.length} times` : "nobody has told of it"}</p>}
      {found.length > 0 && <ol class="found">{found.slice(0, 60).map((line, i) => (
        <li key={i}><button type="button" aria-current={line.at === at} onClick={() => go(line.at)}>{line.text}</button></li>))}</ol>}
    </section>
  );
}

/** What the person at this browser is asked, and may answer. */
export function QuestionPanel({ moment, live, last }: { moment: Moment; live: Live; last: boolean }) {
  const { head } = useContext(HandsContext);
  const question = live.question;
  const decision = moment.decision;
  if (live.seat === null) return null;
  if (head.players[live.seat] !== "human") {
    return <section class="panel" aria-label="Your answer"><h2>You have left</h2><p class="note">{head.players[live.seat]} plays your seat now; you may look on.</p></section>;
  }
  if (!last) return null;
  return (
    <section class={`panel question${question ? " asked" : ""}`} aria-label="Your answer">
      <h2 aria-live="assertive">{question && decision ? sentence(decision.question) : "The others are busy."}</h2>
      {question && decision && <>
        <ol class="answers">{decision.legal.map(([id, words], i) => (
          <li key={id} class={live.hint?.action === id ? "better" : ""}>
            <button type="button" data-action={id} onClick={() => live.answer([id])}>
              {i < 9 && <kbd>{i + 1}</kbd>}{words}{live.hint?.action === id && <span class="mark m-better">hint</span>}
            </button></li>))}</ol>
        {live.hint && <p class="note" role="status">{live.hint.words}</p>}
        <div class="tools">
          {question.may_take_back && <button type="button" onClick={live.takeBack}><kbd>b</kbd>take back</button>}
          {question.may_pass_on && <button type="button" onClick={live.passOn}><kbd>p</kbd>pass until it is about me</button>}
          <button type="button" onClick={live.askHint}><kbd>i</kbd>hint</button>
        </div>
      </>}
      <Clock live={live} />
      <Leave live={live} />
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

function Leave({ live }: { live: Live }) {
  const [sure, setSure] = useState(false);
  return sure
    ? <div class="tools"><span class="note">A bot will play on for you; there is no way back.</span>
      <button type="button" onClick={live.leave}>leave the game</button><button type="button" onClick={() => setSure(false)}>stay</button></div>
    : <button type="button" class="quiet-button" onClick={() => setSure(true)}>give up …</button>;
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
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** Cards of which several verbs make something: which one is meant. */
export function VerbChoice({ card, verbs, moment, choose, close }: {
  card: number; verbs: number[]; moment: Moment; choose(verb: number): void; close(): void;
}) {
  const { head } = useContext(HandsContext);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => { box.current?.showModal(); }, []);
  const words = (verb: number) => moment.decision?.legal.find(([id]) => id === verb)?.[1] ?? "";
  return (
    <dialog ref={box} class="choice" onClose={close} aria-label={`What to do with ${facts(head, card).name}`}>
      <h2>{facts(head, card).name}</h2>
      {verbs.map((verb) => <button key={verb} type="button" onClick={() => choose(verb)}>{words(verb).replace(/ …$/, "")}</button>)}
      <button type="button" onClick={() => box.current?.close()}>leave it</button>
    </dialog>
  );
}

export function Rules({ live, source }: { live: Live; source: Source }) {
  const goal = source.head.settings["goal"];
  return (
    <details class="panel rules"><summary>The rules on a page</summary>
      {live.rules.map(([name, text], i) => <p key={i}>{name && <b>{name}. </b>}{text}</p>)}
      <p class="note">First to level {String(goal)}.</p></details>
  );
}

const TOUR: [string, string][] = [
  ["mine", "This is you, with your hand open before you. Hover, focus or tap a card: it explains itself. First to the level above wins."],
  ["question", "Here you are asked, with all that you may answer. Cards that are an answer are lit: click them instead, if you like."],
  ["question", "“…” means that more is asked: which card, which player. It can be taken back before its last part. “Hint” asks a good bot what it would do, by your cards alone."],
  ["question", "Most questions are whether you meddle in what others do. “Pass until it is about me” answers them until something happens to you."],
];

/** A few words before the first game; what they are about is outlined. */
export function Tour() {
  const [step, setStep] = useState(() => (stored("tour") === "seen" ? TOUR.length : 0));
  const about = TOUR[step]?.[0] ?? "";
  useEffect(() => { document.documentElement.dataset["tour"] = about; }, [about]);
  if (step >= TOUR.length) return null;
  const end = () => { store("tour", "seen"); setStep(TOUR.length); };
  return (
    <section class="panel tour" role="region" aria-label="A short tour">
      <p>{TOUR[step]?.[1]}</p>
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
