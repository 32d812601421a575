import type { Row } from "../../dataset/csv-writer.ts";
import { Random, round } from "../../runtime/random.ts";
import { dateText, dayNumber } from "../calendar.ts";
import { PUBLIC_LICENCE } from "../sources.ts";
import { distanceKm } from "./coast.ts";

const LAST_ERP_YEAR = 2025;
const ERP_YEARS = 10;
const APPROVAL_MONTHS = 36;
const GRANT_YEARS = 5;

/** Resident estimates, dwelling approvals, grants and medians of one council; some approvals have a gap. */
export function* councilFactRows(seed: number, council: Row): Generator<Row> {
  const random = new Random(seed, `council-facts/${council.lga_code}`);
  const people = Number(council.population ?? 0);
  const growth = 1 + Number(council.pop_growth_pct ?? 0) / 100;
  const fact = (measure: string, period: string, value: number, unit: string): Row => ({
    lga_code: council.lga_code,
    measure,
    period,
    value,
    unit,
    source: "synthetic-councils",
    source_licence: PUBLIC_LICENCE,
  });
  for (let year = LAST_ERP_YEAR - ERP_YEARS + 1; year <= LAST_ERP_YEAR; year++) {
    yield fact("erp", `${year}-06-30`, Math.round(people * growth ** (year - LAST_ERP_YEAR)), "persons");
  }
  if (council.kind !== "council") return;
  const missing = random.chance(0.05) ? random.int(0, 11) : -1;
  for (let back = APPROVAL_MONTHS - 1; back >= 0; back--) {
    const dwellings = Math.round((people / 2600) * random.between(0.2, 1.8));
    if (back !== missing) yield fact("dwelling_approvals_total", monthEnd(9 - back), dwellings, "count");
  }
  for (let year = 2027 - GRANT_YEARS; year <= 2026; year++) {
    const grant = Number(council.fed_fag_aud) * 1.03 ** (year - 2026);
    yield fact("financial_assistance_grant", `${year}-06-30`, round(grant, 0), "AUD");
    if (council.council_house_median === null) continue;
    const median = Number(council.council_house_median) * 1.05 ** (year - 2026);
    yield fact("council_house_median", `${year}-06-30`, round(median, 0), "AUD");
  }
}

/** Last day of a month of 2026; months before January are of earlier years. */
function monthEnd(month: number): string {
  return dateText(dayNumber(2026, month + 1, 1) - 1);
}

/** Each council touches the three whose seats lie nearest, also across a state line. */
export function councilNeighbourRows(councils: readonly Row[]): Row[] {
  const pairs = new Set<string>();
  for (const one of councils) {
    councils
      .filter((other) => other !== one)
      .map((other) => ({ code: String(other.lga_code), km: kmBetween(one, other) }))
      .sort((a, b) => a.km - b.km || (a.code < b.code ? -1 : 1))
      .slice(0, 3)
      .forEach(({ code }) => {
        pairs.add([String(one.lga_code), code].sort().join(" "));
      });
  }
  return [...pairs].sort().map((pair) => {
    const [lga_code, neighbour_code] = pair.split(" ");
    return { lga_code, neighbour_code };
  });
}

function kmBetween(one: Row, other: Row): number {
  const at = (row: Row) => [Number(row.centroid_lat), Number(row.centroid_lon)] as const;
  return distanceKm(...at(one), ...at(other));
}
