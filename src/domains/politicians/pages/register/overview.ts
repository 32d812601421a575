import {
  GetParliamentOverviewResponseSchema,
  GetPoliticianAnalyticsResponseSchema,
  GetRegisterActivityResponseSchema,
  GetRegisterExplorerResponseSchema,
} from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { timestampOfInstant } from "../../../../rpc/encoding/timestamps.ts";
import { messagePage, pageSet } from "../../../../snapshot/pages/page-set.ts";
import { GIFTS, ITEM_LABELS, itemLabel, LIABILITIES, REAL_ESTATE, TRAVEL } from "../../items.ts";
import { REGISTER_LICENCE_TEXT } from "../../notes.ts";
import { ACTIVITY_WINDOWS } from "../../page-keys.ts";
import { COVERAGE, readCoverage } from "../members/coverage.ts";
import { HOLDER_ORDER, isDeclaredOn } from "../members/member-counts.ts";
import { holderCounts } from "../members/member-facts.ts";
import { PEOPLE, readPeople, readStamp, STAMP } from "../register-rows.ts";
import { activityFields, changesSince } from "./activity.ts";
import { analyticsFields } from "./analytics.ts";
import {
  type CompanyRows,
  peopleOf,
  REGISTER,
  type RegisterRow,
  readCompanies,
  readRegister,
  SHORTS,
} from "./counts.ts";

const TOTALS = `
SELECT
  (SELECT count(*) FROM main.register_documents WHERE extract_status = 'read')::INTEGER AS "statementCount",
  (SELECT coalesce(min(parliament), 0) FROM derived.person_term)::INTEGER AS "firstParliament",
  (SELECT coalesce(max(parliament), 0) FROM derived.person_term)::INTEGER AS "lastParliament"`;

/** Answers about the register as a whole; none when the dataset holds no politician. */
export const REGISTER_OVERVIEW_PAGES = pageSet({
  name: "register_overview",
  queries: { ...STAMP, ...PEOPLE, ...REGISTER, ...SHORTS, ...COVERAGE, totals: TOTALS },
  documents: async function* (results) {
    const stamp = await readStamp(results);
    if (stamp === undefined) return;
    const rows = await readRegister(results);
    const companies = await readCompanies(results, rows);
    const people = await readPeople(results);
    const [counted] = await results.rows<Record<string, number>>("totals");
    const totals = { politicianCount: people.length, ...counted, ...resolvedCounts(rows) };
    const asAt = timestampOfInstant(stamp.as_at);
    const signed = { asAt, sourceLicence: REGISTER_LICENCE_TEXT };

    const overview = { ...totals, ...signed, refreshedAt: asAt };
    yield messagePage("overview", GetParliamentOverviewResponseSchema, overview);

    const { extracted, partial, pending } = await readCoverage(results);
    yield messagePage("explorer", GetRegisterExplorerResponseSchema, {
      ...totals,
      ...currentCounts(rows, stamp.as_of_day),
      industryTrends: industryTrends(companies, stamp.as_of_day - 90),
      extractedParliaments: [...extracted],
      partialParliaments: [...partial],
      pendingParliaments: [...pending],
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

function resolvedCounts(rows: readonly RegisterRow[]) {
  return {
    declaredRowCount: rows.length,
    resolvedListedCount: rows.filter((row) => row.stock_code !== null).length,
    resolvedSuburbCount: rows.filter((row) => row.sal_code !== null).length,
  };
}

/** What is declared on the day of the last refresh. */
function currentCounts(rows: readonly RegisterRow[], asOfDay: number) {
  const current = rows.filter((row) => row.currently_declared);
  const inItems = (...items: number[]) => current.filter((row) => items.includes(row.item_no)).length;
  const week = changesSince(rows, asOfDay - 7, asOfDay);
  const month = changesSince(rows, asOfDay - 30, asOfDay);
  return {
    itemCounts: ITEM_LABELS.map((_, i) => {
      const own = current.filter((row) => row.item_no === i + 1);
      return {
        itemNo: i + 1,
        itemLabel: itemLabel(i + 1),
        currentCount: own.length,
        politicianCount: peopleOf(own).size,
        allTimeCount: rows.filter((row) => row.item_no === i + 1).length,
      };
    }),
    holderCounts: holderCounts(
      HOLDER_ORDER.map((holder) => current.filter((row) => row.holder === holder).length),
    ),
    changes7d: week.count,
    membersChanged7d: week.people.size,
    changes30d: month.count,
    membersChanged30d: month.people.size,
    currentDeclaredCount: current.length,
    distinctCompanyCount: new Set(current.flatMap((row) => row.stock_code ?? [])).size,
    propertyCount: inItems(REAL_ESTATE),
    giftsTravelCount: inItems(GIFTS, TRAVEL),
    liabilityCount: inItems(LIABILITIES),
  };
}

/** Rows that name a company of each known industry, now and on an earlier day. */
function industryTrends(companies: readonly CompanyRows[], earlierDay: number) {
  const industries = Map.groupBy(
    companies.filter(({ industry }) => industry !== ""),
    ({ industry }) => industry,
  );
  return Array.from(industries, ([industry, own]) => {
    const rows = own.flatMap((company) => company.rows);
    return {
      industry,
      currentCount: rows.filter((row) => row.currently_declared).length,
      count90dAgo: rows.filter((row) => isDeclaredOn(row, earlierDay)).length,
    };
  }).sort((a, b) => b.currentCount - a.currentCount || (a.industry < b.industry ? -1 : 1));
}
