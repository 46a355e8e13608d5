import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { Explanation, HandsContext } from "./cards";
import type { Explained } from "./cards";
import { follow, sees } from "./format";
import type { Eyes, Moment } from "./format";
import { useGliding } from "./motion";
import { Blunders, DecisionPanel, End, QuestionPanel, Rules, Search, Since, store, stored, Story, Tour, VerbChoice, Watching } from "./panels";
import { cardAction, goTo } from "./source";
import type { Source } from "./source";
import { Middle, Piles, Seats } from "./table";
import { Chart, isMarked, JUMPS, jumped } from "./timeline";
import type { Jump } from "./timeline";

const KEYS: Record<string, Jump> = { t: "turn", c: "combat", d: "deal", x: "death", l: "level", m: "blunder" };
const PACE = [1200, 600, 250, 100]; // milliseconds a moment
const HELP: [string, string][] = [
  ["← →", "a moment back, on"], ["space", "play, pause"], ["home end", "first, last moment"], ["t c d x l m", "next turn, combat, deal, death, level, blunder; with shift the one before"],
  ["e", "other eyes"], ["/", "find a card"], ["1 to 9", "the answer of that number, at a live table"], ["p b i", "pass until it is about me, take back, hint"],
];

export function App({ source }: { source: Source }) {
  const [, refresh] = useReducer((n: number) => n + 1, 0);
  useLayoutEffect(() => {
    source.subscribe(() => refresh(undefined as never));
    refresh(undefined as never); // what came before anybody listened
  }, [source]);
  const moments = useMoments(source);
  const last = moments.length - 1;
  const { head, live } = source;
  const [chosen, setAt] = useState(() => fromHash(last) ?? 0);
  const [following, setFollowing] = useState(live !== null);
  const at = following && live ? last : Math.min(chosen, last);
  const [eyes, setEyes] = useState<Eyes>(head.viewer ?? "all");
  const [playing, setPlaying] = useState(false);
  const [pace, setPace] = useState(1);
  const [explained, explain] = useState<Explained | null>(null);
  const [choice, setChoice] = useState<{ card: number; number: number } | null>(null); // of a question
  const [help, setHelp] = useState(false);
  const [rules, setRules] = useState(false);
  const [query, setQuery] = useState("");

  const go = useCallback((to: number) => {
    const next = Math.max(0, Math.min(last, to));
    setAt(next);
    setFollowing(live !== null && next === last);
    explain(null);
    if (source.linked) history.replaceState(null, "", `#d=${next}`);
  }, [last, live]);
  useGliding(at);

  const reviewed = !live && !source.linked;
  useEffect(() => { if (reviewed) { setFollowing(false); setAt(0); setEyes("all"); } }, [reviewed]);

  useEffect(() => {
    const turn = () => { const to = fromHash(last); if (to !== null) setAt(to); };
    addEventListener("hashchange", turn);
    return () => removeEventListener("hashchange", turn);
  }, [last]);
  useEffect(() => {
    const away = (event: Event) => { if (!(event.target as HTMLElement).closest(".card, .tip")) explain(null); };
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, []);
  useEffect(() => {
    if (!playing) return;
    if (at >= last) { setPlaying(false); return; }
    const timer = setTimeout(() => go(at + 1), PACE[pace]);
    return () => clearTimeout(timer);
  }, [playing, at, last, pace, go]);

  const moment = moments[at] as Moment;
  const mayPlay = !live || source.result !== null;
  const question = live?.question ?? null;
  const answering = question !== null && at === last && sees(eyes, moment.decision);
  const lit = useMemo(() => new Set(answering && !question.excess && !question.sale ? litCards(source, moment) : []), [answering, moment, question]);
  const choose = (card: number) => {
    if (!live || !question) return;
    const { paths, words } = waysOf(source, moment, card);
    if (paths.length === 1 && !words[0]?.includes(" → ")) live.answer(paths[0] as number[]);
    else if (paths.length) setChoice({ card, number: question.number }); // nothing happens that was not named
  };

  const choices: Eyes[] = head.viewer === null ? ["all", "public", ...head.names.map((_, seat) => seat)]
    : typeof head.viewer === "number" ? [head.viewer, "public"] : ["public"];
  const play = () => {
    if (!playing && at >= last) go(0);
    setPlaying(!playing);
  };
  useKeys((key, shift) => {
    if (key === "ArrowRight") go(at + 1);
    else if (key === "ArrowLeft") go(at - 1);
    else if (key === "Home") go(0);
    else if (key === "End") go(last);
    else if (key === "Escape") { explain(null); setHelp(false); }
    else if (key === "?") setHelp(!help);
    else if (key === "/") document.getElementById("search")?.focus();
    else if (key === " " && mayPlay) play();
    else if (answering && live && !question?.excess && !question?.sale && /^[1-9]$/.test(key)) {
      const given = moment.decision?.legal[Number(key) - 1];
      if (given) live.answer([given[0]]);
    } else if (answering && live && key === "p" && question?.may_pass_on) live.passOn();
    else if (answering && live && key === "b" && question?.may_take_back) live.takeBack();
    else if (answering && live && key === "i") live.askHint();
    else if (key === "e") setEyes(choices[(choices.indexOf(eyes) + 1) % choices.length] as Eyes);
    else if (KEYS[key.toLowerCase()]) go(jumped(moments, at, KEYS[key.toLowerCase()] as Jump, shift ? -1 : 1));
    else return false;
    return true;
  });

  const goal = Number(head.settings["goal"] ?? 10);
  const { moment: words } = moment.public;
  const title = source.result && at === last
    ? `${words.winners.map((seat) => head.names[seat]).join(" and ") || "Nobody"} won: ${source.result.words}`
    : `${words.turn ? `${head.names[words.turn_seat]}’s turn · ` : ""}${words.words}`;
  const over = source.result !== null && at === last;
  const unfinished = !live && !source.result && at === last;
  const mine = live !== null && live.seat !== null;
  useEffect(() => { document.title = answering ? `● Your answer: ${moment.decision?.question ?? ""}` : `${title} · Munchkin table`; }, [title, answering]);
  const charted = !mine || at < last || source.result !== null;
  const shown = answering ? live : live && { ...live, question: null };
  return (
    <HandsContext.Provider value={{ head, explain, lit, choose, asking: answering ? moment.decision?.stage ?? "" : "", wanted: query.trim().toLowerCase() }}>
      <header class="top">
        <h1>{title}</h1>
        <p>round {words.round} · level {goal} wins{unfinished && " · not played to its end"}</p>
        <label>eyes <select value={String(eyes)} onChange={(event) => setEyes(asEyes(event.currentTarget.value))}>
          {choices.map((one) => <option key={one} value={String(one)}>{typeof one === "number" ? head.names[one] : one === "all" ? "all hands" : "public"}</option>)}
        </select></label>
        <Theme />
        <button type="button" onClick={() => setRules(true)}>rules</button>
        <button type="button" aria-expanded={help} onClick={() => setHelp(!help)}>keys</button>
        {reviewed && <button type="button" onClick={() => location.reload()}>back to the table</button>}
      </header>
      {help && <dl class="panel help">{HELP.map(([key, what]) => <div key={key}><dt>{key}</dt><dd>{what}</dd></div>)}</dl>}
      {live && !live.connected && <p class="notice" role="alert">{live.notice || "The connection is lost; it is tried again."}</p>}
      {live?.next && <p class="notice" role="status">Another game is set up. <button type="button" onClick={() => goTo(live.next ?? "")}>join the rematch</button></p>}
      {live && live.connected && live.notice && <p class="notice" role="alert">{live.notice}</p>}
      {mine && at < last && <p class="notice" role="status">You look at the past. <button type="button" onClick={() => go(last)}>
        {source.result ? "back to the result" : question ? "back to your question" : "back to the present"}</button></p>}
      <main>
        <div class="board">
          {over && <End source={source} moments={moments} go={go} />}
          <Middle moments={moments} at={at} />
          {mine && <Seats moment={moment} eyes={eyes} live={shown} whose="mine" />}
          <Seats moment={moment} eyes={eyes} live={shown} whose={mine ? "others" : "all"} />
          <Piles moment={moment} eyes={eyes} />
        </div>
        <div class="beside">
          <div class="present">
            {mine && !source.result && <Tour goal={goal} />}
            {live && <Watching live={live} />}
            {live && !source.result && at === last && <Since moments={moments} live={live} go={go} />}
            {live && !source.result && <QuestionPanel moment={moment} live={live} last={at === last} />}
            {!over && (!mine || at < last) && <DecisionPanel moment={moment} eyes={eyes} />}
          </div>
          <Blunders moments={moments} at={at} eyes={eyes} go={go} />
          <Story moments={moments} at={at} go={go} />
          <Search moments={moments} at={at} go={go} query={query} setQuery={setQuery} />
        </div>
      </main>
      <footer class={charted ? "time" : "time slim"} aria-label="Time">
        {charted && <Chart head={head} moments={moments} at={at} goal={goal} eyes={eyes} go={go} />}
        <span class="jumps">{JUMPS.filter((jump) => moments.some((one) => isMarked(one, jump))).map((jump) => (
          <span key={jump} class="jump"><button type="button" aria-label={`${jump} before`} onClick={() => go(jumped(moments, at, jump, -1))}>‹</button>
            <button type="button" onClick={() => go(jumped(moments, at, jump, 1))}>{jump} ›</button></span>))}</span>
        <div class="steer"><input type="range" aria-label="decision" min={0} max={last} value={at} onInput={(event) => go(Number(event.currentTarget.value))}
          aria-valuetext={`${at} of ${last}: ${title}`} />
        <div class="controls">
          <button type="button" aria-label="first" onClick={() => go(0)}>|◀</button>
          <button type="button" aria-label="back" onClick={() => go(at - 1)}>◀</button>
          {mayPlay && <button type="button" class="play" onClick={play}>{playing ? "pause" : "play"}</button>}
          <button type="button" aria-label="on" onClick={() => go(at + 1)}>▶</button>
          <button type="button" aria-label="last" onClick={() => go(last)}>▶|</button>
          {mayPlay && <label class="pace">pace <select value={pace} onChange={(event) => setPace(Number(event.currentTarget.value))}>
            {PACE.map((_, i) => <option key={i} value={i}>{["slow", "even", "fast", "faster"][i]}</option>)}</select></label>}
          <output>{at} of {last}</output>
        </div></div>
      </footer>
      {rules && <Rules rules={head.rules ?? []} goal={goal} close={() => setRules(false)} />}
      <Explanation head={head} what={explained} close={() => explain(null)} />
      {choice !== null && choice.number === question?.number && <VerbChoice card={choice.card} {...waysOf(source, moment, choice.card)} close={() => setChoice(null)}
        choose={(path) => { setChoice(null); live?.answer(path); }} />}
    </HandsContext.Provider>
  );
}

/** All moments so far: those of new frames are appended. */
function useMoments(source: Source): Moment[] {
  const kept = useRef<{ first: object | undefined; moments: Moment[] }>({ first: undefined, moments: [] });
  if (kept.current.first !== source.frames[0] || kept.current.moments.length > source.frames.length) {
    kept.current = { first: source.frames[0], moments: [] };
  }
  if (kept.current.moments.length < source.frames.length) {
    kept.current.moments = follow(kept.current.moments, source.frames.slice(kept.current.moments.length));
  }
  return kept.current.moments;
}

/** What a card can be chosen for: actions, and their words. */
function waysOf(source: Source, moment: Moment, card: number): { paths: number[][]; words: string[] } {
  const question = source.live?.question;
  const direct = moment.decision?.legal.find(([id]) => id === cardAction(source.head, card));
  return direct ? { paths: [[direct[0]]], words: [direct[1]] } : { paths: question?.paths[card] ?? [], words: question?.words[card] ?? [] };
}

function litCards(source: Source, moment: Moment): number[] {
  const first = source.head.ids.cards;
  const direct = (moment.decision?.legal ?? []).filter(([id]) => id >= first).map(([id]) => id - first + 1);
  return [...direct, ...Object.keys(source.live?.question?.paths ?? {}).map(Number)];
}

function fromHash(last: number): number | null {
  const found = /^#d=(\d{1,7})$/.exec(location.hash);
  return found ? Math.min(last, Number(found[1])) : null;
}

function asEyes(text: string): Eyes {
  return text === "all" || text === "public" ? text : Number(text);
}

function useKeys(obey: (key: string, shift: boolean) => boolean): void {
  const latest = useRef(obey);
  let pointed = false;
  latest.current = obey;
  useLayoutEffect(() => {
    const heard = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      pointed &&= event.key !== "Tab";
      const typing = target.matches("input[type=search], dialog *") || (target.matches("select") && !(pointed && event.key === " "));
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      // Space is a button's own for those who came to it by the keyboard; what the pointer touched last does not take it.
      const own = (event.key === " " && !pointed && target.matches("button, summary")) || (event.key.startsWith("Arrow") && target.matches("input[type=range]"));
      if (!own && latest.current(event.key, event.shiftKey)) event.preventDefault();
    };
    const touched = () => { pointed = true; };
    addEventListener("keydown", heard);
    addEventListener("pointerdown", touched);
    return () => { removeEventListener("keydown", heard); removeEventListener("pointerdown", touched); };
  }, []);
}

/** As the system has it, or as one chooses here. */
function Theme() {
  const [theme, setTheme] = useState(stored("theme") ?? "system");
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    store("theme", theme);
  }, [theme]);
  return (
    <label>theme <select value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
      {["system", "light", "dark"].map((one) => <option key={one}>{one}</option>)}</select></label>
  );
}
