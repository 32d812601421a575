import { METRICS_TABLE } from "../manifest/manifest.ts";
import type { VerifiedSnapshot } from "../store/open.ts";
import { changedFields, type KeyedDifference, keyText } from "./changed-fields.ts";
import { CHANGE_KINDS, type ChangedRow, type ChangeKind } from "./changes-file.ts";
import { sourceDifference } from "./diff.ts";
import { ECONOMY, observationDifference, PRICES, type SeriesKind } from "./observation-difference.ts";
import { type Comparison, openComparison, type Side } from "./open-comparison.ts";

/** Table name for changes of the manifest's sources. */
const SOURCES = "sources";

/** A table whose numeric or string fields are compared by key. */
interface Figures {
  readonly kind: ChangeKind;
  readonly table: string;
  readonly key: string;
  /** Columns that distinguish rows of one key; omitted if each key has one row. */
  readonly part?: readonly string[];
  readonly fields: readonly string[];
}

const FIGURES: readonly Figures[] = [
  {
    kind: "council",
    table: "council_summaries",
    key: "lga_code",
    fields: [
      "display_name",
      "population",
      "pop_growth_pct",
      "area_sqkm",
      "member_suburb_count",
      "council_house_median",
      "fag_per_resident",
      "approvals_per_1000",
      "seifa_irsad_decile",
      "flood_share_pct",
      "bushfire_share_pct",
      "price_drop_share",
      "data_through",
    ],
  },
  { kind: "stock", table: "report_stocks", key: "code", part: ["slug"], fields: ["short_pct"] },
  {
    kind: "stock",
    table: "dividends",
    key: "stock_code",
    part: ["ex_date", "dividend_type"],
    fields: ["amount_per_share", "franking_percentage"],
  },
  {
    kind: "stock",
    table: "company_tax",
    key: "stock_code",
    part: ["income_year"],
    fields: ["total_income", "taxable_income", "tax_payable"],
  },
  { kind: "stock", table: "stock_events", key: "stock_code", part: ["date", "type"], fields: ["title"] },
  {
    kind: "member",
    table: "register_people",
    key: "slug",
    fields: [
      "display_name",
      "chamber",
      "division",
      "state_code",
      "party",
      "declared_listed_count",
      "declared_property_count",
    ],
  },
  { kind: "listing", table: "property_addresses", key: "address_key", fields: ["price", "listing_status"] },
];

/** Row-level changes between two snapshots, by kind and key, at most `most` of each kind. */
export async function changedRows(
  before: VerifiedSnapshot,
  after: VerifiedSnapshot,
  { tempDirectory, most }: { readonly tempDirectory: string; readonly most: number },
): Promise<{ readonly rows: readonly ChangedRow[]; readonly isWhole: boolean }> {
  const comparison = await openComparison(before, after, tempDirectory);
  try {
    const found: ChangedRow[] = [
      ...keyedRows("suburb", "suburbs", await changedFields(comparison, "suburbs", "sal_code")),
      ...(await metricRows(comparison, most)),
      ...keyedRows("series", ECONOMY.table, await changedFields(comparison, ECONOMY.table, ECONOMY.series)),
      ...(await observationRows(comparison, "series", ECONOMY, most)),
      ...keyedRows("price", PRICES.table, await changedFields(comparison, PRICES.table, PRICES.series)),
      ...(await observationRows(comparison, "price", PRICES, most)),
      ...keyedRows("source", SOURCES, sourceDifference(before.manifest, after.manifest)),
    ];
    for (const figures of FIGURES) found.push(...(await figureRows(comparison, figures, most)));
    const byKind = CHANGE_KINDS.map((kind) =>
      found.filter((row) => row.kind === kind).sort((a, b) => (a.key < b.key ? -1 : +(a.key > b.key))),
    );
    return {
      rows: byKind.flatMap((rows) => rows.slice(0, most)),
      isWhole: byKind.every((rows) => rows.length <= most),
    };
  } finally {
    comparison.db.close();
  }
}

function keyedRows(
  kind: ChangeKind,
  table: string,
  { added, removed, changed }: KeyedDifference,
): ChangedRow[] {
  const whole = (key: string, change: "added" | "removed"): ChangedRow => {
    return { kind, table, key, field: "", change, before: null, after: null };
  };
  return [
    ...added.map((key) => whole(key, "added")),
    ...removed.map((key) => whole(key, "removed")),
    ...changed.map((field): ChangedRow => ({ kind, table, ...field, change: changeOf(field) })),
  ];
}

function changeOf({ before, after }: Pick<ChangedRow, "before" | "after">): ChangedRow["change"] {
  return before === null ? "added" : after === null ? "removed" : "changed";
}

type Values = Pick<ChangedRow, "key" | "field" | "before" | "after">;

async function metricRows({ db, rows, manifests, differs }: Comparison, most: number): Promise<ChangedRow[]> {
  if (!differs(METRICS_TABLE)) return [];
  const keys = Object.values(manifests).flatMap(({ columns }) => columns.metrics.map(({ key }) => key));
  const changes = [...new Set(keys)].map((key) => {
    const columns = ["sal_code", key];
    return `
SELECT sal_code AS key, '${key}' AS field, CAST(b."${key}" AS DOUBLE) AS "before", CAST(a."${key}" AS DOUBLE) AS "after"
FROM ${rows("before", METRICS_TABLE, columns)} AS b JOIN ${rows("after", METRICS_TABLE, columns)} AS a USING (sal_code)
WHERE b."${key}" IS DISTINCT FROM a."${key}"`;
  });
  if (changes.length === 0) return [];
  const found = await db.rows<Values>(
    `${changes.join("\nUNION ALL")}\nORDER BY key, field LIMIT ${most + 1}`,
  );
  return found.map((row) => ({ kind: "suburb", table: METRICS_TABLE, ...row, change: changeOf(row) }));
}

async function observationRows(
  comparison: Comparison,
  kind: ChangeKind,
  series: SeriesKind,
  most: number,
): Promise<ChangedRow[]> {
  // Creates the table `changes`.
  await observationDifference(comparison, series);
  const found = await comparison.db.rows<Values>(`
SELECT series AS key, strftime(period, '%Y-%m-%d') AS field,
  CASE WHEN change <> 'added' THEN CAST(old_value AS DOUBLE) END AS "before",
  CASE WHEN change <> 'removed' THEN CAST(new_value AS DOUBLE) END AS "after"
FROM changes
WHERE change <> 'reflagged'
ORDER BY series, period, old_value, new_value LIMIT ${most + 1}`);
  return found.map((row) => ({ kind, table: series.table, ...row, change: changeOf(row) }));
}

/** Changed fields by key. A row in only one snapshot counts as all its fields with `part`, else as itself. */
async function figureRows(
  { db, rows, columns, differs }: Comparison,
  { kind, table, key, part = [], fields }: Figures,
  most: number,
): Promise<ChangedRow[]> {
  if (!differs(table)) return [];
  const types = new Map([...columns("before", table), ...columns("after", table)]);
  const known = fields.filter((field) => types.has(field));
  // Merges rows with the same key and part, such as two events of a day.
  const side = (name: Side) => `
(SELECT ${keyText(key)} AS key, concat_ws(' ', ${["NULL", ...part].join(", ")}) AS part, true AS is_there,
  ${known.map((field) => `max("${field}") AS "${field}"`).join(", ")}
FROM ${rows(name, table, [key, ...part, ...known])} WHERE "${key}" IS NOT NULL GROUP BY ALL)`;
  const both = `FROM ${side("before")} AS b FULL JOIN ${side("after")} AS a USING (key, part)`;
  const value = (alias: string, field: string) => {
    const isText = types.get(field) === "VARCHAR";
    const cell = `${alias}."${field}"`;
    return isText ? `NULL::DOUBLE, ${cell}` : `CAST(${cell} AS DOUBLE), NULL::VARCHAR`;
  };
  const changes = known.map(
    (field) => `
SELECT key, trim(part || ' ${field}'), ${value("b", field)}, ${value("a", field)} ${both}
WHERE b."${field}" IS DISTINCT FROM a."${field}" ${part.length === 0 ? "AND b.is_there AND a.is_there" : ""}`,
  );
  if (part.length === 0) {
    changes.push(`
SELECT key, '', NULL, CASE WHEN b.is_there THEN 'there' END, NULL, CASE WHEN a.is_there THEN 'there' END ${both}
WHERE b.is_there IS NULL OR a.is_there IS NULL`);
  }
  type Found = Record<"key" | "field", string> &
    Record<"old_text" | "new_text", string | null> &
    Record<"old_number" | "new_number", number | null>;
  const found = await db.rows<Found>(
    `SELECT * FROM (${changes.join("\nUNION ALL")})
AS found (key, field, old_number, old_text, new_number, new_text) ORDER BY key, field LIMIT ${most + 1}`,
  );
  return found.map(({ key, field, ...values }) => {
    const [before, after] = [values.old_number ?? values.old_text, values.new_number ?? values.new_text];
    const change = changeOf({ before, after });
    return {
      kind,
      table,
      key,
      field,
      change,
      ...(field === "" ? { before: null, after: null } : { before, after }),
    };
  });
}
