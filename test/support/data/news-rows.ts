import { onTestFinished } from "vitest";
import { NEWS_AGGREGATES } from "../../../src/domains/news/aggregates/index.ts";
import { NEWS_PAGES } from "../../../src/domains/news/pages/index.ts";
import { newsMethods } from "../../../src/domains/news/service.ts";
import type { PartialRow } from "./build-db.ts";
import { engineOver, methodCalls, type Tables } from "./method-calls.ts";

export function testUuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** An article with a headline of its own; times count in hours before 2026-11-10T23:00Z. */
export function articleRow(number: number, changes: PartialRow = {}, hoursBefore = number): PartialRow {
  const instant = new Date(Date.UTC(2026, 10, 10, 23) - hoursBefore * 3_600_000);
  return {
    id: testUuid(number),
    stock_code: "AAA",
    source: "wire",
    headline: `Headline ${number} of its own kind`,
    url: `https://wire.example/${number}`,
    published_at: instant.toISOString(),
    ...changes,
  };
}

export function takeRow(number: number, changes: PartialRow = {}): PartialRow {
  return {
    id: testUuid(number),
    slug: `take-${number}`,
    headline: `Take ${number}`,
    body_md: "One two three.",
    published_at: `2026-11-${String(number).padStart(2, "0")}T00:00:00Z`,
    ...changes,
  };
}

export async function newsCalls(tables: Tables) {
  const calls = methodCalls(await engineOver(tables, NEWS_AGGREGATES, NEWS_PAGES), newsMethods);
  onTestFinished(calls.close);
  return calls;
}
