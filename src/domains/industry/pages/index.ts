import {
  GetIndustryIntelligenceResponseSchema,
  IndustryIntelligenceRecordSchema,
} from "../../../gen/shorts/v1alpha1/industry_pb.ts";
import { rowEncoder } from "../../../snapshot/pages/encode-message.ts";
import { type PageSet, pageSet } from "../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../snapshot/pages/row-groups.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import { ENTITY_TOTALS, KEYS, RECORDS, SOURCES, TIME_BUCKETS } from "./statements.ts";

const keyColumns = ["page_key"];
const FIELDS = GetIndustryIntelligenceResponseSchema.fields.map(({ name }) => name);

/** Encodes some fields of the answer. */
const partOf = (...names: string[]) =>
  rowEncoder(GetIndustryIntelligenceResponseSchema, {
    keyColumns,
    without: FIELDS.filter((name) => !names.includes(name)),
  });
const sourcesPart = partOf("sources");
const attributionPart = partOf("source_attribution");
const sumsPart = partOf("time_buckets", "entity_totals");
const recordPart = rowEncoder(IndustryIntelligenceRecordSchema, { keyColumns });

/** Elements before the records, in the order of the answer's fields: sources, attribution, sums. */
export const PARTS_BEFORE_RECORDS = 3;

/** The facts of each industry, each stock, both together, and all: the parts of the answer, then the records. */
const FACT_PAGES = pageSet({
  name: "industry_facts",
  queries: {
    records: RECORDS,
    timeBuckets: TIME_BUCKETS,
    entityTotals: ENTITY_TOTALS,
    sources: SOURCES,
    keys: KEYS,
  },
  documents: async function* (results) {
    const records = rowGroups(results.stretches<Row>("records"));
    const buckets = rowGroups(results.stretches<Row>("timeBuckets"));
    const totals = rowGroups(results.stretches<Row>("entityTotals"));
    const sources = rowGroups(results.stretches<Row>("sources"));
    for await (const rows of results.stretches<Row>("keys")) {
      for (const { page_key } of rows) {
        const key = page_key as string;
        const own = await sources.take(key);
        const parts = [
          sourcesPart({ sources: own }),
          attributionPart({
            source_attribution: own.map(({ display_name }) => display_name ?? "").join("; "),
          }),
          sumsPart({ time_buckets: await buckets.take(key), entity_totals: await totals.take(key) }),
          ...(await records.take(key)).map(recordPart),
        ];
        yield { key, elements: parts.map((binary) => ({ binary })) };
      }
    }
  },
});

export const INDUSTRY_PAGES: readonly PageSet[] = [FACT_PAGES];
