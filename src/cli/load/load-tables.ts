import { columnDictionary } from "../../domains/column-dictionary.ts";
import { DOMAINS } from "../../domains/index.ts";
import { METRICS } from "../../domains/suburbs/metrics/metric-registry.ts";
import { protoComment } from "../../rpc/proto-comments.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import type { CommandRun } from "../configuration.ts";
import { openTables } from "../query/open-tables.ts";
import type { Terminal } from "../terminal.ts";
import { describedTables, type LoadTarget, type MethodView, tableLines } from "./table-text.ts";

interface LoadOptions {
  readonly schema: string;
  readonly isAgain: boolean;
  readonly say: CommandRun["say"];
}

export async function loadTables(
  address: string,
  data: Parameters<typeof openTables>[0],
  options: LoadOptions,
  terminal: Terminal,
): Promise<void> {
  const tables = await openTables(data, terminal.signal);
  const load = async () => {
    const target = await openTarget(addressOf(address, terminal), options.schema, terminal.signal);
    await loadInto(target, tables, options, terminal).finally(target.close);
  };
  await load().finally(tables.close);
}

/** Parses the address. The password comes from the environment: flags show in the process list. */
function addressOf(text: string, { env }: Terminal): URL {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address === undefined || !/^(postgres(ql)?|clickhouse):$/.test(address.protocol)) {
    throw invalidArgument(
      `"${text}" is not an address such as postgres://user@host/database or clickhouse://host:8123`,
    );
  }
  const password = address.protocol === "clickhouse:" ? env.CLICKHOUSE_PASSWORD : env.PGPASSWORD;
  if (address.password === "" && password !== undefined) address.password = encodeURIComponent(password);
  return address;
}

async function openTarget(address: URL, schema: string, signal: AbortSignal): Promise<LoadTarget> {
  if (address.protocol !== "clickhouse:") {
    return (await import("./load-postgres.ts")).postgresTarget(address, schema, signal);
  }
  return (await import("./load-clickhouse.ts")).clickhouseTarget(address, schema, signal);
}

async function loadInto(
  target: LoadTarget,
  { sandbox, manifest }: Awaited<ReturnType<typeof openTables>>,
  { schema, isAgain, say }: LoadOptions,
  terminal: Terminal,
): Promise<void> {
  const { snapshotId, asOf, synthetic, tables } = manifest;
  const there = await target.loaded();
  if (there === snapshotId && !isAgain) {
    say(
      { snapshotId, schema, loaded: false },
      `${snapshotId} is in ${schema} already; use --again to reload it`,
    );
    return;
  }
  const { describe } = await columnDictionary(METRICS);
  const progress = terminal.progress({ isBrief: true });
  await target.begin();
  const loaded = new Set<string>();
  let rows = 0;
  const docOf = (table: string, column: string) => describe(table, column)?.doc;
  for await (const table of describedTables(sandbox, docOf, terminal.signal)) {
    progress.report(`loading ${table.name}`, loaded.size, tables.length);
    await target.take(table, tableLines(sandbox, table, terminal.signal));
    loaded.add(table.name);
    rows += table.rows;
  }
  const made = synthetic ? "SYNTHETIC data: not real places or prices" : `as of ${asOf}`;
  const views = methodViews(loaded);
  await target.finish(snapshotId, made, views);
  progress.finish();
  say(
    {
      snapshotId,
      schema,
      loaded: true,
      tables: loaded.size,
      views: views.length,
      rows,
      replaced: there ?? null,
    },
    `${snapshotId} is in ${schema}: ${loaded.size} tables, ${views.length} views, ${rows} rows${there === undefined ? "" : `, replacing ${there}`}`,
  );
}

/** Methods whose rows are those of one table. All others join, count or rank per call. */
const TABLES: Readonly<Record<string, string>> = {
  GetHousingOverview: "housing_headline",
  GetHousePriceSeries: "price_series",
  ListStateSuburbs: "suburbs",
  GetSuburbMetricColumns: "suburb_metrics",
  GetSuburbProfile: "suburb_profiles",
  ListHousingRegions: "housing_regions",
  ListSuburbPriceDrops: "suburb_price_drops",
  ListSuburbDropListings: "suburb_drop_listings",
  GetPropertyHistory: "property_events",
  ListAddressPriceDrops: "address_price_drops",
  GetPriceDropsOverview: "state_price_drops",
  ListAgencyPriceStats: "agency_price_stats",
  GetDropIndexSeries: "drop_index_daily",
  ListCouncils: "council_summaries",
  GetCouncilProfile: "councils",
  ListEconomicSeries: "economic_series",
  GetEconomicSeries: "economic_observations",
  ListSeriesCorrelations: "economic_correlations",
  ListStateCompanies: "state_companies",
  GetStateCompanyAggregates: "state_company_aggregates",
  ListPartyFunding: "party_funding_rollup",
  GetMarketNews: "news_articles",
  ListEditorialTakes: "editorial_takes",
  ListReports: "reports",
  GetStockFundamentals: "fundamentals_periods",
  GetStockFinancialHighlights: "report_highlights",
  GetDirectorTrades: "director_trades",
  GetDividendHistory: "dividends",
  GetPeerComparison: "similar_companies",
  GetEventTimeline: "stock_events",
  GetStockSignals: "stock_signals",
  GetCompanyTaxProfile: "company_tax",
  GetIndustryIntelligence: "industry_records",
};

/** A view for each method whose table was loaded, documented by the method's proto comment. */
function methodViews(loaded: ReadonlySet<string>): MethodView[] {
  const methods = DOMAINS.flatMap(({ samples }) => samples.map(({ desc }) => desc));
  return Object.entries(TABLES)
    .filter(([, table]) => loaded.has(table))
    .map(([method, table]) => {
      const desc = methods.find(({ name }) => name === method)!;
      const comment = protoComment(`${desc.parent.typeName}.${method}`).trim().replaceAll(/\s+/g, " ");
      return { name: snakeCase(method), table, doc: `${method}: ${comment}` };
    });
}

const snakeCase = (name: string) =>
  name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
