import type { Metric } from "../../../../dataset/metric.ts";
import { BoundedCache } from "../../../../runtime/bounded-cache.ts";
import { remembered } from "../../../../runtime/lazy.ts";
import type { Row } from "../../../../snapshot/pages/row-message.ts";
import { isPublic } from "../../../../snapshot/tables/public-licence-sql.ts";
import { type CellOrigin, cellOrigin } from "../../../cell-origin.ts";
import { DEMOGRAPHICS, PLANNING } from "../../metrics/declare.ts";
import { METRICS } from "../../metrics/metric-registry.ts";

/** Cells of origin by suburb, sorted by suburb; of prices and offences only those of the shown period. */
const ORIGINS = `
WITH places AS (
  SELECT
    table_name, source, CAST(vintage AS VARCHAR) AS vintage, file, sha256, columns, file_row, row_key,
    split_part(row_key, ' ', 1) AS code, split_part(row_key, ' ', 2) AS kind, split_part(row_key, ' ', 3) AS year
  FROM main.origins JOIN main.origin_rows USING (origin_id)
), shown AS (
  SELECT code AS page_key, '' AS kind, * EXCLUDE (code, kind, row_key, year) FROM places
  WHERE table_name IN ('suburb_demographics', 'suburb_amenities', 'suburb_hazard_exposure')
  UNION ALL BY NAME
  SELECT sal_code AS page_key, '' AS kind, places.* EXCLUDE (code, kind, row_key, year) FROM places
  JOIN serve.suburbs ON code = region_code AND starts_with(
    row_key, region_code || ' median_price house ' || strftime(latest_period, '%Y-%m-%d') || ' '
  ) WHERE table_name = 'house_prices'
  UNION ALL BY NAME
  SELECT sal_code AS page_key, '' AS kind, places.* EXCLUDE (code, kind, row_key, year) FROM places
  JOIN serve.suburb_profiles ON code = sal_code AND row_key = sal_code || ' ' || lga_code
  WHERE table_name = 'suburb_lga'
  UNION ALL BY NAME
  SELECT code AS page_key, * EXCLUDE (code, row_key, year) FROM (
    SELECT * FROM places WHERE table_name = 'suburb_offences'
    QUALIFY row_number() OVER (PARTITION BY code, kind ORDER BY year DESC) = 1
  )
)
SELECT page_key, table_name, kind, source, vintage, file, sha256, columns, file_row FROM shown
WHERE page_key IN (SELECT sal_code FROM serve.suburb_profiles)
ORDER BY page_key, table_name, kind, source, file, columns`;

/** SQL: non-null figures of a table with one row per suburb, with the licence of the row. */
const figuresOf = (table: string) => {
  const metrics = METRICS.filter((metric) => metric.table === table);
  const cells = metrics.map((metric) => `CAST(${knownCell(metric)} AS VARCHAR) AS ${metric.key}`);
  return `SELECT sal_code, figure, source_licence FROM (
    UNPIVOT (SELECT sal_code, source_licence, ${cells.join(", ")} FROM main.${table})
    ON ${metrics.map(({ key }) => key).join(", ")} INTO NAME figure VALUE cell
  )`;
};

/** SQL: the cell, if non-null. With a coverage rule only cells that coverage or licence withhold. */
function knownCell({ column, coverage }: Metric): string {
  if (coverage === undefined) return column;
  const isAsked = `starts_with(sal_code, '${coverage.codesFrom ?? ""}')`;
  const isUncovered = `coalesce(${coverage.column}, 0) < ${coverage.leastPct}`;
  return `CASE WHEN ${isAsked} AND (${isUncovered} OR NOT (${isPublic("source_licence")})) THEN ${column} END`;
}

/** Figures with a row in the dataset, shown or not, and whether any of these rows has a public licence. */
const KNOWN = `
WITH rows AS (
  SELECT sal_code, 'recorded_' || offence AS figure, source_licence FROM main.suburb_offences
  UNION ALL
  SELECT sal_code, 'crime_' || crime_type, source_licence FROM main.suburb_crime_stats
  UNION ALL
  SELECT sal_code, 'price', source_licence FROM main.house_prices JOIN main.house_price_regions USING (region_code)
  WHERE measure = 'median_price' AND dwelling_type = 'house' AND sal_code IS NOT NULL
  UNION ALL
  ${figuresOf(PLANNING)}
  UNION ALL
  ${figuresOf("suburb_hazard_exposure")}
)
SELECT sal_code AS page_key, figure, bool_or(${isPublic("source_licence")}) AS is_public FROM rows
WHERE sal_code IN (SELECT sal_code FROM serve.suburb_profiles)
GROUP BY ALL ORDER BY page_key, figure`;

/** SQL: by suburb, in order, a string with 1 for each metric that has a value, else 0. */
const GIVEN = `
SELECT sal_code AS page_key, concat(${METRICS.map(({ key }) => `CASE WHEN "${key}" IS NULL THEN '0' ELSE '1' END`).join(", ")}) AS given
FROM serve.suburb_metrics ORDER BY sal_code`;

export const FIGURE_QUERIES = { figureOrigins: ORIGINS, knownFigures: KNOWN, givenMetrics: GIVEN } as const;

/** Kind of the metric's rows, if its table has several per suburb. */
function kindOf({ table, rows = "" }: Metric): string {
  return table === "suburb_offences" ? rows : "";
}

/** Cached sets of metrics: thousands of suburbs share theirs. */
const CACHED_SETS = 1000;

/** Parses the string of `GIVEN` into sets of metrics, cached by string. */
export function givenMetricsReader() {
  const known = new BoundedCache<{ text: string; given: readonly Metric[]; absent: readonly Metric[] }>({
    maxEntries: CACHED_SETS,
  });
  return (row: Row | undefined) => {
    const text = String(row?.given ?? "");
    const isGiven = (i: number) => text[i] === "1";
    return remembered(known, text, () => ({
      text,
      given: METRICS.filter((_, i) => isGiven(i)),
      absent: METRICS.filter((_, i) => !isGiven(i)),
    }));
  };
}

/** Origins of the metrics that a suburb has a value of. */
export function metricCells(rows: readonly Row[], metrics: readonly Metric[]): CellOrigin[] {
  return rows.flatMap((row) => {
    const own = metrics.filter((metric) => metric.table === row.table_name && kindOf(metric) === row.kind);
    return cellOrigin(row, own) ?? [];
  });
}

/** All population minimums of metrics. */
const FLOORS = [...new Set(METRICS.map(({ leastResidents = 0 }) => leastResidents))];

/** Cache key of the input of `withheldFigures`, apart from the metrics. */
export function withheldKey(known: readonly Row[], population: number | null): string {
  const figures = known.map(({ figure, is_public }) => `${figure}${is_public === true ? "+" : "-"}`);
  const above = FLOORS.filter((floor) => (population ?? 0) >= floor).length;
  return `${population === null ? "" : above} ${figures.join()}`;
}

/** The absent metrics whose figure is known, each with the rule that withholds it. */
export function withheldFigures(
  known: readonly Row[],
  population: number | null,
  absent: readonly Metric[],
  hasSource: (metric: Metric) => boolean,
): { figure: string; rule: string }[] {
  const isPublic = new Map(known.map((row) => [String(row.figure), row.is_public === true]));
  const residents = population ?? 0;
  const ruleOf = (metric: Metric): string | undefined => {
    const { key, table, leastResidents = 0, coverage } = metric;
    const isSmall = residents < leastResidents;
    const isKnown = isPublic.get(key);
    if (isKnown === false) return "licence";
    // Importers drop shares of small suburbs; if the metric has a source, the figure is known to exist.
    if (isSmall && (isKnown || (table === DEMOGRAPHICS && population !== null && hasSource(metric))))
      return `residents below ${leastResidents}`;
    return isKnown && coverage !== undefined ? `${coverage.land} below ${coverage.leastPct} %` : undefined;
  };
  const withheld: { figure: string; rule: string }[] = [];
  for (const metric of absent) {
    const rule = ruleOf(metric);
    if (rule !== undefined) withheld.push({ figure: metric.key, rule });
  }
  return withheld;
}
