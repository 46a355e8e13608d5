import { useLayoutEffect, useRef } from "preact/hooks";

/** Cards glide from where they lay a moment before, and new ones appear; not for those who want no motion, nor over a leap. */
export function useGliding(at: number): void {
  const before = useRef({ at: NaN, places: new Map<string, [number, number]>() });
  useLayoutEffect(() => {
    const glides = Math.abs(at - before.current.at) === 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const places = new Map<string, [number, number]>();
    const seen: Record<string, number> = {};
    for (const card of document.querySelectorAll<HTMLElement>(".board .card")) {
      const type = card.dataset["card"] ?? "";
      for (const running of card.getAnimations()) running.cancel(); // places are those at rest
      const key = `${type}.${(seen[type] = (seen[type] ?? 0) + 1)}`;
      const box = card.getBoundingClientRect();
      if (!box.width) continue; // folded away
      const [x, y] = [box.x + scrollX, box.y + scrollY];
      places.set(key, [x, y]);
      if (!glides) continue;
      const old = before.current.places.get(key);
      const from = old ? `translate(${old[0] - x}px, ${old[1] - y}px)` : "scale(.6)";
      if (!old || Math.hypot(old[0] - x, old[1] - y) > 4) card.animate([{ transform: from, opacity: old ? 1 : 0 }, {}], { duration: 260, easing: "ease-out" });
    }
    before.current = { at, places };
  }, [at]);
}
