import {
  column,
  measureColumn,
  type TableDefinition,
  textColumn,
  wideCountColumn,
} from "../table-definition.ts";

/** Shares have three letters or digits, other listed securities up to six; requests take what tables hold. */
export const STOCK_CODE_PATTERN = "[A-Z0-9]{3,6}";
const stockCode = column("stock_code", "text", "Code of the security.", "ZZA", {
  required: true,
  pattern: STOCK_CODE_PATTERN,
});

export const COMPANIES: TableDefinition = {
  name: "companies",
  title: "Companies",
  doc: "Listed companies. A company without exposure rows is placed by its registered office.",
  key: ["stock_code"],
  columns: [
    stockCode,
    textColumn("company_name", "Name.", "Zephyr Alloys Ltd"),
    textColumn("industry", "Industry group, one of the 25 of the exchange's company list.", "Materials"),
    textColumn(
      "sector",
      "Sector; the industry group's own when missing.",
      "Materials",
      "follows the industry",
    ),
    column("tags", "text[]", "Words that a reader may look the company up by.", '["copper","explorer"]', {
      nullMeaning: "none",
    }),
    textColumn(
      "market_cap",
      "Market capitalisation in AUD; digits and dots, anything else is unknown.",
      "125000000",
    ),
    column("pe_ratio", "double", "Price over earnings per share.", "14.2", { nullMeaning: "unknown" }),
    measureColumn("dividend_yield", "%", "Dividends of a year over the price.", "3.1", 0),
    column("listing_date", "date", "First day of trading.", "2004-03-12", { nullMeaning: "unknown" }),
    textColumn(
      "address",
      "Registered office, such as `…, VIC, AUSTRALIA, 3205`.",
      "1 Example Street, VIC, AUSTRALIA, 3205",
    ),
    textColumn("summary", "What the company does, in a sentence or two.", "Refines alloys of zinc.", "none"),
    textColumn("website", "Address of its site.", "https://zephyr.example", "none"),
    textColumn("logo_url", "Logo address.", "", "none"),
  ],
};

/** The code of a company that the companies table knows. */
export const companyReference = { ...stockCode, references: "companies.stock_code" };

export const INDUSTRY_HISTORY: TableDefinition = {
  name: "industry_history",
  title: "Industry history",
  doc: "Industry group of a company over time. The row in force on a day is the newest that is not after it.",
  key: ["stock_code", "observed_from"],
  columns: [
    companyReference,
    column("observed_from", "date", "First day the label was seen.", "2024-03-18", { required: true }),
    column("industry", "text", "Industry group from then on.", "Materials", { required: true }),
    column("source", "text", "A change that was seen, or the label when recording began.", "observed", {
      required: true,
      values: ["observed", "seed"],
    }),
  ],
};

export const SHORT_POSITIONS: TableDefinition = {
  name: "short_positions",
  title: "Short positions",
  doc: "Reported short positions by security and date. A code need not be in the companies table: securities that left the exchange stay.",
  key: ["stock_code", "date"],
  columns: [
    stockCode,
    column("date", "date", "Reporting date.", "2026-11-06", { required: true }),
    column(
      "product_name",
      "text",
      "Product name; the kind of security is read from it, and products in deferred settlement count in no mean.",
      "ZEPHYR ALLOYS ORDINARY",
      { default: "" },
    ),
    wideCountColumn("reported_short_positions", "Shares held short.", "876000"),
    wideCountColumn("total_product_in_issue", "Shares on issue that day.", "36500000"),
    column(
      "short_percent",
      "double",
      "Share of the shares on issue sold short; may pass 100 where few are on issue.",
      "2.4",
      { unit: "%", min: 0, nullMeaning: "none on issue" },
    ),
  ],
};

const price = (name: string, doc: string, example: string) =>
  column(name, "double", doc, example, { unit: "AUD", above: 0, nullMeaning: "unknown" });

export const STOCK_PRICES: TableDefinition = {
  name: "stock_prices",
  title: "Stock prices",
  doc: "Prices by security and session.",
  key: ["stock_code", "date"],
  columns: [
    stockCode,
    column("date", "date", "Trading date.", "2026-11-06", { required: true }),
    price("open", "First price.", "3.40"),
    price("high", "Highest price.", "3.47"),
    price("low", "Lowest price.", "3.38"),
    column("close", "double", "Last price.", "3.42", { required: true, unit: "AUD", above: 0 }),
    column("adjusted_close", "double", "Close in today's shares; returns are computed from it.", "3.42", {
      unit: "AUD",
      above: 0,
      nullMeaning: "the close",
    }),
    wideCountColumn("volume", "Shares traded.", "512000"),
  ],
};

export const TRADING_DATES: TableDefinition = {
  name: "trading_dates",
  title: "Trading dates",
  doc: "Dates for which short positions are held; the publication state is read from them.",
  key: ["date"],
  columns: [column("date", "date", "Trading date.", "2026-11-06", { required: true })],
};

const indexCode = column("index_code", "text", "Code of the index.", "ZAX200", {
  required: true,
  keyCase: "upper",
  pattern: "[A-Z0-9.^-]{2,12}",
});

export const INDEX_DEFINITIONS: TableDefinition = {
  name: "index_definitions",
  title: "Market indices",
  doc: "Indices of the share market.",
  key: ["index_code"],
  columns: [
    indexCode,
    column("name", "text", "Name.", "Zephyr 200", { required: true }),
    column("return_type", "text", "Whether dividends are reinvested.", "price", {
      default: "price",
      values: ["price", "total"],
    }),
    column("currency", "text", "Currency.", "AUD", { default: "AUD" }),
  ],
};

const level = (name: string, doc: string, example: string) =>
  column(name, "double", doc, example, { unit: "points", above: 0, nullMeaning: "unknown" });

export const INDEX_PRICES: TableDefinition = {
  name: "index_prices",
  title: "Index levels",
  doc: "Levels of the indices by session.",
  key: ["index_code", "date"],
  columns: [
    { ...indexCode, references: "index_definitions.index_code" },
    column("date", "date", "Trading date.", "2026-11-06", { required: true }),
    level("open", "First level.", "8401.2"),
    level("high", "Highest level.", "8430.5"),
    level("low", "Lowest level.", "8377.9"),
    column("close", "double", "Last level.", "8420.1", { required: true, unit: "points", above: 0 }),
    wideCountColumn("volume", "Shares traded.", "601000000"),
  ],
};

/** In the order of their references. */
export const MARKET_TABLES: readonly TableDefinition[] = [
  COMPANIES,
  INDUSTRY_HISTORY,
  SHORT_POSITIONS,
  STOCK_PRICES,
  TRADING_DATES,
  INDEX_DEFINITIONS,
  INDEX_PRICES,
];
