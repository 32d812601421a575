import {
  type ColumnDefinition,
  column,
  measureColumn,
  type TableDefinition,
  textColumn,
} from "../table-definition.ts";
import { CORPORATE_TAX, ENTITY_CODES, FUNDAMENTALS_PERIODS } from "./fundamentals.ts";

/** The tables about single stocks hold codes that left the exchange too: none of them asks the company table. */
const stockCode = column("stock_code", "text", "Code of the security.", "ZZA", {
  required: true,
  pattern: "[A-Z0-9]{3,6}",
});
const id = column("id", "text", "Id of the row in its source.", "n-20261104-17", { required: true });
const confidence: ColumnDefinition = column("confidence", "double", "How sure the reading is.", "0.9", {
  unit: "fraction",
  min: 0,
  max: 1,
  default: 0,
});

export const COMPANY_PROFILES: TableDefinition = {
  name: "company_profiles",
  title: "Company profiles",
  doc: "What is known about a company beyond the company list.",
  key: ["stock_code"],
  columns: [
    stockCode,
    textColumn("summary", "What the company does, in a sentence or two.", "Refines alloys of zinc.", "none"),
    textColumn("details", "The same at length.", "Runs two smelters.", "none"),
    textColumn("website", "Address of its site.", "https://zephyr.example", "none"),
    textColumn("enhanced_summary", "A longer summary, edited.", "Zephyr refines alloys.", "none"),
    textColumn("company_history", "Where it came from.", "Founded 1974.", "none"),
    textColumn("competitive_advantages", "What it says it does better.", "Cheap power.", "none"),
    column("risk_factors", "text[]", "What it says may go wrong.", '["price of zinc"]', {
      nullMeaning: "none",
    }),
    textColumn("recent_developments", "What happened lately.", "A third line opened.", "none"),
    textColumn("twitter", "Address of its account.", "https://twitter.example/zephyr", "none"),
    textColumn("linkedin", "Address of its account.", "https://linkedin.example/zephyr", "none"),
    textColumn("facebook", "Address of its account.", "https://facebook.example/zephyr", "none"),
    textColumn("youtube", "Address of its account.", "https://youtube.example/zephyr", "none"),
    column("enrichment_status", "text", "How far the profile got.", "completed", {
      default: "completed",
      values: ["pending", "processing", "completed", "failed"],
    }),
    column("enrichment_date", "timestamp", "When the profile was written.", "2026-10-02T04:00:00Z", {
      nullMeaning: "never",
    }),
    textColumn("logo_icon_url", "Square logo.", "https://logos.example/ZZA-icon.png", "none"),
    textColumn("logo_svg_url", "Logo as SVG.", "https://logos.example/ZZA.svg", "none"),
    textColumn("logo_source_url", "Where the logo was found.", "https://zephyr.example/logo", "none"),
    textColumn("logo_format", "Format of the logo.", "svg", "none"),
    column("employee_count", "int", "People employed.", "1250", { min: 0, nullMeaning: "unknown" }),
    column("beta", "double", "How the price moves with the market.", "1.12", { nullMeaning: "unknown" }),
  ],
};

export const COMPANY_PEOPLE: TableDefinition = {
  name: "company_people",
  title: "People of companies",
  doc: "Directors and executives. Rows of one person have one `person_id`; a row without one is a person of its own.",
  key: ["id"],
  columns: [
    id,
    stockCode,
    textColumn("person_id", "Id of the person across companies.", "p-812", "known from this row alone"),
    textColumn("name", "Name.", "Ada Marlow"),
    textColumn("role", "Role.", "Chief Executive Officer"),
    textColumn("bio", "Short biography.", "Metallurgist.", "none"),
    textColumn("image_url", "Portrait.", "https://people.example/812.jpg", "none"),
    textColumn("image_gcs_url", "Stored copy of the portrait.", "https://media.example/812.jpg", "none"),
    textColumn("linkedin_url", "Professional profile.", "https://linkedin.example/812", "none"),
    textColumn("source_url", "Where it was read.", "https://zephyr.example/board", "unknown"),
    textColumn("source_type", "Kind of source.", "website"),
    column("position", "int", "Place in the company's own list.", "1", { default: 0, min: 0 }),
  ],
};

export const COMPANY_SIMILARITIES: TableDefinition = {
  name: "company_similarities",
  title: "Similar companies",
  doc: "Weights between companies, one row a direction.",
  key: ["stock_code", "other_code"],
  columns: [
    stockCode,
    { ...stockCode, name: "other_code", doc: "Code of the similar company.", example: "ZZB" },
    column("similarity", "double", "Weight; 1 is the same.", "0.83", { required: true, min: 0, max: 1 }),
  ],
};

export const COMPANY_REPORTS: TableDefinition = {
  name: "company_reports",
  title: "Company reports",
  doc: "Reports that companies lodge, and what was read out of them.",
  key: ["id"],
  columns: [
    id,
    stockCode,
    textColumn("url", "Address of the report.", "https://filings.example/ZZA/2026.pdf", "not published"),
    textColumn("title", "Title.", "Annual Report 2026", "none"),
    textColumn("type", "Kind of report.", "annual_report"),
    column("date", "date", "Day it was lodged.", "2026-08-25", { nullMeaning: "unknown" }),
    textColumn("source", "Where it was found.", "exchange"),
    textColumn("gcs_url", "Stored copy.", "https://media.example/ZZA-2026.pdf", "none"),
    column(
      "metrics",
      "json",
      "Figures found in the text: a list of {metric_type, source_text, attributes}.",
      '[{"metric_type":"revenue","source_text":"Revenue rose 4 %","attributes":{"unit":"AUD"}}]',
      { nullMeaning: "nothing was read out of it" },
    ),
    textColumn("digest", "What it says, in a few sentences.", "Revenue rose.", "none"),
    confidence,
  ],
};

export const DIRECTOR_TRADES: TableDefinition = {
  name: "director_trades",
  title: "Director trades",
  doc: "Changes of directors' holdings from their notices.",
  key: ["id"],
  columns: [
    id,
    stockCode,
    column("director_name", "text", "Name of the director.", "Ada Marlow", { required: true }),
    column("trade_type", "text", "What happened.", "buy", {
      required: true,
      values: ["buy", "sell", "exercise_options"],
    }),
    measureColumn("shares", "shares", "Shares that changed hands.", "25000", 0),
    measureColumn("price", "AUD", "Price a share.", "3.42", 0),
    measureColumn("total_value", "AUD", "Value of the trade.", "85500", 0),
    column("trade_date", "date", "Day of the trade.", "2026-10-21", { required: true }),
    textColumn("announcement_url", "Address of the notice.", "https://filings.example/ZZA/3Y.pdf", "none"),
  ],
};

export const DIVIDENDS: TableDefinition = {
  name: "dividends",
  title: "Dividends",
  doc: "Distributions from their notices.",
  key: ["id"],
  columns: [
    id,
    stockCode,
    column("ex_date", "date", "First day without the dividend.", "2026-09-04", { required: true }),
    column("payment_date", "date", "Day it is paid.", "2026-09-25", { nullMeaning: "not announced" }),
    column("amount_per_share", "double", "Amount a share.", "0.062", { required: true, unit: "AUD", min: 0 }),
    column("franking_percentage", "double", "Share that carries tax credits.", "100", {
      unit: "%",
      min: 0,
      max: 100,
      nullMeaning: "not stated",
    }),
    column("dividend_type", "text", "Kind of dividend.", "final", { required: true }),
    column(
      "is_declared",
      "bool",
      "Read from a notice or a list of declared dividends; an estimate is listed by no method.",
      "true",
      { default: true },
    ),
    textColumn(
      "announcement_url",
      "Address of the notice.",
      "https://filings.example/ZZA/dividend.pdf",
      "none",
    ),
  ],
};

export const ANNOUNCEMENTS: TableDefinition = {
  name: "announcements",
  title: "Announcements",
  doc: "What companies told the exchange.",
  key: ["id"],
  columns: [
    id,
    stockCode,
    column("date", "date", "Day of the announcement.", "2026-10-28", { required: true }),
    textColumn("type", "Kind of announcement.", "Quarterly Activities Report"),
    column("headline", "text", "Headline.", "Quarterly activities report", { required: true }),
    textColumn("pdf_url", "Address of the document.", "https://filings.example/ZZA/q1.pdf", "none"),
    column("is_price_sensitive", "bool", "Whether the exchange marked it so.", "true", { default: false }),
  ],
};

export const STOCK_SIGNALS: TableDefinition = {
  name: "stock_signals",
  title: "Stock signals",
  doc: "Findings that speak for or against a company, each with where it was read.",
  key: ["id"],
  columns: [
    id,
    stockCode,
    column("polarity", "text", "Which way it points.", "adverse", {
      required: true,
      values: ["adverse", "positive"],
    }),
    column("kind", "text", "Kind of finding.", "regulatory_action", { required: true }),
    column("headline", "text", "Headline.", "Fined for late filing", { required: true }),
    textColumn("detail", "What happened.", "The regulator fined the company.", "none"),
    column("event_date", "text", "Day or year of the event.", "2026-07-02", {
      pattern: "[0-9]{4}(-[0-9]{2}-[0-9]{2})?",
      nullMeaning: "unknown",
    }),
    column("severity", "text", "How much it weighs.", "medium", {
      required: true,
      values: ["high", "medium", "low"],
    }),
    confidence,
    column("citations", "text[]", "Where it was read.", '["https://news.example/1"]', {
      nullMeaning: "none",
    }),
    column("fetched_at", "timestamp", "When it was found.", "2026-10-30T01:00:00Z", { required: true }),
  ],
};

/** None refers to another. */
export const STOCK_TABLES: readonly TableDefinition[] = [
  COMPANY_PROFILES,
  COMPANY_PEOPLE,
  COMPANY_SIMILARITIES,
  COMPANY_REPORTS,
  FUNDAMENTALS_PERIODS,
  DIRECTOR_TRADES,
  DIVIDENDS,
  ANNOUNCEMENTS,
  STOCK_SIGNALS,
  ENTITY_CODES,
  CORPORATE_TAX,
];
