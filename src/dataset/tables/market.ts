import {
  date,
  double,
  measure,
  must,
  type TableDefinition,
  table,
  text,
  texts,
  wideCount,
} from "../table-definition.ts";

/** Shares have three letters or digits, other securities up to six; requests accept the same pattern. */
export const STOCK_CODE_PATTERN = "[A-Z0-9]{3,6}";
/** Not a reference: tables about securities also hold codes that left the exchange. */
export const stockCode = text("Code of the security.", "ZZA", must, { pattern: STOCK_CODE_PATTERN });

export const COMPANIES = table("companies", "Companies", {
  key: ["stock_code"],
  doc: "Listed companies. A company without exposure rows is assigned to the state of its registered office.",
  columns: {
    stock_code: stockCode,
    company_name: text("Name.", "Zephyr Alloys Ltd"),
    industry: text("Industry group, one of the 25 of the exchange's company list.", "Materials"),
    sector: text("Sector; if missing, that of the industry group.", "Materials", "follows the industry"),
    tags: texts("Search words of the company.", '["copper","explorer"]', "none"),
    market_cap: text("Market capitalisation in AUD; digits and dots, anything else is unknown.", "125000000"),
    pe_ratio: double("Price over earnings per share.", "14.2"),
    dividend_yield: measure("%", "Dividend yield: annual dividends over the price.", "3.1", 0),
    listing_date: date("First day of trading.", "2004-03-12"),
    address: text(
      "Registered office, such as `…, VIC, AUSTRALIA, 3205`.",
      "1 Example Street, VIC, AUSTRALIA, 3205",
    ),
    summary: text("What the company does, in a sentence or two.", "Refines alloys of zinc.", "none"),
    website: text("URL of its website.", "https://zephyr.example", "none"),
    logo_url: text("URL of the logo.", "", "none"),
  },
});

export const companyReference = { ...stockCode, references: "companies.stock_code" };

export const INDUSTRY_HISTORY = table("industry_history", "Industry history", {
  key: ["stock_code", "observed_from"],
  doc: "Industry group of a company over time. The newest row on or before a day applies.",
  columns: {
    stock_code: companyReference,
    observed_from: date("First day on which the label was observed.", "2024-03-18", must),
    industry: text("Industry group from then on.", "Materials", must),
    source: text("An observed change, or the label when recording began.", "observed", must, {
      values: ["observed", "seed"],
    }),
  },
});

export const SHORT_POSITIONS = table("short_positions", "Short positions", {
  key: ["stock_code", "date"],
  doc: "Reported short positions by security and date. A code need not be in the companies table: delisted securities are kept.",
  columns: {
    stock_code: stockCode,
    date: date("Reporting date.", "2026-11-06", must),
    product_name: text(
      "Product name; the kind of security is derived from it, and means ignore products in deferred settlement.",
      "ZEPHYR ALLOYS ORDINARY",
      { default: "" },
    ),
    reported_short_positions: wideCount("Shares held short.", "876000"),
    total_product_in_issue: wideCount("Shares on issue that day.", "36500000"),
    short_percent: double(
      "Share of the shares on issue sold short; may exceed 100 if few are on issue.",
      "2.4",
      "none on issue",
      { unit: "%", min: 0 },
    ),
  },
});

const price = (doc: string, example: string) => double(doc, example, { unit: "AUD", above: 0 });

export const STOCK_PRICES = table("stock_prices", "Stock prices", {
  key: ["stock_code", "date"],
  doc: "Prices by security and session.",
  columns: {
    stock_code: stockCode,
    date: date("Trading date.", "2026-11-06", must),
    open: price("First price.", "3.40"),
    high: price("Highest price.", "3.47"),
    low: price("Lowest price.", "3.38"),
    close: double("Last price.", "3.42", must, { unit: "AUD", above: 0 }),
    adjusted_close: double("Close adjusted to today's shares, for computing returns.", "3.42", "the close", {
      unit: "AUD",
      above: 0,
    }),
    volume: wideCount("Shares traded.", "512000"),
  },
});

export const TRADING_DATES = table("trading_dates", "Trading dates", {
  key: ["date"],
  doc: "Dates with short positions; they determine the state of publication.",
  columns: { date: date("Trading date.", "2026-11-06", must) },
});

const indexCode = text("Code of the index.", "ZAX200", must, {
  keyCase: "upper",
  pattern: "[A-Z0-9.^-]{2,12}",
});

export const INDEX_DEFINITIONS = table("index_definitions", "Market indices", {
  key: ["index_code"],
  doc: "Indices of the share market.",
  columns: {
    index_code: indexCode,
    name: text("Name.", "Zephyr 200", must),
    return_type: text("Whether dividends are reinvested.", "price", {
      default: "price",
      values: ["price", "total"],
    }),
    currency: text("Currency.", "AUD", { default: "AUD" }),
  },
});

const level = (doc: string, example: string) => double(doc, example, { unit: "points", above: 0 });

export const INDEX_PRICES = table("index_prices", "Index levels", {
  key: ["index_code", "date"],
  doc: "Levels of the indices by session.",
  columns: {
    index_code: { ...indexCode, references: "index_definitions.index_code" },
    date: date("Trading date.", "2026-11-06", must),
    open: level("First level.", "8401.2"),
    high: level("Highest level.", "8430.5"),
    low: level("Lowest level.", "8377.9"),
    close: double("Last level.", "8420.1", must, { unit: "points", above: 0 }),
    volume: wideCount("Shares traded.", "601000000"),
  },
});

/** Tables come after those they reference. */
export const MARKET_TABLES: readonly TableDefinition[] = [
  COMPANIES,
  INDUSTRY_HISTORY,
  SHORT_POSITIONS,
  STOCK_PRICES,
  TRADING_DATES,
  INDEX_DEFINITIONS,
  INDEX_PRICES,
];
