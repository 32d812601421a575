import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { foundSeries } from "../series-names.ts";
import type { FoundRow } from "./search-field.tsx";

/** An entry that the server found. */
export interface WordHit {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  /** Parts of the title that were found, in code points. */
  readonly highlights: readonly { readonly start: number; readonly length: number }[];
}

/** A kind of entries with the address of the screen or page that shows one. */
export type Links = Readonly<Record<string, (id: string) => string>>;

/** Kinds that have a screen of their own, other than suburbs. */
export const SCREEN_LINKS: Links = {
  stock: (id) => `/stocks/${encodeURIComponent(id)}`,
  member: (id) => `/members/${encodeURIComponent(id)}`,
  series: (id) => `/series?s=${encodeURIComponent(id)}`,
  take: (id) => `/blog/${encodeURIComponent(id)}`,
};

/** A reader who types goes on within this time: one call a pause, not one a letter. */
const PAUSE_MS = 200;

/** What the server finds by words, asked once the reader pauses; undefined until it has answered. */
export function useWordHits(
  text: string,
  links: Links,
  ask: (query: string, kinds: string[], signal: AbortSignal) => Promise<readonly WordHit[]>,
  open: (link: string) => void,
): readonly FoundRow[] | undefined {
  const hits = useSignal<readonly WordHit[] | undefined>(undefined);
  useEffect(() => {
    hits.value = undefined;
    const query = text.trim();
    if (query.length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        hits.value = await ask(query, Object.keys(links), stop.signal);
      } catch {
        // What the page finds without the server is shown all the same.
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return hits.value?.flatMap((hit) => {
    const { kind, id, title, detail, highlights } = { ...hit, ...foundSeries(hit) };
    const link = links[kind];
    return link === undefined
      ? []
      : [
          {
            key: `${kind} ${id}`,
            name: <MarkedTitle title={title} highlights={highlights} />,
            detail: `${kind} ${detail}`,
            open: () => open(link(id)),
          },
        ];
  });
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
