import type { Row } from "../../dataset/csv-writer.ts";
import type { Company } from "../economy/companies.ts";

const RECORDING_BEGAN = "2024-03-01";
const RELABELLED = "2026-06-15";

/** Most companies have the label of the day recording began, some changed it since, some were never recorded. */
export function industryHistoryRows(company: Company, position: number): Row[] {
  if (position % 3 === 1 || company.row.industry === null) return [];
  const changed = position % 11 === 3;
  const earlier = company.industry === "Materials" ? "Capital Goods" : "Materials";
  const rows: Row[] = [
    {
      stock_code: company.code,
      observed_from: RECORDING_BEGAN,
      industry: changed ? earlier : company.industry,
      source: "seed",
    },
  ];
  if (changed)
    rows.push({
      stock_code: company.code,
      observed_from: RELABELLED,
      industry: company.industry,
      source: "observed",
    });
  return rows;
}
