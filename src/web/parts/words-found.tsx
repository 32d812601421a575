import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { terrace } from "../data/terrace.ts";

/** An entry that the server found, and the screen that shows it. */
export interface WordHit {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly link: string;
  /** Parts of the title that were found, in code points. */
  readonly highlights: readonly { readonly start: number; readonly length: number }[];
}

/** Kinds that have a screen of their own, besides suburbs, which the page finds by itself. */
const LINKS: Readonly<Record<string, (id: string) => string>> = {
  stock: (id) => `/stocks/${encodeURIComponent(id)}`,
  member: (id) => `/members/${encodeURIComponent(id)}`,
  series: (id) => `/series?s=${encodeURIComponent(id)}`,
  take: (id) => `/blog/${encodeURIComponent(id)}`,
};
const MOST_FOUND = 5;
/** A reader who types goes on within this time: one call a pause, not one a letter. */
const PAUSE_MS = 200;

/** Stocks, members and takes by words, asked of the server once the reader pauses. */
export function useWordHits(text: string): readonly WordHit[] {
  const hits = useSignal<readonly WordHit[]>([]);
  useEffect(() => {
    hits.value = [];
    const query = text.trim();
    if (query.length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const request = { query, kinds: Object.keys(LINKS), limit: MOST_FOUND };
        const answer = await terrace.explorer.search(request, { signal: stop.signal });
        hits.value = answer.hits.flatMap((hit) => {
          const link = LINKS[hit.kind];
          return link === undefined ? [] : [{ ...hit, link: link(hit.id) }];
        });
      } catch {
        // Suburbs are found without the server; nothing else is promised here.
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return hits.value;
}

/** A title as text, the found parts marked; nothing in it is ever markup. */
export function MarkedTitle({ title, highlights }: Pick<WordHit, "title" | "highlights">) {
  const letters = [...title];
  const parts: { text: string; isFound: boolean }[] = [];
  let at = 0;
  for (const { start, length } of highlights) {
    parts.push({ text: letters.slice(at, start).join(""), isFound: false });
    parts.push({ text: letters.slice(start, start + length).join(""), isFound: true });
    at = start + length;
  }
  parts.push({ text: letters.slice(at).join(""), isFound: false });
  return <>{parts.map(({ text, isFound }, i) => (isFound ? <mark key={i}>{text}</mark> : text))}</>;
}
