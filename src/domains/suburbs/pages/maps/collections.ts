import { gzipSync } from "fflate";
import type { PageContext } from "../../../../snapshot/pages/page-set.ts";
import type { PageDocument } from "../../../../snapshot/pages/write-pages.ts";
import { PART_BYTES, partKey } from "../../queries/suburb-outlines.ts";

/** A feature as text, of a geometry that is text already; the geometry is its last member. */
export function featureText(id: string, properties: object, geometry: string): string {
  return `{"type":"Feature","id":"${id}","properties":${JSON.stringify(properties)},"geometry":${geometry}}`;
}

/** A FeatureCollection as a gzip file, in parts that are read one after the other. */
export function* collectionParts(
  scope: string,
  members: Readonly<Record<string, string>>,
  features: readonly string[],
  context: PageContext,
): Generator<PageDocument, void, void> {
  const end = features.length === 0 ? "]}\n" : "\n]}\n";
  const lines = features.map((feature, i) => `${i === 0 ? "" : ","}\n${feature}`);
  const text = Buffer.from([collectionHead(members, context), ...lines, end].join(""));
  // Compressed by JavaScript: the bytes are the same on every machine. More effort takes twice as long and saves nothing,
  // as coordinates repeat little.
  const bytes = gzipSync(text, { level: 1, mtime: 0 });
  const count = Math.ceil(bytes.byteLength / PART_BYTES);
  for (let part = 0; part < count; part++) {
    const binary = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    yield { key: partKey(scope, part), elements: [{ binary }] };
  }
}

/** The document up to its features. */
function collectionHead(
  members: Readonly<Record<string, string>>,
  { sources, synthetic }: PageContext,
): string {
  const publishers = sources
    .filter(({ tables, withheld }) => withheld !== true && tables.includes("suburb_outlines"))
    .map(({ id, publisher, title, licence, vintage, attribution, url }) => ({
      ...{ id, publisher, title, licence, vintage },
      ...(attribution === undefined ? {} : { attribution }),
      ...(url === undefined ? {} : { url }),
    }));
  const head = { type: "FeatureCollection", ...members, synthetic, sources: publishers };
  return `${JSON.stringify(head).slice(0, -1)},"features":[`;
}
