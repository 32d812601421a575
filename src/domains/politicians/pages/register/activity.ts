import { timestampOfDay } from "../../../../rpc/encoding/timestamps.ts";
import { isDeclaredOn } from "../members/member-counts.ts";
import type { Person } from "../register-rows.ts";
import { type CompanyRows, peopleOf, type RegisterRow } from "./counts.ts";

const MOST_ACTIVE_MEMBERS = 20;

interface ActivityWindow {
  readonly rows: readonly RegisterRow[];
  readonly companies: readonly CompanyRows[];
  readonly people: readonly Person[];
  readonly asOfDay: number;
  readonly windowDays: number;
}

/** Known starts and ends between two days, both included, and the people they are of. */
export function changesSince(rows: readonly RegisterRow[], firstDay: number, lastDay: number) {
  const people = new Map<number, number>();
  let count = 0;
  for (const { politician_id, from_day, to_day } of rows) {
    for (const day of [from_day, to_day]) {
      if (day === null || day < firstDay || day > lastDay) continue;
      count++;
      people.set(politician_id, (people.get(politician_id) ?? 0) + 1);
    }
  }
  return { count, people };
}

/** What an answer about a window holds whatever its filters. */
export function activityFields({ rows, companies, people, asOfDay, windowDays }: ActivityWindow) {
  const firstDay = asOfDay - windowDays;
  const active = changesSince(rows, firstDay, asOfDay).people;
  return {
    activeMembers: people
      .filter(({ id }) => active.has(id))
      .map(({ id, message: { slug, displayName, partyAb, chamber, division } }) => ({
        slug,
        displayName,
        partyAb,
        chamber,
        division,
        eventCount: active.get(id)!,
      }))
      .sort((a, b) => b.eventCount - a.eventCount || (a.slug < b.slug ? -1 : 1))
      .slice(0, MOST_ACTIVE_MEMBERS),
    newlyDeclaredCompanies: newCompanies(companies, firstDay, asOfDay),
    declarerCountChanges: declarerChanges(companies, firstDay),
    undatedCurrentCount: rows.filter((row) => row.currently_declared && row.from_day === null).length,
  };
}

/** Companies first declared within the window. One with a row of unknown start may be older, and is withheld. */
function newCompanies(companies: readonly CompanyRows[], firstDay: number, lastDay: number) {
  return companies
    .filter(({ rows }) => rows.every((row) => row.from_day !== null))
    .map((company) => ({ company, day: Math.min(...company.rows.map((row) => row.from_day!)) }))
    .filter(({ day }) => day >= firstDay && day <= lastDay)
    .sort((a, b) => b.day - a.day || (a.company.code < b.company.code ? -1 : 1))
    .map(({ company: { code, name, industry, rows }, day }) => ({
      stockCode: code,
      companyName: name,
      industry,
      firstDeclaredOn: timestampOfDay(day),
      declarerCount: peopleOf(rows.filter((row) => row.currently_declared)).size,
    }));
}

/** Companies that more or fewer people declare than on the first day; only rows with a known start count. */
function declarerChanges(companies: readonly CompanyRows[], firstDay: number) {
  return companies
    .map(({ code, name, industry, rows }) => {
      const dated = rows.filter((row) => row.from_day !== null);
      return {
        stockCode: code,
        companyName: name,
        industry,
        declarersNow: peopleOf(dated.filter((row) => row.currently_declared)).size,
        declarersAtWindowStart: peopleOf(dated.filter((row) => isDeclaredOn(row, firstDay))).size,
      };
    })
    .filter(({ declarersNow, declarersAtWindowStart }) => declarersNow !== declarersAtWindowStart);
}
