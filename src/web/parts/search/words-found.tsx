import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { foundSeries } from "../series-names.ts";
import type { FoundRow } from "./search-field.tsx";

export interface WordHit {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  /** Matched parts of the title, in code points. */
  readonly highlights: readonly { readonly start: number; readonly length: number }[];
}

/** URL of an entry by its kind. */
type Links = Readonly<Record<string, (id: string) => string>>;

/** Kinds with a screen, except suburbs. */
export const SCREEN_LINKS: Links = {
  stock: (id) => `/stocks/${encodeURIComponent(id)}`,
  member: (id) => `/members/${encodeURIComponent(id)}`,
  series: (id) => `/series?s=${encodeURIComponent(id)}`,
  take: (id) => `/blog/${encodeURIComponent(id)}`,
};

/** Debounce of typing, in ms: one call a pause, not one a letter. */
const PAUSE_MS = 200;

/** Searches on the server once the reader pauses; undefined until it answers. */
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
        // Results found in the browser are still shown.
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

/** Title with its matches marked; rendered as text, never as markup. */
export function MarkedTitle({ title, highlights }: Pick<WordHit, "title" | "highlights">) {
  const letters = [...title];
  const text = (from: number, to?: number) => letters.slice(from, to).join("");
  let at = 0;
  const parts = highlights.flatMap(({ start, length }) => {
    const before = text(at, start);
    at = start + length;
    return [before, <mark key={start}>{text(start, at)}</mark>];
  });
  return <>{[...parts, text(at)]}</>;
}
