import { join } from "node:path";
import { emptyDatasetDatabase } from "./build-db.ts";

type RawCell = string | number | boolean | null | readonly string[];
/** A dataset row; dates are `YYYY-MM-DD`. */
export type RawRow = Readonly<Record<string, RawCell>>;

/** The dataset tables about prices and suburbs as plain rows. */
export interface RawSuburbs {
  readonly regions: readonly RawRow[];
  readonly prices: readonly RawRow[];
  readonly suburbs: readonly RawRow[];
  readonly states: readonly RawRow[];
  readonly amenities: readonly RawRow[];
  readonly connectivity: readonly RawRow[];
  readonly crime: readonly RawRow[];
  readonly hazards: readonly RawRow[];
  readonly planning: readonly RawRow[];
  readonly councils: readonly RawRow[];
  readonly councilLinks: readonly RawRow[];
  readonly councilFacts: readonly RawRow[];
  readonly councilPairs: readonly RawRow[];
  readonly declared: readonly RawRow[];
  readonly landmarks: readonly RawRow[];
}

const TABLES: Readonly<Record<keyof RawSuburbs, string>> = {
  regions: "house_price_regions",
  prices: "house_prices",
  suburbs: "suburb_demographics",
  states: "state_demographics",
  amenities: "suburb_amenities",
  connectivity: "suburb_connectivity",
  crime: "suburb_crime_stats",
  hazards: "suburb_hazard_exposure",
  planning: "suburb_planning",
  councils: "lga",
  councilLinks: "suburb_lga",
  councilFacts: "lga_facts",
  councilPairs: "lga_neighbours",
  declared: "register_suburb_property",
  landmarks: "suburb_landmarks",
};

/** The rows of a dataset folder's CSV files, read without the loader under test. */
export async function rawSuburbsOfFolder(datasetDir: string): Promise<RawSuburbs> {
  const db = await emptyDatasetDatabase();
  const raw: Partial<Record<keyof RawSuburbs, RawRow[]>> = {};
  for (const [name, table] of Object.entries(TABLES) as [keyof RawSuburbs, string][]) {
    const file = join(datasetDir, `${table}.csv`).replaceAll("'", "''");
    const source = `read_csv('${file}', header = true, all_varchar = true)`;
    const cells =
      table === "suburb_planning"
        ? "* REPLACE (CAST(CAST(instruments AS JSON) AS VARCHAR[]) AS instruments)"
        : "*";
    await db.run(`INSERT INTO ${table} BY NAME SELECT ${cells} FROM ${source}`);
    const isDated = table === "house_prices" || table === "lga_facts";
    const dates = isDated ? "* REPLACE (period::VARCHAR AS period)" : "*";
    raw[name] = await db.rows<RawRow>(`SELECT ${dates} FROM ${table}`);
  }
  db.close();
  return raw as RawSuburbs;
}

/** A number cell; null is missing. */
export function numberOf(row: RawRow | undefined, column: string): number | null {
  const cell = row?.[column] ?? null;
  return cell === null ? null : Number(cell);
}

/** A text cell; "" is missing. */
export function textOf(row: RawRow | undefined, column: string): string {
  return String(row?.[column] ?? "");
}

/** Rows by the text of a column. */
export function groupRows(rows: readonly RawRow[], column: string): Map<string, RawRow[]> {
  return Map.groupBy(rows, (row) => textOf(row, column));
}

/** -1, 0 or 1 by code unit, as ASCII names and codes are sorted. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The RFC 3339 form of a date as a message shows it. */
export function midnight(date: string): string {
  return `${date}T00:00:00Z`;
}

export const RESTRICTED = "proprietary-tos-restricted";
