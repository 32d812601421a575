import { holdings, sourcesOfTable } from "../data/holdings.ts";
import { SourceLine } from "./outside-text.tsx";
import { seriesNameOfKey } from "./series-names.ts";

/** Line of sources below a chart or figures: publisher, title, date, licence. */
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

/** PublishedBy for source ids; unknown ids are left out. */
export function PublishedByIds({ ids }: { ids: readonly string[] }) {
  const sources = [...new Set(ids)].flatMap((id) => holdings.value?.sources.get(id) ?? []);
  return <PublishedBy sources={sources} />;
}

export function PublishedByTable({ table }: { table: string }) {
  return <PublishedBy sources={sourcesOfTable(table)} />;
}

export function SeriesLink({ seriesKey }: { seriesKey: string }) {
  return <a href={`/series?s=${encodeURIComponent(seriesKey)}`}>{seriesNameOfKey(seriesKey)}</a>;
}
