import { describe, expect, inject, it } from "vitest";
import { coreMethods, stockMethods } from "../../../src/domains/stocks/service.ts";
import { CoreStocksService } from "../../../src/gen/shorts/v1alpha1/core_stocks_pb.ts";
import { StockService } from "../../../src/gen/shorts/v1alpha1/stock_pb.ts";
import type { UnaryMethod } from "../../../src/rpc/unary-method.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { TEST_NOW } from "../../support/country/serve-country.ts";
import { callMethod, type Json, methodOptions } from "../../support/data/method-calls.ts";
import { rawTables } from "../../support/data/raw-tables.ts";
import { type CsvRow, opinionRows } from "../../support/data/read-csv.ts";
import { PlainMarket, shownOf } from "../../support/plain/plain-market.ts";
import { compareBy, daysBefore, monthsBefore } from "../../support/plain/plain-steps.ts";
import { expectClose } from "../../support/wire/expect-close.ts";

const { method } = StockService;

const tables = new Map<string, ReadonlyMap<string, readonly CsvRow[]>>();
const table = (name: string) => {
  const rows = tables.get(name) ?? Map.groupBy(opinionRows(name), (row) => row.stock_code);
  tables.set(name, rows);
  return rows;
};

const engine = followCountry("opinionCountry");
const { datasetDir } = inject("opinionCountry");
const plain = new PlainMarket(await rawTables("market", datasetDir));
const options = methodOptions({ now: TEST_NOW });
const methods = [...stockMethods(engine, options), ...coreMethods(engine)];
const codes = [...new Set([...table("companies").keys(), ...plain.positions.keys()])]
  .filter((code) => code.length <= 4)
  .sort();

const call = (desc: UnaryMethod["desc"], request: object) =>
  callMethod(methods, desc, request as never) as Promise<Json>;
const rowsOf = (name: string, code: string) => table(name).get(code) ?? [];
/** For sorting newest first by a column; nulls last. */
const dayOf = (column: string) => (row: CsvRow) => Date.parse(row[column]) || 0;
const listOf = (cell: string) => (cell === "" ? [] : (JSON.parse(cell) as string[]));

describe("GetStock", () => {
  it("tells the newest row of every code, sized by the newest sessions, as the raw rows do", async () => {
    let found = 0;
    for (const code of codes) {
      const row = plain.positions.get(code)?.at(-1);
      const stock = await call(method.getStock, { productCode: code }).catch(() => undefined);
      expect(stock === undefined, code).toBe(row === undefined);
      if (stock === undefined || row === undefined) continue;
      found++;
      const [company] = rowsOf("companies", code);
      if (company?.company_name) expect(stock.name).toBe(company.company_name);
      expect(stock.tags).toEqual(listOf(company?.tags ?? ""));
      const last = plain.prices.get(code)?.at(-1)?.date ?? "";
      const wanted = plain.shown(row, [last, row.date].sort()[1]);
      expectClose(shownOf(stock, wanted), wanted, code);
    }
    expect(found).toBeGreaterThan(40);
  });
});

describe("GetStockDetails", () => {
  const TEXTS = {
    details: "details",
    enhancedSummary: "enhanced_summary",
    companyHistory: "company_history",
    competitiveAdvantages: "competitive_advantages",
    recentDevelopments: "recent_developments",
    logoIconGcsUrl: "logo_icon_url",
    logoSvgGcsUrl: "logo_svg_url",
    logoSourceUrl: "logo_source_url",
    logoFormat: "logo_format",
  } as const;

  it("tells of every company what its rows in six tables do", async () => {
    const filled = { people: 0, reports: 0, annual: 0, history: 0 };
    for (const [code, [company]] of table("companies")) {
      if (code.length > 4) continue;
      const details = await call(method.getStockDetails, { productCode: code });
      const [profile] = rowsOf("company_profiles", code);
      const cell = (name: string) => profile?.[name] ?? "";
      expect(details.summary, code).toBe(cell("summary") || (company.summary ?? ""));
      for (const [field, column] of Object.entries(TEXTS)) expect(details[field], field).toBe(cell(column));
      expect(details.riskFactors).toEqual(listOf(cell("risk_factors")));
      expect([details.address, details.industry]).toEqual([company.address, company.industry]);
      expect(details.enrichmentError).toBe("");
      const people = rowsOf("company_people", code)
        .filter(({ name, role, bio }) => name + role + bio !== "")
        .toSorted((a, b) => Number(a.position) - Number(b.position) || (a.id < b.id ? -1 : 1));
      expect(details.keyPeople.map(({ name, role }: Json) => [name, role])).toEqual(
        people.map(({ name, role }) => [name, role]),
      );
      const reports = rowsOf("company_reports", code)
        .filter(({ url }) => url !== "")
        .toSorted(compareBy(dayOf("date"), "id"));
      expect(details.financialReports.map(({ url, date }: Json) => [url, date])).toEqual(
        reports.map(({ url, date }) => [url, date]),
      );
      const history = plain.raw.history
        .filter(({ stock_code }) => stock_code === code)
        .toSorted((a, b) => (a.observed_from < b.observed_from ? -1 : 1));
      expect(details.industryHistory).toEqual(
        history.map(({ industry, observed_from, source }) => ({
          industry,
          observedFrom: observed_from,
          source,
        })),
      );
      const revenues = rowsOf("fundamentals_periods", code)
        .filter(({ period_type, revenue }) => period_type === "annual" && Number(revenue) !== 0)
        .map(({ period_end, revenue }) => [period_end, Number(revenue)]);
      const statements = details.financialStatements;
      const income = Object.entries((statements?.annual?.incomeStatement ?? {}) as Record<string, Json>);
      expect(
        Object.fromEntries(
          income.flatMap(([end, { metrics }]) =>
            metrics.revenue === undefined ? [] : [[end, metrics.revenue]],
          ),
        ),
      ).toEqual(Object.fromEntries(revenues));
      const sessions = plain.prices.get(code) ?? [];
      const last = sessions.at(-1);
      if (last !== undefined) {
        expect(statements.info.currentPrice, code).toBe(last.close);
        expect(statements.info.volume).toBe(last.volume ?? 0);
      }
      filled.people += people.length;
      filled.reports += reports.length;
      filled.annual += revenues.length;
      filled.history += history.length;
    }
    for (const [kind, count] of Object.entries(filled)) expect(count, kind).toBeGreaterThan(5);
  });

  it("finds the highest and the lowest price of the year before the newest session", async () => {
    const sessions = table("stock_prices");
    for (const [code, rows] of [...sessions].filter(([one]) => rowsOf("companies", one).length > 0)) {
      const newest = rows
        .map(({ date }) => date)
        .sort()
        .at(-1)!;
      const year = rows.filter(({ date }) => date >= daysBefore(newest, 364));
      const { financialStatements } = await call(method.getStockDetails, { productCode: code });
      const { week52High, week52Low } = financialStatements.info;
      expect([week52High, week52Low], code).toEqual([
        Math.max(...year.map(({ high, close }) => Number(high) || Number(close))),
        Math.min(...year.map(({ low, close }) => Number(low) || Number(close))),
      ]);
    }
  });
});

describe("lists of every code", () => {
  it("give director trades newest first, and count them all", async () => {
    let found = 0;
    for (const code of codes) {
      const expected = rowsOf("director_trades", code).toSorted(compareBy(dayOf("trade_date"), "id"));
      const { trades, totalCount } = await call(method.getDirectorTrades, { stockCode: code, limit: 200 });
      expect(totalCount, code).toBe(expected.length);
      expect(
        trades.map((trade: Json) => [
          ...[trade.id, trade.directorName, trade.tradeType, trade.tradeDate, trade.announcementUrl],
          ...[Number(trade.sharesTraded), trade.pricePerShare, trade.totalValue],
        ]),
      ).toEqual(
        expected
          .slice(0, 200)
          .map((row) => [
            ...[row.id, row.director_name, row.trade_type, row.trade_date, row.announcement_url],
            ...[Math.round(Number(row.shares)), Number(row.price), Number(row.total_value)],
          ]),
      );
      found += expected.length;
    }
    expect(found).toBeGreaterThan(50);
  });

  it("give people by name with the other companies they serve, and companies by likeness", async () => {
    const everywhere = Map.groupBy([...table("company_people").values()].flat(), (row) => row.person_id);
    const found = { people: 0, shared: 0, alike: 0 };
    for (const code of codes) {
      const { people, similarCompanies } = await call(method.getStockGraph, { stockCode: code, limit: 100 });
      const own = rowsOf("company_people", code)
        .filter(({ name }) => name !== "")
        .toSorted((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1))
        .map(({ name, role, person_id }) => {
          const others = person_id === "" ? [] : everywhere.get(person_id)!.map((row) => row.stock_code);
          return { name, role, alsoAt: [...new Set(others)].filter((other) => other !== code).sort() };
        });
      expect(
        people.map(({ name, role, alsoAt }: Json) => ({ name, role, alsoAt })),
        code,
      ).toEqual(own);
      const alike = rowsOf("company_similarities", code)
        .filter(({ other_code }) => other_code !== code)
        .toSorted(compareBy(({ similarity }) => Number(similarity), "other_code"))
        .map(({ other_code, similarity }) => [
          other_code,
          rowsOf("companies", other_code)[0]?.company_name ?? "",
          Number(similarity),
        ]);
      expect(
        similarCompanies.map((one: Json) => [one.stockCode, one.companyName, one.similarity]),
        code,
      ).toEqual(alike.slice(0, 100));
      found.people += own.length;
      found.shared += own.filter(({ alsoAt }) => alsoAt.length > 0).length;
      found.alike += alike.length;
    }
    for (const [kind, count] of Object.entries(found)) expect(count, kind).toBeGreaterThan(2);
  });

  it("give signals by severity, confidence and newest find, each polarity for itself", async () => {
    const weight = (row: CsvRow) => ["low", "medium", "high"].indexOf(row.severity);
    let found = 0;
    for (const code of codes) {
      const answer = await call(method.getStockSignals, { stockCode: code, limit: 100 });
      for (const polarity of ["adverse", "positive"]) {
        const expected = rowsOf("stock_signals", code)
          .filter((row) => row.polarity === polarity)
          .toSorted(compareBy(weight, ({ confidence }) => Number(confidence), dayOf("fetched_at"), "id"))
          .map((row) => [row.kind, row.headline, row.severity, row.event_date, listOf(row.citations)]);
        expect(
          answer[polarity].map((one: Json) => [
            ...[one.kind, one.headline, one.severity, one.eventDate, one.citations],
          ]),
          `${code} ${polarity}`,
        ).toEqual(expected.slice(0, 100));
        found += expected.length;
      }
    }
    expect(found).toBeGreaterThan(10);
  });

  it("give what was read out of the newest reports, and leave out codes without any", async () => {
    let found = 0;
    for (let i = 0; i < codes.length; i += 50) {
      const stockCodes = codes.slice(i, i + 50);
      const { highlights } = await call(method.getStockFinancialHighlights, {
        stockCodes,
        maxReportsPerStock: 3,
      });
      const expected = stockCodes.flatMap((code) => {
        const reports = rowsOf("company_reports", code)
          .filter(({ metrics, digest }) => metrics !== "" || digest !== "")
          .toSorted(compareBy(dayOf("date"), "id"))
          .slice(0, 3)
          .map(({ title, date, metrics }) => [
            title,
            date,
            (metrics === "" ? [] : (JSON.parse(metrics) as Json[])).map((one) => one.metric_type),
          ]);
        return reports.length === 0 ? [] : [[code, reports] as const];
      });
      const shown = Object.entries(highlights as Record<string, Json>).map(([code, { reports }]) => [
        code,
        reports.map((one: Json) => [
          ...[one.reportTitle, one.reportDate],
          one.metrics.map(({ metricType }: Json) => metricType),
        ]),
      ]);
      expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
      found += expected.length;
    }
    expect(found).toBeGreaterThan(5);
  });
});

describe("CoreStocksService", () => {
  it("ranks ten stocks over three months, and gives three months of a stock, as the raw rows do", async () => {
    const since = monthsBefore(plain.newest, 3);
    const pointsOf = (code: string) => plain.positions.get(code)!.filter(({ date }) => date > since);
    const shown = (series: Json) =>
      series.points.map((point: Json) => [point.timestamp.slice(0, 10), point.shortPosition]);
    const top = await call(CoreStocksService.method.getTopShorts, {});
    const ranked = plain.ranking().slice(0, 10);
    expect(top.offset).toBe(10);
    const expected = ranked
      .map(({ stock_code }) => [
        stock_code,
        pointsOf(stock_code)
          .filter(({ short_percent }) => (short_percent ?? 0) > 0)
          .map(({ date, short_percent }) => [date, short_percent]),
      ])
      .filter(([, points]) => points!.length >= 2);
    expect(top.timeSeries.map((series: Json) => [series.productCode, shown(series)])).toEqual(expected);
    for (const { stock_code } of ranked) {
      const data = await call(CoreStocksService.method.getStockData, { productCode: stock_code });
      expect(shown(data)).toEqual(
        pointsOf(stock_code)
          .filter(({ short_percent }) => short_percent !== null)
          .map(({ date, short_percent }) => [date, short_percent]),
      );
    }
  });
});
