import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { plainRecords, plainTableOf, plainText } from "../../support/plain/plain-csv.ts";
import { type Draws, drawsOf, type Published } from "./drawn-cells.ts";

const DAYS = ["2022-03-31", "2025-09-30"];
const POSITION_COLUMNS = {
  "Reported Short Positions": "reported_short_positions",
  "Total Product in Issue": "total_product_in_issue",
  "% of Total Product in Issue Reported as Short Positions": "short_percent",
};
const SESSION_COLUMNS = {
  Open: "open",
  High: "high",
  Low: "low",
  Close: "close",
  "Adj Close": "adjusted_close",
  Volume: "volume",
};
const TAX_COLUMNS = {
  "Total income $": "total_income",
  "Taxable income $": "taxable_income",
  "Tax payable $": "tax_payable",
};
const STATEMENT_COLUMNS = {
  "Total Revenue": "revenue",
  "Net Income": "net_income",
  "Diluted EPS": "eps_diluted",
  "Total Assets": "total_assets",
};

/** Figures of listed companies: positions, prices, names, tax, dividends, statements. */
export function companyCells({ rows, draw, path }: Published): Draws[] {
  const positions = rows("short_positions", "stock_code", "date");
  const prices = rows("stock_prices", "stock_code", "date");
  const tax = rows("corporate_tax", "abn");
  const dividends = rows("dividends", "stock_code", "ex_date");
  const periods = rows("fundamentals_periods", "stock_code", "period_type", "period_end");
  const reports = DAYS.map((day) => {
    const name = `RR${day.replaceAll("-", "")}-001-SSDailyAggShortPos.csv.gz`;
    return { day, cells: plainTableOf(path(`asx/asic-short-positions/${name}`)) };
  });
  const sessions = plainTableOf(path("asx-fundamentals/BHP.AX-daily.2017_2022.csv.gz"));
  const listed = plainTableOf(path("asx/ASX_Listed_Companies_07-04-2024.csv.gz"));
  const newest = plainRecords(plainText(path("asx-fundamentals/asx-listed-companies.2026-04.csv.gz"))).slice(
    3,
  );
  const companies = rows("companies", "stock_code");
  const entities = plainTableOf(path("ato-tax/derived-csv/income-tax-details-2023-24.csv.gz"));
  const entitiesOf = Map.groupBy(entities, ({ ABN }) => ABN);
  const lists = unzipSync(readFileSync(path("asx-fundamentals/dividends-declared.2015-h1.zip")));
  const last = Object.keys(lists).find((name) => name.includes("2015-06-27"))!;
  const declared = plainRecords(Buffer.from(lists[last]).toString()).filter(
    (cells) => /^[A-Z0-9]{3}$/.test(cells[2] ?? "") && /^[\d.]+$/.test(cells[4] ?? ""),
  );
  const levels = rows("index_prices", "index_code", "date");
  const roundups = unzipSync(readFileSync(path("asx-fundamentals/australian-indices.2015-h1.zip")));
  const week = Object.keys(roundups).find((name) => name.includes("2015-06-27"))!;
  const weekly = plainRecords(Buffer.from(roundups[week]).toString());
  const labels = weekly.find(([first]) => first === "Code")!;
  const indices = weekly.slice(weekly.indexOf(labels) + 1).filter(([code]) => /^X[A-Z]{2}$/.test(code ?? ""));
  const statements = JSON.parse(
    plainText(path("asx-fundamentals/financial-statements.3-companies.json.gz")),
  ) as Statement[];
  return [
    drawsOf("asic-short-positions", `reports of ${DAYS.join(" and ")}`, 80, () => {
      const { day, cells } = draw(reports);
      const row = draw(cells);
      const code = (row["Product Code"] ?? "").trim();
      const imported = positions.get(`${code} ${day}`);
      const [label, column] = draw(Object.entries(POSITION_COLUMNS));
      if (imported === undefined || !/\d/.test(row[label] ?? "")) return undefined;
      return [`${code} ${day} ${column}`, Number(row[label]), imported[column]];
    }),
    drawsOf("daily-prices", "sessions of BHP", 40, () => {
      const { Date: day, ...cells } = draw(sessions);
      const row = prices.get(`BHP ${day}`);
      const [label, column] = draw(Object.entries(SESSION_COLUMNS));
      return row === undefined ? undefined : [`BHP ${day} ${column}`, Number(cells[label]), row[column]];
    }),
    drawsOf("asx-companies", "names and industry groups of the newest list", 40, () => {
      const [name, code, group] = draw(newest);
      const row = companies.get(code);
      if (row === undefined) return undefined;
      const [printed, column] = draw([
        [name, "company_name"],
        [group, "industry"],
      ]);
      return row[column] === null ? undefined : [`${code} ${column}`, printed, row[column]];
    }),
    drawsOf("asx-companies", "days on which companies were listed", 30, () => {
      const { "ASX code": code, "Listing date": date } = draw(listed);
      const row = companies.get(code);
      if (row === undefined || date === "") return undefined;
      return [`${code} listed`, date.split("/").reverse().join("-"), row.listing_date];
    }),
    drawsOf("ato-corporate-tax", "income tax details 2023-24", 60, () => {
      const { ABN: abn, ...cells } = draw(entities);
      const row = tax.get(abn.padStart(11, "0"));
      const [label, column] = draw(Object.entries(TAX_COLUMNS));
      if (row === undefined || entitiesOf.get(abn)!.length > 1) return undefined;
      // A blank is null, not 0.
      return [`${abn} ${column}`, cells[label] === "" ? null : Number(cells[label]), row[column]];
    }),
    drawsOf("dividend-lists", "list of 27 June 2015", 20, () => {
      const cells = draw(declared);
      const [day, month] = cells[12].split(" ");
      const at = "JanFebMarAprMayJunJulAugSepOctNovDec".indexOf(month) / 3 + 1;
      const date = `2015-${String(at).padStart(2, "0")}-${day.padStart(2, "0")}`;
      const alike = declared.filter((other) => other[2] === cells[2]).length;
      const row = dividends.get(`${cells[2]} ${date}`);
      if (alike > 1 || row === undefined) return undefined;
      const franked = cells[7] === "-" ? null : Number(cells[7]);
      return [
        `${cells[2]} ${date}`,
        `${Number(cells[4]).toFixed(4)} ${franked}`,
        `${(Number(row.amount_per_share) * 100).toFixed(4)} ${row.franking_percentage}`,
      ];
    }),
    drawsOf("index-roundups", "week to 26 June 2015", 20, () => {
      const cells = draw(indices);
      const column = draw([2, 3, 4, 5, 6]);
      const day = `2015-06-${labels[column].slice(-2)}`;
      const row = levels.get(`${cells[0]} ${day}`);
      return row === undefined ? undefined : [`${cells[0]} ${day}`, Number(cells[column]), row.close];
    }),
    drawsOf("financial-statements", "yearly statements of three companies", 12, () => {
      const { stock_code, annual } = draw(statements);
      const end = draw(Object.keys(annual.income_statement));
      const [label, column] = draw(Object.entries(STATEMENT_COLUMNS));
      const value = { ...annual.income_statement[end], ...annual.balance_sheet[end] }[label];
      const row = periods.get(`${stock_code} annual ${end}`);
      if (typeof value !== "number" || row === undefined) return undefined;
      return [`${stock_code} ${end} ${column}`, value, row[column]];
    }),
  ];
}

interface Statement {
  readonly stock_code: string;
  readonly annual: Readonly<
    Record<
      "income_statement" | "balance_sheet",
      Readonly<Record<string, Readonly<Record<string, number | null>>>>
    >
  >;
}
