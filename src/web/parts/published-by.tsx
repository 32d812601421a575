import { holdings, sourcesOfTable } from "../data/holdings.ts";
import { SourceLine } from "./outside-text.tsx";
import { seriesNameOfKey } from "./series-names.ts";

/** Under a chart or figures: who published them, what, when, under which licence. */
export function PublishedBy({ sources }: { sources: readonly Parameters<typeof SourceLine>[0]["source"][] }) {
  if (sources.length === 0) return null;
  return (
    <p class="chart-note published">
      {sources.map((source, i) => (
        <span key={source.id} data-source={source.id}>
          {i > 0 && "; "}
          <SourceLine source={source} />
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

/** An economic series on its screen, by what its key says. */
export function SeriesLink({ seriesKey }: { seriesKey: string }) {
  return <a href={`/series?s=${encodeURIComponent(seriesKey)}`}>{seriesNameOfKey(seriesKey)}</a>;
}
