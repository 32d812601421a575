import { create, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import {
  GetIndustryIntelligenceResponseSchema,
  IndustryIntelligenceEntityTotalSchema,
  IndustryIntelligenceRecordSchema,
  IndustryIntelligenceSourceSchema,
  IndustryIntelligenceTimeBucketSchema,
} from "../../../gen/shorts/v1alpha1/industry_pb.ts";
import { encodeElement, type PageSet, pageSet } from "../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../snapshot/pages/row-groups.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";
import { ENTITY_TOTALS, KEYS, RECORDS, SOURCES, TIME_BUCKETS } from "./statements.ts";

const ANSWER = GetIndustryIntelligenceResponseSchema;
const keyColumns = ["page_key"];

function messagesOf<Desc extends DescMessage>(schema: Desc, rows: readonly Row[]) {
  return rows.length === 0 ? [] : rows.map(rowMessages(schema, Object.keys(rows[0]), { keyColumns }));
}

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
        const own = messagesOf(IndustryIntelligenceSourceSchema, await sources.take(key));
        const part = (members: MessageInitShape<typeof ANSWER>) =>
          encodeElement(ANSWER, create(ANSWER, members));
        const listed = messagesOf(IndustryIntelligenceRecordSchema, await records.take(key));
        yield {
          key,
          elements: [
            part({ sources: own }),
            part({ sourceAttribution: own.map(({ displayName }) => displayName).join("; ") }),
            part({
              timeBuckets: messagesOf(IndustryIntelligenceTimeBucketSchema, await buckets.take(key)),
              entityTotals: messagesOf(IndustryIntelligenceEntityTotalSchema, await totals.take(key)),
            }),
            ...listed.map((record) => encodeElement(IndustryIntelligenceRecordSchema, record)),
          ],
        };
      }
    }
  },
});

export const INDUSTRY_PAGES: readonly PageSet[] = [FACT_PAGES];
