import { NATIONAL_SCOPE, STATES } from "../../../dataset/states.ts";
import { pageSet } from "../../../snapshot/pages/page-set.ts";
import { isPublic } from "../../../snapshot/tables/public-licence-sql.ts";
import { collectionParts, featureText, type PackedFeatures, packFeatures } from "./maps/collections.ts";

/** SQL: the outline of every suburb; its centroid as a point if there is none; no row if neither is known. */
export const OUTLINES = `
SELECT
  place.sal_code, place.sal_name,
  coalesce(
    shape.outline,
    format('{{"type":"Point","coordinates":[{},{}]}}', round(centroid_lon, 5), round(centroid_lat, 5))
  ) AS outline
FROM serve.suburb_places AS place
LEFT JOIN (
  SELECT sal_code, outline FROM serve.suburb_outlines WHERE ${isPublic("source_licence")}
) AS shape USING (sal_code)
WHERE shape.outline IS NOT NULL OR (centroid_lat IS NOT NULL AND centroid_lon IS NOT NULL)
ORDER BY place.sal_code`;

interface OutlineRow {
  readonly sal_code: string;
  readonly sal_name: string;
  /** A GeoJSON geometry (JSON). */
  readonly outline: string;
}

/** GeoJSON feature by suburb code. */
export const OUTLINE_PAGES = pageSet({
  name: "suburb_outlines",
  queries: { outlines: OUTLINES },
  documents: async function* (results) {
    for await (const rows of results.stretches<OutlineRow>("outlines")) {
      for (const row of rows) {
        yield { key: row.sal_code, elements: [{ binary: Buffer.from(suburbText(row)) }] };
      }
    }
  },
});

/** A FeatureCollection per state and for the country, as a gzip file that is split into parts. */
export const COLLECTION_PAGES = pageSet({
  name: "outline_collections",
  facts: ["@sources", "@synthetic"],
  queries: { outlines: OUTLINES },
  documents: async function* (results, context) {
    const byState = new Map<string, string[]>(STATES.map(({ digit }) => [digit, []]));
    for await (const rows of results.stretches<OutlineRow>("outlines")) {
      for (const row of rows) byState.get(row.sal_code[0])?.push(suburbText(row));
    }
    const packed: PackedFeatures[] = [];
    for (const { code, digit } of STATES) {
      packed.push(packFeatures(byState.get(digit)!));
      yield* collectionParts(code, { state_code: code }, packed.slice(-1), context);
    }
    yield* collectionParts(NATIONAL_SCOPE, { state_code: NATIONAL_SCOPE }, packed, context);
  },
});

function suburbText({ sal_code, sal_name, outline }: OutlineRow): string {
  return featureText(sal_code, { sal_code, sal_name }, outline);
}
