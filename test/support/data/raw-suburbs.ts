import { fromFolder } from "./build-db.ts";

type RawCell = string | number | boolean | null | readonly string[];
/** A dataset row; dates are `YYYY-MM-DD`. */
export type RawRow = Readonly<Record<string, RawCell>>;

const TABLES = {
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

/** The dataset tables about prices and suburbs as plain rows. */
export type RawSuburbs = Readonly<Record<keyof typeof TABLES, readonly RawRow[]>>;

/** The rows of a dataset folder's CSV files, read without the loader under test. */
export const rawSuburbsOfFolder = (datasetDir: string): Promise<RawSuburbs> =>
  fromFolder(datasetDir, Object.values(TABLES), async (db) => {
    const raw: Partial<Record<keyof RawSuburbs, RawRow[]>> = {};
    for (const [name, table] of Object.entries(TABLES) as [keyof RawSuburbs, string][]) {
      const isDated = table === "house_prices" || table === "lga_facts";
      const dates = isDated ? "* REPLACE (period::VARCHAR AS period)" : "*";
      raw[name] = await db.rows<RawRow>(`SELECT ${dates} FROM ${table}`);
    }
    return raw as RawSuburbs;
  });

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
