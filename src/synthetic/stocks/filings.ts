import type { Row } from "../../dataset/csv-writer.ts";
import { type Random, round } from "../../runtime/random.ts";
import { AS_OF_DAY, dateText } from "../calendar.ts";

const METRICS = ["revenue", "net_profit", "production", "guidance"];

/** Reports by year and half; some without an address, some of which nothing was read. */
export function* reportRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % 4 === 3) return;
  const count = random.int(1, 6);
  for (let i = 0; i < count; i++) {
    const day = AS_OF_DAY - 60 - 182 * i - random.int(0, 20);
    const isRead = random.chance(0.7);
    const metrics = random.shuffled(METRICS).slice(0, random.int(1, 3));
    yield {
      id: `r-${code}-${i}`,
      stock_code: code,
      url: random.chance(0.1) ? null : `https://filings.example/${code}/report-${i}.pdf`,
      title: random.chance(0.05)
        ? null
        : `${i % 2 === 0 ? "Annual" : "Half-year"} report ${dateText(day).slice(0, 4)}`,
      type: i % 2 === 0 ? "annual_report" : "half_year_report",
      date: random.chance(0.04) ? null : dateText(day),
      source: random.pick(["exchange", "website", null]),
      gcs_url: random.chance(0.3) ? `https://media.example/${code}-${i}.pdf` : null,
      metrics: isRead
        ? JSON.stringify(
            metrics.map((metric_type) => ({
              metric_type,
              source_text: `${metric_type} moved by ${random.int(-20, 30)} %`,
              attributes: {
                unit: metric_type === "production" ? "tonnes" : "AUD",
                period: dateText(day).slice(0, 4),
              },
            })),
          )
        : null,
      digest: isRead ? `Synthetic digest of report ${i} of ${code}.` : null,
      confidence: isRead ? round(random.between(0.4, 1), 2) : 0,
    };
  }
}

const ANNOUNCED = [
  ["Quarterly Activities Report", 0.9],
  ["Change of Director's Interest Notice", 0],
  ["Trading Halt", 1],
  ["Appendix 4E", 1],
  ["Notice of Annual General Meeting", 0],
  ["Market Update", 0.6],
] as const;

/** Announcements of some two years, several on one day at times; the first company has more than an answer holds. */
export function* announcementRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % 9 === 8) return;
  const count = position === 0 ? 320 : random.int(4, 24);
  let day = AS_OF_DAY - 1;
  for (let i = 0; i < count; i++) {
    const [type, sensitive] = random.pick(ANNOUNCED);
    yield {
      id: `a-${code}-${i}`,
      stock_code: code,
      date: dateText(day),
      type: random.chance(0.03) ? null : type,
      headline: `${type} ${i + 1}`,
      pdf_url: random.chance(0.05) ? null : `https://filings.example/${code}/${i}.pdf`,
      is_price_sensitive: random.chance(sensitive),
    };
    if (random.chance(0.7)) day -= Math.ceil(random.wait(position === 0 ? 1.4 : 24));
  }
}

const KINDS = {
  adverse: ["regulatory_action", "profit_warning", "executive_departure", "litigation"],
  positive: ["contract_win", "buyback", "discovery", "guidance_upgrade"],
} as const;

/** Findings for half of the companies; most have a day, some a year, some nothing. */
export function* signalRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % 2 === 1) return;
  for (const polarity of ["adverse", "positive"] as const) {
    const count = position === 0 ? 14 : random.int(0, 3);
    for (let i = 0; i < count; i++) {
      const day = dateText(AS_OF_DAY - random.int(3, 900));
      const kind = random.pick(KINDS[polarity]);
      yield {
        id: `s-${code}-${polarity}-${i}`,
        stock_code: code,
        polarity,
        kind,
        headline: `${kind.replaceAll("_", " ")} of ${code}`,
        detail: random.chance(0.2) ? null : `A synthetic ${kind.replaceAll("_", " ")}.`,
        event_date: random.chance(0.1) ? null : random.chance(0.2) ? day.slice(0, 4) : day,
        severity: random.pick(["high", "medium", "low"]),
        confidence: round(random.between(0.3, 1), 1),
        citations: random.chance(0.1)
          ? null
          : JSON.stringify(
              Array.from({ length: random.int(1, 3) }, (_, n) => `https://news.example/${code}/${i}-${n}`),
            ),
        fetched_at: `${dateText(AS_OF_DAY - random.int(1, 60))}T01:0${random.int(0, 9)}:00Z`,
      };
    }
  }
}
