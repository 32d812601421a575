import { holdings, sourcesOfTable } from "../data/holdings.ts";
import { formatIsoDay } from "./format.ts";
import { OutsideLink } from "./outside-text.tsx";

interface Published {
  readonly id: string;
  readonly publisher: string;
  readonly title: string;
  readonly licence: string;
  readonly vintage: string;
  readonly url?: string;
}

/** Under a chart or figures: who published them, what, when, under which licence. */
export function PublishedBy({ sources }: { sources: readonly Published[] }) {
  if (sources.length === 0) return null;
  return (
    <p class="chart-note published">
      {sources.map(({ id, publisher, title, licence, vintage, url = "" }, i) => (
        <span key={id} data-source={id}>
          {i > 0 && "; "}
          <OutsideLink url={url}>
            {publisher}, {title}
          </OutsideLink>
          , {formatIsoDay(vintage)}, {licence}
        </span>
      ))}
    </p>
  );
}

/** The same for sources by id; an id that nothing is known of is left out. */
export function PublishedByIds({ ids }: { ids: readonly string[] }) {
  const sources = [...new Set(ids)].flatMap((id) => holdings.value?.sources.get(id) ?? []);
  return <PublishedBy sources={sources} />;
}

/** The same for what fills a dataset table. */
export function PublishedByTable({ table }: { table: string }) {
  return <PublishedBy sources={sourcesOfTable(table)} />;
}
