import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { country } from "../data/country.ts";
import { holdings } from "../data/holdings.ts";
import { Copied } from "../keep/copied.tsx";
import { shownAddress } from "../view/view-state.ts";
import { type CitedSource, citationBibtex, citationText } from "./citation.ts";
import { formatDay } from "./format.ts";
import { Popover } from "./popover.tsx";

interface CiteProps {
  /** The heading of the surrounding card or section unless given. */
  readonly what?: string;
  /** Those that the surrounding card, section or screen names, unless given. */
  readonly sources?: readonly CitedSource[];
}

/** A small button that opens a permanent link and a citation, as text and as BibTeX. */
export function Cite(props: CiteProps) {
  return (
    <div class="cite-line">
      <Popover label={`Cite ${props.what ?? "this table"}`} sign="Cite" kind="cite">
        <CiteBody {...props} />
      </Popover>
    </div>
  );
}

/** The link and the citation themselves. */
export function CiteBody({ what: given, sources }: CiteProps) {
  const box = useRef<HTMLDivElement>(null);
  const named = useSignal<readonly CitedSource[]>(sources ?? []);
  const heading = useSignal("");
  useLayoutEffect(() => {
    if (sources === undefined) named.value = sourcesAround(box.current!);
    heading.value = box.current?.closest(PART)?.querySelector("h2, h3, legend, summary")?.textContent ?? "";
  }, []);
  const now = country.value;
  if (now === undefined) return null;
  const link = `${location.origin}/at/${now.snapshotId}${shownAddress()}`;
  const page = document.title.split(" · ")[0];
  const what = given ?? (heading.value || page);
  const cited = {
    what: page === what ? what : `${what}, ${page}`,
    sources: named.value,
    ...{ snapshotId: now.snapshotId, asOf: formatDay(now.asOf), synthetic: now.synthetic, link },
  };
  return (
    <div class="cite-body" ref={box}>
      <Copied label="Permanent link" text={link} rows={2} />
      <Copied label="Citation" text={citationText(cited)} rows={5} />
      <Copied label="BibTeX" text={citationBibtex(cited)} rows={5} />
    </div>
  );
}

const PART = "details, section, .card";
const SCREEN = "article, main";

/** The sources that the nearest part of the screen shows. */
export function sourcesAround(from: Element): readonly CitedSource[] {
  for (const around of ["section, .card", SCREEN]) {
    const box = from.closest(around) ?? (around === SCREEN ? document.querySelector("main") : null);
    const shown = box?.querySelectorAll<HTMLElement>("[data-source]") ?? [];
    const ids = new Set([...shown].map(({ dataset }) => dataset.source ?? ""));
    const found = [...ids].flatMap((id) => holdings.peek()?.sources.get(id) ?? []);
    if (found.length > 0) return found;
  }
  return [];
}
