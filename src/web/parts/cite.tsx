import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { country } from "../data/country.ts";
import { holdings } from "../data/holdings.ts";
import { EmbedBody, type EmbedPart } from "../keep/embed-body.tsx";
import { Copied } from "../keep/share-body.tsx";
import { shownAddress } from "../view/view-state.ts";
import { type CitedSource, citationTexts } from "./citation.ts";
import { formatDay } from "./format.ts";
import { Popover } from "./popover.tsx";
import { Table, type TableProps } from "./section.tsx";

interface CiteProps {
  /** Default: the heading of the surrounding card or section. */
  readonly what?: string | undefined;
  /** Default: the sources that the surrounding card, section or screen shows. */
  readonly sources?: readonly CitedSource[];
}

/** Buttons that open a permanent link and citations, and the embed HTML. */
export function Cite({ embed, ...props }: CiteProps & { readonly embed?: EmbedPart | undefined }) {
  const what = props.what ?? "this table";
  return (
    <div class="cite-line">
      <Popover label={`Cite ${what}`} sign="Cite" kind="cite">
        <CiteBody {...props} />
      </Popover>
      {embed && (
        <Popover label={`Embed ${what}`} sign="Embed" kind="cite">
          <EmbedBody {...embed} />
        </Popover>
      )}
    </div>
  );
}

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
    snapshotId: now.snapshotId,
    asOf: formatDay(now.asOf),
    synthetic: now.synthetic,
    link,
  };
  return (
    <div class="cite-body" ref={box}>
      {citationTexts(cited).map((one, i) => (
        <Copied key={one.label} {...one} rows={i === 0 ? 2 : 5} />
      ))}
    </div>
  );
}

const PART = "details, section, .card";
const SCREEN = "article, main";

/** Sources shown by the nearest card or section, else by the screen: elements with `data-source`. */
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

export type RowsProps<Row> = TableProps<Row> & { readonly none?: string; readonly what?: string };

/** Table with a cite button; the text `none` if there are no rows. */
export function Rows<Row>({ none = "", what, ...table }: RowsProps<Row>) {
  if (table.rows.length === 0) return <p class="empty">{none}</p>;
  return (
    <>
      <Table {...table} />
      <Cite what={what} />
    </>
  );
}
