import type { DescMessage } from "@bufbuild/protobuf";
import {
  AddressPriceDropSchema,
  AgencyPriceStatsSchema,
  DropIndexPointSchema,
  SuburbPriceDropSchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { TerraceError } from "../../runtime/errors.ts";
import type { OpenExport } from "../export.ts";
import { exportColumns } from "../export-columns.ts";
import { oneOf, pathScope, wholeNumber } from "../export-rules.ts";
import { tableExport } from "../table-export.ts";
import { ADDRESS_SORTS, AGENCY_SORTS, LISTING_TABLES, SUBURB_SORTS } from "./rules.ts";

const RANKED = {
  sql: "scope = $scope AND sort = $sort",
  parameters: { scope: "varchar", sort: "varchar" },
} as const;

interface Ranking {
  readonly table: string;
  readonly row: DescMessage;
  /** Fields of `row` that the table lacks. */
  readonly without?: readonly string[];
  readonly sorts: readonly string[];
  readonly most: number;
  readonly title: string;
  readonly name: string;
}

function rankingExport({ table, row, without, sorts, most, title, name }: Ranking): OpenExport {
  const columns = exportColumns(row, {}, without);
  return tableExport(
    { table, columns, where: RANKED, datasetTables: LISTING_TABLES },
    ({ key, parameters }) => {
      const scope = pathScope(key);
      const sort = oneOf(parameters.get("sort"), sorts, "sort");
      const limit = wholeNumber(parameters.get("limit"), { field: "limit", fallback: most, most });
      return {
        title: `${title}: ${scope}`,
        name: `${name}-${scope}-by-${sort.replace("_", "-")}`,
        values: { scope, sort },
        limit,
      };
    },
  );
}

export const suburbDrops = rankingExport({
  table: "suburb_price_drops",
  row: SuburbPriceDropSchema,
  sorts: SUBURB_SORTS,
  most: 500,
  title: "Suburbs by their cut asking prices",
  name: "suburb-price-drops",
});

export const agencyStats = rankingExport({
  table: "agency_price_stats",
  row: AgencyPriceStatsSchema,
  without: ["agent_names"],
  sorts: AGENCY_SORTS,
  most: 100,
  title: "Agencies by the cuts of their listings",
  name: "agency-price-stats",
});

export const addressDrops: OpenExport = tableExport(
  {
    table: "address_price_drops",
    columns: exportColumns(AddressPriceDropSchema, { last_observed_at: "timestamp" }),
    where: {
      sql: "scope = $scope AND sort = $sort AND shown_from <= $days AND shown_until > $days",
      parameters: { scope: "varchar", sort: "varchar", days: "integer" },
    },
    datasetTables: LISTING_TABLES,
  },
  ({ key, parameters }) => {
    const scope = pathScope(key);
    const sort = oneOf(parameters.get("sort"), ADDRESS_SORTS, "sort");
    const days = wholeNumber(parameters.get("window"), { field: "window", fallback: 90, most: 365 });
    return {
      title: `Addresses by their cut asking prices: ${scope}, ${days} days`,
      name: `address-price-drops-${scope}-by-${sort}-${days}-days`,
      values: { scope, sort, days },
      limit: wholeNumber(parameters.get("limit"), { field: "limit", fallback: 200, most: 200 }),
    };
  },
);

export const dropIndex: OpenExport = tableExport(
  {
    table: "drop_index_daily",
    columns: exportColumns(DropIndexPointSchema, { snapshot_date: "date" }),
    where: { sql: "grain_key = $key", parameters: { key: "varchar" } },
    datasetTables: LISTING_TABLES,
  },
  ({ key }) => {
    const grainKey = /^\d{5}$/.test(key) ? key : indexScope(key);
    return {
      title: `The daily drop index: ${grainKey}`,
      name: `drop-index-${grainKey}`,
      values: { key: grainKey },
    };
  },
);

function indexScope(key: string): string {
  try {
    return pathScope(key);
  } catch {
    const message = `no drop index for ${quoted(key)}; allowed are AU, a state such as NSW, or a sal_code of five digits`;
    throw new TerraceError("not_found", message);
  }
}
