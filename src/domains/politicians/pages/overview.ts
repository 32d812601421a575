import {
  GetParliamentOverviewResponseSchema,
  GetPoliticianAnalyticsResponseSchema,
  GetRegisterActivityResponseSchema,
  GetRegisterExplorerResponseSchema,
} from "../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { timestampOfDay, timestampOfInstant } from "../../../rpc/encoding/timestamps.ts";
import { messagePage, pageSet } from "../../../snapshot/pages/page-set.ts";
import { REGISTER_LICENCE_TEXT } from "../notes.ts";
import { ACTIVITY_WINDOWS } from "../page-keys.ts";
import * as register from "./register-rows.ts";

const TOTALS = `
SELECT
  (SELECT count(*) FROM main.register_documents WHERE extract_status = 'read')::INTEGER AS "statementCount",
  (SELECT coalesce(min(parliament), 0) FROM derived.person_term)::INTEGER AS "firstParliament",
  (SELECT coalesce(max(parliament), 0) FROM derived.person_term)::INTEGER AS "lastParliament"`;

/** Responses about the whole register; none if the dataset has no politicians. */
export const REGISTER_OVERVIEW_PAGES = pageSet({
  name: "register_overview",
  queries: {
    ...register.STAMP,
    ...register.PEOPLE,
    ...register.REGISTER,
    ...register.SHORTS,
    ...register.COVERAGE,
    totals: TOTALS,
  },
  documents: async function* (results) {
    const stamp = await register.readStamp(results);
    if (stamp === undefined) return;
    const rows = await register.readRegister(results);
    const companies = await register.readCompanies(results, rows);
    const people = await register.readPeople(results);
    const [counted] = await results.rows<Record<string, number>>("totals");
    const totals = { politicianCount: people.length, ...counted, ...resolvedCounts(rows) };
    const asAt = timestampOfInstant(stamp.as_at);
    const signed = { asAt, sourceLicence: REGISTER_LICENCE_TEXT };

    const overview = { ...totals, ...signed, refreshedAt: asAt };
    yield messagePage("overview", GetParliamentOverviewResponseSchema, overview);

    yield messagePage("explorer", GetRegisterExplorerResponseSchema, {
      ...totals,
      ...currentCounts(rows, stamp.as_of_day),
      industryTrends: industryTrends(companies, stamp.as_of_day - 90),
      ...(await register.readCoverage(results)),
      ...signed,
    });

    for (const scope of ["ever", "current"]) {
      const kept = scope === "ever" ? rows : rows.filter((row) => row.currently_declared);
      const analytics = { ...analyticsFields(kept, people), ...signed };
      yield messagePage(`analytics ${scope}`, GetPoliticianAnalyticsResponseSchema, analytics);
    }
    for (const windowDays of ACTIVITY_WINDOWS) {
      yield messagePage(`activity ${windowDays}`, GetRegisterActivityResponseSchema, {
        windowDays,
        ...activityFields({ rows, companies, people, asOfDay: stamp.as_of_day, windowDays }),
        ...signed,
      });
    }
  },
});

function resolvedCounts(rows: readonly register.RegisterRow[]) {
  return {
    declaredRowCount: rows.length,
    resolvedListedCount: rows.filter((row) => row.stock_code !== null).length,
    resolvedSuburbCount: rows.filter((row) => row.sal_code !== null).length,
  };
}

/** Counts on the day of the last refresh. */
function currentCounts(rows: readonly register.RegisterRow[], asOfDay: number) {
  const current = Map.groupBy(
    rows.filter((row) => row.currently_declared),
    (row) => row.item_no,
  );
  const counts = register.declarationCounts(rows);
  const week = changesSince(rows, asOfDay - 7, asOfDay);
  const month = changesSince(rows, asOfDay - 30, asOfDay);
  return {
    ...counts,
    itemCounts: counts.itemCounts.map((item) => ({
      ...item,
      politicianCount: register.peopleOf(current.get(item.itemNo) ?? []).size,
    })),
    changes7d: week.count,
    membersChanged7d: week.people.size,
    changes30d: month.count,
    membersChanged30d: month.people.size,
  };
}

/** Declarations per known industry, now and on an earlier day. */
function industryTrends(companies: readonly register.CompanyRows[], earlierDay: number) {
  const industries = Map.groupBy(
    companies.filter(({ industry }) => industry !== ""),
    ({ industry }) => industry,
  );
  return Array.from(industries, ([industry, own]) => {
    const rows = own.flatMap((company) => company.rows);
    return {
      industry,
      currentCount: rows.filter((row) => row.currently_declared).length,
      count90dAgo: rows.filter((row) => register.isDeclaredOn(row, earlierDay)).length,
    };
  }).sort((a, b) => b.currentCount - a.currentCount || (a.industry < b.industry ? -1 : 1));
}

/** Rows by key, in key order, with their distinct people and companies. */
function tallies(rows: readonly register.RegisterRow[], keyOf: (row: register.RegisterRow) => string) {
  return [...Map.groupBy(rows, keyOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => ({
      key,
      own,
      people: register.peopleOf(own).size,
      companies: new Set(own.map((row) => row.stock_code)).size,
    }));
}

/** People and companies by party, industry and state, from rows with a company of known industry. */
function analyticsFields(all: readonly register.RegisterRow[], everyone: readonly register.Person[]) {
  const people = new Map(everyone.map(({ id, message }) => [id, message]));
  const rows = all.filter((row) => row.stock_code !== null && row.industry !== null && row.industry !== "");
  const partyOf = (row: register.RegisterRow) => people.get(row.politician_id)!.partyAb;
  // The sort is stable: ties keep key order.
  const industries = tallies(rows, (row) => row.industry!).sort(
    (a, b) => b.people - a.people || b.companies - a.companies,
  );
  return {
    cells: industries.flatMap(({ key: industry, own }) =>
      tallies(own, partyOf).map(({ key: partyAb, ...counts }) => ({ partyAb, industry, ...counts })),
    ),
    industries: industries.map(({ key: industry, ...counts }) => ({ industry, ...counts })),
    parties: tallies(rows, partyOf)
      .sort((a, b) => b.people - a.people)
      .map(({ key: partyAb, ...counts }) => ({ partyAb, ...counts })),
    states: tallies(rows, (row) => people.get(row.politician_id)!.stateCode)
      .filter(({ key }) => key !== "")
      .map(({ key: stateCode, ...counts }) => ({ stateCode, ...counts })),
  };
}

const MAX_ACTIVE_MEMBERS = 20;

interface ActivityWindow {
  readonly rows: readonly register.RegisterRow[];
  readonly companies: readonly register.CompanyRows[];
  readonly people: readonly register.Person[];
  readonly asOfDay: number;
  readonly windowDays: number;
}

/** Counts of known starts and ends from `firstDay` to `lastDay`, both inclusive, in total and per person. */
function changesSince(rows: readonly register.RegisterRow[], firstDay: number, lastDay: number) {
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

/** The fields that do not depend on filters. */
function activityFields({ rows, companies, people, asOfDay, windowDays }: ActivityWindow) {
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
      .slice(0, MAX_ACTIVE_MEMBERS),
    newlyDeclaredCompanies: newCompanies(companies, firstDay, asOfDay),
    declarerCountChanges: declarerChanges(companies, firstDay),
    undatedCurrentCount: rows.filter((row) => row.currently_declared && row.from_day === null).length,
  };
}

/** Companies first declared in the window. One with an undated row may be older, and is left out. */
function newCompanies(companies: readonly register.CompanyRows[], firstDay: number, lastDay: number) {
  return companies
    .filter(({ rows }) => rows.every((row) => row.from_day !== null))
    .map((company) => ({ company, day: Math.min(...company.rows.map((row) => row.from_day!)) }))
    .filter(({ day }) => day >= firstDay && day <= lastDay)
    .sort((a, b) => b.day - a.day || (a.company.stockCode < b.company.stockCode ? -1 : 1))
    .map(({ company: { rows, ...company }, day }) => ({
      ...company,
      firstDeclaredOn: timestampOfDay(day),
      declarerCount: register.peopleOf(rows.filter((row) => row.currently_declared)).size,
    }));
}

/** Companies whose number of declarers changed since the first day; only rows with a known start count. */
function declarerChanges(companies: readonly register.CompanyRows[], firstDay: number) {
  return companies
    .map(({ rows, ...company }) => {
      const dated = rows.filter((row) => row.from_day !== null);
      return {
        ...company,
        declarersNow: register.peopleOf(dated.filter((row) => row.currently_declared)).size,
        declarersAtWindowStart: register.peopleOf(dated.filter((row) => register.isDeclaredOn(row, firstDay)))
          .size,
      };
    })
    .filter(({ declarersNow, declarersAtWindowStart }) => declarersNow !== declarersAtWindowStart);
}
