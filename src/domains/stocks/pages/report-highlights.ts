import { create } from "@bufbuild/protobuf";
import {
  type ExtractedMetric,
  ExtractedMetricSchema,
  ReportHighlightSchema,
} from "../../../gen/shorts/v1alpha1/stock_pb.ts";
import { encodeElement, pageSet } from "../../../snapshot/pages/page-set.ts";
import { keyedRows } from "../../../snapshot/pages/row-groups.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";

const REPORTS = `
SELECT stock_code AS page_key, * EXCLUDE (stock_code, place)
FROM serve.report_highlights
ORDER BY stock_code, place`;

const highlight = rowMessages(ReportHighlightSchema, {
  without: ["metrics"],
  keyColumns: ["page_key", "metrics"],
});

/** What was read out of each company's reports, newest first. */
export const HIGHLIGHT_PAGES = pageSet({
  name: "report_highlights",
  queries: { reports: REPORTS },
  documents: async function* (results) {
    for await (const [key, rows] of keyedRows(results.stretches<Row>("reports"))) {
      const elements = rows.map((row) => {
        const metrics = metricsOf(row.metrics as string | null);
        return encodeElement(ReportHighlightSchema, Object.assign(highlight(row), { metrics }));
      });
      yield { key, elements };
    }
  },
});

/** The metrics of a report; entries that are not an object with a kind are left out, and so are attributes that are not a plain value. */
function metricsOf(text: string | null): ExtractedMetric[] {
  const list: unknown = text === null ? [] : JSON.parse(text);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return [];
    const { metric_type, source_text, attributes } = entry as Record<string, unknown>;
    if (typeof metric_type !== "string") return [];
    return create(ExtractedMetricSchema, {
      metricType: metric_type,
      sourceText: typeof source_text === "string" ? source_text : "",
      attributes: plainAttributes(attributes),
    });
  });
}

/** Texts, numbers and truth values by name, as texts. */
function plainAttributes(attributes: unknown): Record<string, string> {
  if (typeof attributes !== "object" || attributes === null) return {};
  const plain = Object.entries(attributes).filter(([, value]) =>
    ["string", "number", "boolean"].includes(typeof value),
  );
  return Object.fromEntries(plain.map(([name, value]) => [name, String(value)]));
}
