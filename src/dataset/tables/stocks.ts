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
const confidence = double("Confidence.", "0.9", {
  unit: "fraction",
  min: 0,
  max: 1,
  default: 0,
});

export const COMPANY_PROFILES = table("company_profiles", "Company profiles", {
  key: ["stock_code"],
  doc: "What is known about a company in addition to the company list.",
  columns: {
    stock_code: stockCode,
    summary: text("What the company does, in a sentence or two.", "Refines alloys of zinc.", "none"),
    details: text("Full description.", "Runs two smelters.", "none"),
    website: text("URL of its website.", "https://zephyr.example", "none"),
    enhanced_summary: text("A longer summary, edited.", "Zephyr refines alloys.", "none"),
    company_history: text("History of the company.", "Founded 1974.", "none"),
    competitive_advantages: text("Competitive advantages, according to the company.", "Cheap power.", "none"),
    risk_factors: texts("Risks, according to the company.", '["price of zinc"]', "none"),
    recent_developments: text("Recent developments.", "A third line opened.", "none"),
    twitter: text("URL of its account.", "https://twitter.example/zephyr", "none"),
    linkedin: text("URL of its account.", "https://linkedin.example/zephyr", "none"),
    facebook: text("URL of its account.", "https://facebook.example/zephyr", "none"),
    youtube: text("URL of its account.", "https://youtube.example/zephyr", "none"),
    enrichment_status: text("State of the profile.", "completed", {
      default: "completed",
      values: ["pending", "processing", "completed", "failed"],
    }),
    enrichment_date: timestamp("When the profile was written.", "2026-10-02T04:00:00Z", "never"),
    logo_icon_url: text("URL of a square logo.", "https://logos.example/ZZA-icon.png", "none"),
    logo_svg_url: text("URL of the logo as SVG.", "https://logos.example/ZZA.svg", "none"),
    logo_source_url: text("URL where the logo was found.", "https://zephyr.example/logo", "none"),
    logo_format: text("Format of the logo.", "svg", "none"),
    employee_count: int("Number of employees.", "1250", { min: 0 }),
    beta: double("Beta: how the price moves with the market.", "1.12"),
  },
});

export const COMPANY_PEOPLE = table("company_people", "People of companies", {
  key: ["id"],
  doc: "Directors and executives. Rows of one person share a `person_id`; a row without one is a separate person.",
  columns: {
    id,
    stock_code: stockCode,
    person_id: text("Id of the person across companies.", "p-812", "a separate person"),
    name: text("Name.", "Ada Marlow"),
    role: text("Role.", "Chief Executive Officer"),
    bio: text("Short biography.", "Metallurgist.", "none"),
    image_url: text("URL of a portrait.", "https://people.example/812.jpg", "none"),
    image_gcs_url: text("URL of a stored copy of the portrait.", "https://media.example/812.jpg", "none"),
    linkedin_url: text("URL of a LinkedIn profile.", "https://linkedin.example/812", "none"),
    source_url: text("URL of the source.", "https://zephyr.example/board"),
    source_type: text("Kind of source.", "website"),
    position: int("Position in the company's own list.", "1", { default: 0, min: 0 }),
  },
});

export const COMPANY_SIMILARITIES = table("company_similarities", "Similar companies", {
  key: ["stock_code", "other_code"],
  doc: "Similarity of pairs of companies, one row per direction.",
  columns: {
    stock_code: stockCode,
    other_code: { ...stockCode, doc: "Code of the similar company.", example: "ZZB" },
    similarity: double("Similarity; 1 = identical.", "0.83", must, { min: 0, max: 1 }),
  },
});

export const COMPANY_REPORTS = table("company_reports", "Company reports", {
  key: ["id"],
  doc: "Reports that companies lodge, with figures extracted from them.",
  columns: {
    id,
    stock_code: stockCode,
    url: text("URL of the report.", "https://filings.example/ZZA/2026.pdf", "not published"),
    title: text("Title.", "Annual Report 2026", "none"),
    type: text("Kind of report.", "annual_report"),
    date: date("Day on which it was lodged.", "2026-08-25"),
    source: text("Source of the report.", "exchange"),
    gcs_url: text("URL of a stored copy.", "https://media.example/ZZA-2026.pdf", "none"),
    metrics: json(
      "Figures found in the text: a list of {metric_type, source_text, attributes}.",
      '[{"metric_type":"revenue","source_text":"Revenue rose 4 %","attributes":{"unit":"AUD"}}]',
      "nothing was extracted",
    ),
    digest: text("Digest of the report, in a few sentences.", "Revenue rose.", "none"),
    confidence,
  },
});

export const DIRECTOR_TRADES = table("director_trades", "Director trades", {
  key: ["id"],
  doc: "Changes of directors' holdings, from their notices.",
  columns: {
    id,
    stock_code: stockCode,
    director_name: text("Name of the director.", "Ada Marlow", must),
    trade_type: text("Kind of trade.", "buy", must, { values: ["buy", "sell", "exercise_options"] }),
    shares: measure("shares", "Shares that changed hands.", "25000", 0),
    price: measure("AUD", "Price per share.", "3.42", 0),
    total_value: measure("AUD", "Value of the trade.", "85500", 0),
    trade_date: date("Day of the trade.", "2026-10-21", must),
    announcement_url: text("URL of the notice.", "https://filings.example/ZZA/3Y.pdf", "none"),
  },
});

export const DIVIDENDS = table("dividends", "Dividends", {
  key: ["id"],
  doc: "Dividends and other distributions, from their notices.",
  columns: {
    id,
    stock_code: stockCode,
    ex_date: date("Ex-date: first day on which shares trade without the dividend.", "2026-09-04", must),
    payment_date: date("Day of payment.", "2026-09-25", "not announced"),
    amount_per_share: double("Amount per share.", "0.062", must, { unit: "AUD", min: 0 }),
    franking_percentage: double("Franked share of the dividend.", "100", "not stated", {
      unit: "%",
      min: 0,
      max: 100,
    }),
    dividend_type: text("Kind of dividend.", "final", must),
    is_declared: bool(
      "True if read from a notice or a list of declared dividends; no method lists estimates.",
      "true",
      { default: true },
    ),
    announcement_url: text("URL of the notice.", "https://filings.example/ZZA/dividend.pdf", "none"),
  },
});

export const ANNOUNCEMENTS = table("announcements", "Announcements", {
  key: ["id"],
  doc: "Announcements of companies to the exchange.",
  columns: {
    id,
    stock_code: stockCode,
    date: date("Day of the announcement.", "2026-10-28", must),
    type: text("Kind of announcement.", "Quarterly Activities Report"),
    headline: text("Headline.", "Quarterly activities report", must),
    pdf_url: text("URL of the document.", "https://filings.example/ZZA/q1.pdf", "none"),
    is_price_sensitive: bool("Whether the exchange marked it as price sensitive.", "true", {
      default: false,
    }),
  },
});

export const STOCK_SIGNALS = table("stock_signals", "Stock signals", {
  key: ["id"],
  doc: "Adverse and positive findings about a company, with their sources.",
  columns: {
    id,
    stock_code: stockCode,
    polarity: text("Direction of the finding.", "adverse", must, { values: ["adverse", "positive"] }),
    kind: text("Kind of finding.", "regulatory_action", must),
    headline: text("Headline.", "Fined for late filing", must),
    detail: text("What happened.", "The regulator fined the company.", "none"),
    event_date: text("Day or year of the event.", "2026-07-02", { pattern: "[0-9]{4}(-[0-9]{2}-[0-9]{2})?" }),
    severity: text("Severity.", "medium", must, { values: ["high", "medium", "low"] }),
    confidence,
    citations: texts("URLs of the sources.", '["https://news.example/1"]', "none"),
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
