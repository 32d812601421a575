import { gzipSync } from "fflate";
import { NATIONAL_SCOPE, STATES } from "../../../dataset/states.ts";
import { isPublic } from "../../../engine/sql/public-licence.ts";
import { type PageContext, pageSet } from "../../../snapshot/pages/page-set.ts";
import type { PageDocument } from "../../../snapshot/pages/write-pages.ts";
import { PART_BYTES, partKey } from "../queries/suburb-outlines.ts";

interface OutlineRow {
  readonly sal_code: string;
  readonly sal_name: string;
  /** Text of a GeoJSON geometry. */
  readonly outline: string;
}

/** The outline of every suburb; a point at its centroid in place of one that is missing, where that is known. */
const OUTLINES = `
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

/** The feature of each suburb by its code, as GeoJSON text. */
export const OUTLINE_PAGES = pageSet({
  name: "suburb_outlines",
  queries: { outlines: OUTLINES },
  documents: async function* (results) {
    for await (const rows of results.stretches<OutlineRow>("outlines")) {
      for (const row of rows) {
        yield { key: row.sal_code, elements: [{ binary: Buffer.from(featureText(row)) }] };
      }
    }
  },
});

/** A FeatureCollection for each state and the country, compressed once, in parts that are read one after the other. */
export const COLLECTION_PAGES = pageSet({
  name: "outline_collections",
  facts: ["@sources", "@synthetic"],
  queries: { outlines: OUTLINES },
  documents: async function* (results, context) {
    const byState = new Map<string, string[]>(STATES.map(({ digit }) => [digit, []]));
    for await (const rows of results.stretches<OutlineRow>("outlines")) {
      for (const row of rows) byState.get(row.sal_code[0])?.push(featureText(row));
    }
    for (const { code, digit } of STATES) yield* collectionParts(code, byState.get(digit)!, context);
    yield* collectionParts(NATIONAL_SCOPE, [...byState.values()].flat(), context);
  },
});

function* collectionParts(
  scope: string,
  features: readonly string[],
  context: PageContext,
): Generator<PageDocument, void, void> {
  const end = features.length === 0 ? "]}\n" : "\n]}\n";
  const lines = features.map((feature, i) => `${i === 0 ? "" : ","}\n${feature}`);
  const text = Buffer.from([collectionHead(scope, context), ...lines, end].join(""));
  // Compressed by JavaScript: the bytes are the same on every machine. More effort takes twice as long and saves nothing,
  // as coordinates repeat little.
  const bytes = gzipSync(text, { level: 1, mtime: 0 });
  const count = Math.ceil(bytes.byteLength / PART_BYTES);
  for (let part = 0; part < count; part++) {
    const binary = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    yield { key: partKey(scope, part), elements: [{ binary }] };
  }
}

function featureText({ sal_code, sal_name, outline }: OutlineRow): string {
  return `{"type":"Feature","id":"${sal_code}","properties":${JSON.stringify({ sal_code, sal_name })},"geometry":${outline}}`;
}

/** The document up to its features. */
function collectionHead(scope: string, { sources, synthetic }: PageContext): string {
  const publishers = sources
    .filter(({ tables, withheld }) => withheld !== true && tables.includes("suburb_outlines"))
    .map(({ id, publisher, title, licence, vintage, attribution, url }) => ({
      ...{ id, publisher, title, licence, vintage },
      ...(attribution === undefined ? {} : { attribution }),
      ...(url === undefined ? {} : { url }),
    }));
  const members = { type: "FeatureCollection", state_code: scope, synthetic, sources: publishers };
  return `${JSON.stringify(members).slice(0, -1)},"features":[`;
}
