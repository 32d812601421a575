import {
  bool,
  date,
  double,
  int,
  json,
  measure,
  must,
  type TableDefinition,
  table,
  text,
  texts,
  timestamp,
} from "../table-definition.ts";
import { CORPORATE_TAX, ENTITY_CODES, FUNDAMENTALS_PERIODS } from "./fundamentals.ts";
import { stockCode } from "./market.ts";

const id = text("Id of the row in its source.", "n-20261104-17", must);
const confidence = double("How sure the reading is.", "0.9", {
  unit: "fraction",
  min: 0,
  max: 1,
  default: 0,
});

export const COMPANY_PROFILES = table("company_profiles", "Company profiles", {
  key: ["stock_code"],
  doc: "What is known about a company beyond the company list.",
  columns: {
    stock_code: stockCode,
    summary: text("What the company does, in a sentence or two.", "Refines alloys of zinc.", "none"),
    details: text("The same at length.", "Runs two smelters.", "none"),
    website: text("Address of its site.", "https://zephyr.example", "none"),
    enhanced_summary: text("A longer summary, edited.", "Zephyr refines alloys.", "none"),
    company_history: text("Where it came from.", "Founded 1974.", "none"),
    competitive_advantages: text("What it says it does better.", "Cheap power.", "none"),
    risk_factors: texts("What it says may go wrong.", '["price of zinc"]', "none"),
    recent_developments: text("What happened lately.", "A third line opened.", "none"),
    twitter: text("Address of its account.", "https://twitter.example/zephyr", "none"),
    linkedin: text("Address of its account.", "https://linkedin.example/zephyr", "none"),
    facebook: text("Address of its account.", "https://facebook.example/zephyr", "none"),
    youtube: text("Address of its account.", "https://youtube.example/zephyr", "none"),
    enrichment_status: text("How far the profile got.", "completed", {
      default: "completed",
      values: ["pending", "processing", "completed", "failed"],
    }),
    enrichment_date: timestamp("When the profile was written.", "2026-10-02T04:00:00Z", "never"),
    logo_icon_url: text("Square logo.", "https://logos.example/ZZA-icon.png", "none"),
    logo_svg_url: text("Logo as SVG.", "https://logos.example/ZZA.svg", "none"),
    logo_source_url: text("Where the logo was found.", "https://zephyr.example/logo", "none"),
    logo_format: text("Format of the logo.", "svg", "none"),
    employee_count: int("People employed.", "1250", { min: 0 }),
    beta: double("How the price moves with the market.", "1.12"),
  },
});

export const COMPANY_PEOPLE = table("company_people", "People of companies", {
  key: ["id"],
  doc: "Directors and executives. Rows of one person have one `person_id`; a row without one is a person of its own.",
  columns: {
    id,
    stock_code: stockCode,
    person_id: text("Id of the person across companies.", "p-812", "known from this row alone"),
    name: text("Name.", "Ada Marlow"),
    role: text("Role.", "Chief Executive Officer"),
    bio: text("Short biography.", "Metallurgist.", "none"),
    image_url: text("Portrait.", "https://people.example/812.jpg", "none"),
    image_gcs_url: text("Stored copy of the portrait.", "https://media.example/812.jpg", "none"),
    linkedin_url: text("Professional profile.", "https://linkedin.example/812", "none"),
    source_url: text("Where it was read.", "https://zephyr.example/board"),
    source_type: text("Kind of source.", "website"),
    position: int("Place in the company's own list.", "1", { default: 0, min: 0 }),
  },
});

export const COMPANY_SIMILARITIES = table("company_similarities", "Similar companies", {
  key: ["stock_code", "other_code"],
  doc: "Weights between companies, one row a direction.",
  columns: {
    stock_code: stockCode,
    other_code: { ...stockCode, doc: "Code of the similar company.", example: "ZZB" },
    similarity: double("Weight; 1 is the same.", "0.83", must, { min: 0, max: 1 }),
  },
});

export const COMPANY_REPORTS = table("company_reports", "Company reports", {
  key: ["id"],
  doc: "Reports that companies lodge, and what was read out of them.",
  columns: {
    id,
    stock_code: stockCode,
    url: text("Address of the report.", "https://filings.example/ZZA/2026.pdf", "not published"),
    title: text("Title.", "Annual Report 2026", "none"),
    type: text("Kind of report.", "annual_report"),
    date: date("Day it was lodged.", "2026-08-25"),
    source: text("Where it was found.", "exchange"),
    gcs_url: text("Stored copy.", "https://media.example/ZZA-2026.pdf", "none"),
    metrics: json(
      "Figures found in the text: a list of {metric_type, source_text, attributes}.",
      '[{"metric_type":"revenue","source_text":"Revenue rose 4 %","attributes":{"unit":"AUD"}}]',
      "nothing was read out of it",
    ),
    digest: text("What it says, in a few sentences.", "Revenue rose.", "none"),
    confidence,
  },
});

export const DIRECTOR_TRADES = table("director_trades", "Director trades", {
  key: ["id"],
  doc: "Changes of directors' holdings from their notices.",
  columns: {
    id,
    stock_code: stockCode,
    director_name: text("Name of the director.", "Ada Marlow", must),
    trade_type: text("What happened.", "buy", must, { values: ["buy", "sell", "exercise_options"] }),
    shares: measure("shares", "Shares that changed hands.", "25000", 0),
    price: measure("AUD", "Price a share.", "3.42", 0),
    total_value: measure("AUD", "Value of the trade.", "85500", 0),
    trade_date: date("Day of the trade.", "2026-10-21", must),
    announcement_url: text("Address of the notice.", "https://filings.example/ZZA/3Y.pdf", "none"),
  },
});

export const DIVIDENDS = table("dividends", "Dividends", {
  key: ["id"],
  doc: "Distributions from their notices.",
  columns: {
    id,
    stock_code: stockCode,
    ex_date: date("First day without the dividend.", "2026-09-04", must),
    payment_date: date("Day it is paid.", "2026-09-25", "not announced"),
    amount_per_share: double("Amount a share.", "0.062", must, { unit: "AUD", min: 0 }),
    franking_percentage: double("Share that carries tax credits.", "100", "not stated", {
      unit: "%",
      min: 0,
      max: 100,
    }),
    dividend_type: text("Kind of dividend.", "final", must),
    is_declared: bool(
      "Read from a notice or a list of declared dividends; an estimate is listed by no method.",
      "true",
      { default: true },
    ),
    announcement_url: text("Address of the notice.", "https://filings.example/ZZA/dividend.pdf", "none"),
  },
});

export const ANNOUNCEMENTS = table("announcements", "Announcements", {
  key: ["id"],
  doc: "What companies told the exchange.",
  columns: {
    id,
    stock_code: stockCode,
    date: date("Day of the announcement.", "2026-10-28", must),
    type: text("Kind of announcement.", "Quarterly Activities Report"),
    headline: text("Headline.", "Quarterly activities report", must),
    pdf_url: text("Address of the document.", "https://filings.example/ZZA/q1.pdf", "none"),
    is_price_sensitive: bool("Whether the exchange marked it so.", "true", { default: false }),
  },
});

export const STOCK_SIGNALS = table("stock_signals", "Stock signals", {
  key: ["id"],
  doc: "Findings that speak for or against a company, each with where it was read.",
  columns: {
    id,
    stock_code: stockCode,
    polarity: text("Which way it points.", "adverse", must, { values: ["adverse", "positive"] }),
    kind: text("Kind of finding.", "regulatory_action", must),
    headline: text("Headline.", "Fined for late filing", must),
    detail: text("What happened.", "The regulator fined the company.", "none"),
    event_date: text("Day or year of the event.", "2026-07-02", { pattern: "[0-9]{4}(-[0-9]{2}-[0-9]{2})?" }),
    severity: text("How much it weighs.", "medium", must, { values: ["high", "medium", "low"] }),
    confidence,
    citations: texts("Where it was read.", '["https://news.example/1"]', "none"),
    fetched_at: timestamp("When it was found.", "2026-10-30T01:00:00Z", must),
  },
});

/** These tables do not reference each other. */
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
