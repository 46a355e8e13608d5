import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { facts, HandsContext } from "./cards";
import { sees } from "./format";
import type { Decision, Eyes, Moment } from "./format";
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
  return (
    <section class="panel decision" aria-label="Decision">
      <h2>{head.names[decision.seat]}: {decision.question}</h2>
      {thought && <p class="note">thoughts of {thought.by}{thought.value !== undefined ? `, expects ${thought.value.toFixed(2)}` : ""}</p>}
      {blunder && <p class="blunder"><b>Cost {(100 * blunder.cost).toFixed(1)} ± {(100 * blunder.error).toFixed(1)} points of the chance to win.</b> {blunder.words}</p>}
      <ol class="answers">{decision.legal.map(([id, words]) => <Answer key={id} id={id} words={words} decision={decision} />)}</ol>
    </section>
  );
}

function Answer({ id, words, decision }: { id: number; words: string; decision: Decision }) {
  const { thought, answer, blunder } = decision;
  const chance = thought?.chances?.[id];
  const points = thought?.points?.[id];
  const gain = thought?.gains?.[id];
  return (
    <li class={`${answer === id ? "given" : ""}${blunder?.better === id ? " better" : ""}`}>
      <span class="words">{words}{answer === id && <span class="sr"> (given)</span>}{blunder?.better === id && <span class="mark m-better">better</span>}</span>
      {chance !== undefined && <span class="bar" style={{ "--share": `${100 * chance}%` }}>{(100 * chance).toFixed(chance < 0.1 ? 1 : 0)} %</span>}
      {points !== undefined && <span class="points">{points} points</span>}
      {gain && <span class="points">{gain[0] >= 0 ? "+" : "−"}{Math.abs(100 * gain[0]).toFixed(1)} ± {(100 * gain[1]).toFixed(1)} %</span>}
    </li>
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
export function Search({ moments, at, go }: { moments: Moment[]; at: number; go(at: number): void }) {
  const [query, setQuery] = useState("");
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
export function QuestionPanel({ moment, live }: { moment: Moment; live: Live }) {
  const { head } = useContext(HandsContext);
  const [since, setSince] = useState(() => Date.now());
  const [timed, setTimed] = useState(() => stored("timer") === "on");
  const [now, setNow] = useState(Date.now());
  const question = live.question;
  const decision = moment.decision;
  useEffect(() => { setSince(Date.now()); setNow(Date.now()); }, [question?.number]);
  useEffect(() => {
    if (!timed || !question) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [timed, question?.number]);
  if (live.seat === null) return <section class="panel" aria-label="Watching"><h2>You are watching</h2><p class="note">You see what everybody sees.</p></section>;
  const toggle = (on: boolean) => { setTimed(on); store("timer", on ? "on" : "off"); };
  return (
    <section class="panel question" aria-label="Your answer">
      <h2 aria-live="assertive">{question && decision ? sentence(decision.question) : "The others are busy."}</h2>
      {question && decision && <>
        <ol class="answers">{decision.legal.map(([id, words], i) => (
          <li key={id} class={live.hint?.action === id ? "better" : ""}>
            <button type="button" data-action={id} onClick={() => live.answer([id])}>
              {i < 9 && <kbd>{i + 1}</kbd>}{words}{live.hint?.action === id && <span class="mark m-better">hint</span>}
            </button></li>))}</ol>
        <div class="tools">
          {question.may_take_back && <button type="button" onClick={live.takeBack}><kbd>b</kbd>take back</button>}
          {question.may_pass_on && <button type="button" onClick={live.passOn}><kbd>p</kbd>pass until it is about me</button>}
          <button type="button" onClick={live.askHint}><kbd>i</kbd>hint</button>
        </div>
        {live.hint && <p class="note" role="status">{live.hint.words}</p>}
      </>}
      <label class="note"><input type="checkbox" checked={timed} onChange={(event) => toggle(event.currentTarget.checked)} /> show how long I think
        {timed && question && <span> · {Math.max(0, Math.round((now - since) / 1000))} s</span>}</label>
      <p class="note">Lit cards of {head.names[live.seat]} are answers: click them.</p>
    </section>
  );
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

const TOUR = [
  "You sit at the top of the table, with your hand open before you. Hover, focus or tap a card: it explains itself.",
  "What you are asked stands beside the table, with all that you may answer. Cards that are an answer are lit: click them.",
  "An answer of several parts can be taken back before its last one. “Hint” asks a good bot what it would do, by your cards alone.",
  "Most questions are whether you meddle in what others do. “Pass until it is about me” answers them until something happens to you.",
];

/** A few words before the first game. */
export function Tour() {
  const [step, setStep] = useState(() => (stored("tour") === "seen" ? TOUR.length : 0));
  if (step >= TOUR.length) return null;
  const end = () => { store("tour", "seen"); setStep(TOUR.length); };
  return (
    <section class="panel tour" role="region" aria-label="A short tour">
      <p>{TOUR[step]}</p>
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
