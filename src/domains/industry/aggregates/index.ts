import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { plainLine } from "../../../snapshot/tables/plain-text-sql.ts";

/** `industry_sources` and `industry_records`: only of enabled, public sources. */
const PUBLIC_FACTS: Aggregate = sqlAggregate(
  "industry_facts",
  [
    { name: "industry_sources", orderBy: "signal_kind, display_name, source_key" },
    { name: "industry_records", orderBy: "source_key, source_record_id" },
  ],
  `
CREATE TABLE serve.industry_sources AS
SELECT
  source_key, ${plainLine("display_name")} AS display_name, signal_kind, ${plainLine("publisher")} AS publisher,
  source_url, licence, cadence, exact_entity_required
FROM industry_sources
WHERE enabled AND public_enabled;

CREATE TABLE serve.industry_records AS
SELECT
  source_key,
  source_record_id,
  industry_records.signal_kind,
  ${plainLine("industry")} AS industry,
  -- If a source requires an exact identifier, a stock without one is a guess and is left out.
  CASE WHEN NOT exact_entity_required OR entity_abn IS NOT NULL THEN stock_code END AS stock_code,
  entity_abn,
  metric_key,
  ${plainLine("metric_label")} AS metric_label,
  metric_value,
  unit,
  period_start,
  period_end,
  as_of,
  ${plainLine("title")} AS title,
  ${plainLine("summary")} AS summary,
  industry_records.source_url,
  confidence
FROM industry_records
JOIN serve.industry_sources USING (source_key);
`,
);

export const INDUSTRY_AGGREGATES: readonly Aggregate[] = [PUBLIC_FACTS];
