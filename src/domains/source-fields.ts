import type { SnapshotSource } from "../snapshot/manifest/manifest.ts";

/** Sources as fields of MetricSource and of the sources in SuburbProvenance. */
export function sourceFields(sources: readonly SnapshotSource[]) {
  return sources.map(({ id, publisher, title, licence, vintage, attribution = "", url = "" }) => ({
    id,
    publisher,
    title,
    licence,
    vintage,
    attribution,
    url,
  }));
}
