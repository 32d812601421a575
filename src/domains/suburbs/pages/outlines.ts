import { NATIONAL_SCOPE, STATES } from "../../../dataset/states.ts";
import { pageSet } from "../../../snapshot/pages/page-set.ts";
import { collectionParts, featureText, type PackedFeatures, packFeatures } from "./maps/collections.ts";
import { OUTLINES } from "./outline-sql.ts";

interface OutlineRow {
  readonly sal_code: string;
  readonly sal_name: string;
  /** Text of a GeoJSON geometry. */
  readonly outline: string;
}

/** The feature of each suburb by its code, as GeoJSON text. */
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

/** A FeatureCollection for each state and the country, compressed once, in parts that are read one after the other. */
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
