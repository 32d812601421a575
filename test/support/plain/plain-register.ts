import { type CsvRow, opinionRows } from "../data/read-csv.ts";
import { daysBefore } from "./plain-steps.ts";

const HOLDERS = ["unspecified", "self", "spouse_partner", "dependent_children"];

/** Everyone's rows by slug; a merged record's rows belong to the person it was merged into. */
export function plainHoldings(): Map<string, CsvRow[]> {
  const politicians = opinionRows("politicians");
  const slugOf = new Map<string, string>();
  for (const one of politicians) {
    const into = politicians.find((other) => other.id === one.merged_into_id);
    slugOf.set(one.id, (into ?? one).slug);
  }
  const found = new Map(
    politicians.filter((one) => one.merged_into_id === "").map((one) => [one.slug, [] as CsvRow[]]),
  );
  for (const row of opinionRows("register_holdings")) found.get(slugOf.get(row.politician_id)!)!.push(row);
  return found;
}

/** Counts of one member's rows; all dates are compared as strings. */
export function plainCounts(rows: readonly CsvRow[], asOf: string) {
  const current = rows.filter((row) => row.currently_declared === "true");
  const start = (row: CsvRow) => (row.declared_from_known === "true" ? row.declared_from : "");
  const since = daysBefore(asOf, 90);
  const items = (...numbers: string[]) => current.filter((row) => numbers.includes(row.item_no)).length;
  const months: { month: string; declaredCount: number }[] = [];
  let [year, month] = asOf.split("-").map(Number);
  for (let i = 0; i < 12; i++) {
    const name = `${year}-${String(month).padStart(2, "0")}`;
    // The 31st sorts after every day of the month.
    const end = `${name}-31`;
    const declared = rows.filter(
      (row) =>
        start(row) !== "" && start(row) <= end && (row.declared_to === "" || row.declared_to > lastDay(name)),
    );
    months.unshift({ month: name, declaredCount: declared.length });
    [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1];
  }
  return {
    itemCounts: Array.from({ length: 14 }, (_, i) => ({
      itemNo: i + 1,
      currentCount: items(String(i + 1)),
      allTimeCount: rows.filter((row) => row.item_no === String(i + 1)).length,
    })),
    distinctCompanyCount: new Set(current.map((row) => row.stock_code).filter((code) => code !== "")).size,
    propertyCount: items("3"),
    giftsTravelCount: items("11", "12"),
    liabilityCount: items("6"),
    changes90d:
      rows.filter((row) => start(row) >= since).length +
      rows.filter((row) => row.declared_to >= since).length,
    trend: months,
    undatedCount: current.filter((row) => start(row) === "").length,
  };
}

function lastDay(month: string): string {
  for (const day of ["31", "30", "29", "28"]) {
    const date = `${month}-${day}`;
    if (new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)) return date;
  }
  throw new Error(month);
}

/** Codes ever declared, with their holders and whether any row is current. */
export function plainCompanies(
  rows: readonly CsvRow[],
): Map<string, { holders: number[]; isCurrent: boolean }> {
  const found = new Map<string, { holders: number[]; isCurrent: boolean }>();
  for (const row of rows) {
    if (row.stock_code === "") continue;
    const company = found.get(row.stock_code) ?? { holders: [], isCurrent: false };
    const holder = HOLDERS.indexOf(row.holder);
    if (!company.holders.includes(holder)) company.holders.push(holder);
    company.holders.sort();
    company.isCurrent ||= row.currently_declared === "true";
    found.set(row.stock_code, company);
  }
  return found;
}
