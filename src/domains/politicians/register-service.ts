import { create, fromBinary } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { PoliticiansService } from "../../gen/shorts/v1alpha1/politicians_pb.ts";
import { documentAnswer, joinedAnswer, listAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { elementField } from "../../rpc/encoding/wire-bytes.ts";
import { switchedMethods } from "../../rpc/switched-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import type { MethodOptions } from "../domain.ts";
import { DISCLOSURE_NOTE, REGISTER_LICENCE_TEXT } from "./notes.ts";
import { MEMBER_ELEMENTS } from "./page-keys.ts";
import { activityWeeks, changesAnswer } from "./queries/changes.ts";
import { comparison } from "./queries/compare.ts";
import { directoryOf, everyonePage, memberPage, placesOf } from "./queries/members.ts";
import { asAtFields, asOfDayOf, overlapPlaces, suburbOf } from "./queries/register.ts";
import {
  activityQuery,
  analyticsQuery,
  changesPage,
  companiesQuery,
  comparedSlugs,
  type MemberPage,
  memberQuery,
  overlapQuery,
  politiciansPage,
  profileQuery,
  stateHoldingsQuery,
  stockQuery,
  suburbQuery,
  summariesPage,
} from "./rules.ts";

const LICENCE = { sourceLicence: REGISTER_LICENCE_TEXT } as const;

/** The sixteen methods on the register of interests. */
export function registerMethods(engine: Engine, { switches }: MethodOptions): UnaryMethod[] {
  const { method } = PoliticiansService;
  const registerMethod = switchedMethods(engine, () => switches().interestRegister !== false);
  const nothing = () => undefined;
  return [
    registerMethod(method.getParliamentOverview, nothing, (view, _, response) =>
      documentAnswer(response, view.pages.find("register_overview", "overview"), 0, LICENCE),
    ),
    registerMethod(method.listPoliticians, politiciansPage, (view, query, response) => {
      const { places, total } = membersPage(view, query);
      return listAnswer(response, { page: everyonePage(view, "people"), places }, { total, ...LICENCE });
    }),
    registerMethod(method.getPolitician, memberQuery, (view, { slug }, response) =>
      documentAnswer(response, memberPage(view, slug), MEMBER_ELEMENTS.answer),
    ),
    registerMethod(method.listStockPoliticians, stockQuery, (view, { stockCode, currentOnly }, schema) => {
      const page = view.pages.find("stock_politicians", stockCode);
      if (page === undefined) return create(schema, { stockCode, ...LICENCE });
      // Rows of a page say by their range whether they are shown among current ones; the first two elements are the heads.
      const [head, ...rows] = page.shownFor(currentOnly ? 1 : 0, page.count);
      const { number } = schema.field.interests;
      return joinedAnswer(schema, [
        ...rows.map((row) => elementField(number, page.binary(row))),
        page.binary(head),
      ]);
    }),
    registerMethod(method.listPoliticianStocks, companiesQuery, (view, { limit, currentOnly }, response) =>
      listAnswer(response, { page: view.pages.find("declared_companies", currentOnly), limit }, LICENCE),
    ),
    registerMethod(method.listSuburbPoliticians, suburbQuery, (view, { salCode }, response) => {
      const page = view.pages.find("suburb_politicians", salCode);
      const without = page === undefined ? { ...suburbOf(view, salCode), ...LICENCE } : {};
      return documentAnswer(response, page, 0, without);
    }),
    registerMethod(method.listStatePoliticianHoldings, stateHoldingsQuery, (view, query, response) => {
      const page = view.pages.find("declared_companies", `state ${query.stateCode}`)!;
      const count = Math.min(query.limit, page.count - 1);
      const { number } = response.field.stocks;
      return joinedAnswer(response, [
        ...Array.from({ length: count }, (_, i) => elementField(number, page.binary(1 + i))),
        page.binary(0),
      ]);
    }),
    registerMethod(method.listRegisterChanges, changesPage, (view, query) =>
      changesAnswer(view, query, { ...LICENCE, ...asAtFields(view) }),
    ),
    registerMethod(
      method.listShortInterestOverlap,
      overlapQuery,
      (view, { minShortPercent, limit }, response) => {
        const page = view.pages.find("declared_companies", "overlap");
        const places = overlapPlaces(view, page, minShortPercent, limit);
        return listAnswer(response, { page, places }, { disclosureNote: DISCLOSURE_NOTE, ...LICENCE });
      },
    ),
    registerMethod(
      method.getPoliticianAnalytics,
      analyticsQuery,
      (view, { topIndustries, currentOnly }, schema) => {
        const page = view.pages.find("register_overview", `analytics ${currentOnly}`);
        if (page === undefined) return create(schema, LICENCE);
        const answer = fromBinary(schema, page.binary(0));
        const shown = answer.industries.slice(0, topIndustries);
        const names = new Set(shown.map(({ industry }) => industry));
        answer.industriesOmitted = answer.industries.length - shown.length;
        answer.industries = shown;
        answer.cells = answer.cells.filter(({ industry }) => names.has(industry));
        return answer;
      },
    ),
    registerMethod(method.getRegisterExplorer, nothing, (view, _, response) =>
      documentAnswer(response, view.pages.find("register_overview", "explorer"), 0, LICENCE),
    ),
    registerMethod(method.listPoliticianSummaries, summariesPage, (view, query, response) => {
      const { places, total } = membersPage(view, query);
      const rest = { total, ...LICENCE, ...asAtFields(view) };
      return listAnswer(response, { page: everyonePage(view, "summaries"), places }, rest);
    }),
    registerMethod(
      method.getPoliticianExplorerProfile,
      profileQuery,
      (view, { slug, topIndustries }, response) => {
        const answer = fromBinary(response, memberPage(view, slug).binary(MEMBER_ELEMENTS.profile));
        answer.industryCounts = answer.industryCounts.slice(0, topIndustries);
        return answer;
      },
    ),
    registerMethod(method.comparePoliticians, comparedSlugs, (view, { slugA, slugB }) =>
      comparison(view, slugA, slugB, { ...LICENCE, ...asAtFields(view) }),
    ),
    registerMethod(method.getRegisterActivity, activityQuery, (view, { windowDays, filter }, schema) => {
      const page = view.pages.find("register_overview", `activity ${windowDays}`);
      if (page === undefined) return create(schema, { windowDays, ...LICENCE });
      const narrowed = activityWeeks(view, filter, windowDays, asOfDayOf(view));
      return joinedAnswer(schema, [page.binary(0)], create(schema, narrowed));
    }),
    registerMethod(method.listDistinctiveHoldings, memberQuery, (view, { slug }, response) =>
      documentAnswer(response, memberPage(view, slug), MEMBER_ELEMENTS.distinctive),
    ),
  ];
}

/** The places of one page of members, and how many match in all. */
function membersPage(view: SnapshotView, query: MemberPage) {
  const found = placesOf(directoryOf(view), query);
  return { places: found.slice(query.offset, query.offset + query.limit), total: found.length };
}
