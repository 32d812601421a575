import { create, fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { PoliticiansService } from "../../gen/shorts/v1alpha1/politicians_pb.ts";
import {
  AggregateDeclarationsResponseSchema,
  AggregateDonationsResponseSchema,
  DonationGroup,
  type DonationSumSchema,
  ExplorerService,
  type ReceiptKind,
} from "../../gen/terrace/v1/explorer_pb.ts";
import { cachedMethod } from "../../rpc/cached-method.ts";
import {
  documentAnswer,
  joinedAnswer,
  listAnswer,
  listedBytes,
} from "../../rpc/encoding/assembled-answer.ts";
import { switchedMethods } from "../../rpc/switched-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import type { MethodOptions } from "../domain.ts";
import {
  ATTRIBUTION_NOTE,
  COVERAGE_NOTE,
  DISCLOSURE_NOTE,
  REGISTER_LICENCE_TEXT,
  SCOPE_NOTE,
} from "./notes.ts";
import { MEMBER_ELEMENTS } from "./page-keys.ts";
import { activityWeeks, changesAnswer } from "./queries/changes.ts";
import * as funding from "./queries/donations.ts";
import * as members from "./queries/members.ts";
import * as rules from "./rules.ts";
import { countDeclarations, declarationColumns } from "./sets/declarations.ts";
import { donationNames, donationSums, type sumDonations } from "./sets/donations.ts";

const LICENCE = { sourceLicence: REGISTER_LICENCE_TEXT } as const;

function registerMethods(engine: Engine, { switches }: MethodOptions): UnaryMethod[] {
  const { method } = PoliticiansService;
  const registerMethod = switchedMethods(engine, () => switches().interestRegister !== false);
  const nothing = () => undefined;
  return [
    registerMethod(method.getParliamentOverview, nothing, (view, _, response) =>
      documentAnswer(response, view.pages.find("register_overview", "overview"), 0, LICENCE),
    ),
    registerMethod(method.listPoliticians, rules.politiciansPage, (view, query, response) => {
      const { places, total } = membersPage(view, query);
      return listAnswer(
        response,
        { page: members.everyonePage(view, "people"), places },
        { total, ...LICENCE },
      );
    }),
    registerMethod(method.getPolitician, rules.memberQuery, (view, { slug }, response) =>
      documentAnswer(response, members.memberPage(view, slug), MEMBER_ELEMENTS.answer),
    ),
    registerMethod(
      method.listStockPoliticians,
      rules.stockQuery,
      (view, { stockCode, currentOnly }, schema) => {
        const page = view.pages.find("stock_politicians", stockCode);
        if (page === undefined) return create(schema, { stockCode, ...LICENCE });
        // Ranges select all or only current declarations; the first element shown is the head.
        const [head, ...places] = page.shownFor(currentOnly ? 1 : 0, page.count);
        const interests = listedBytes({ field: schema.field.interests, page, places });
        return joinedAnswer(schema, [interests, page.binary(head)]);
      },
    ),
    registerMethod(
      method.listPoliticianStocks,
      rules.companiesQuery,
      (view, { limit, currentOnly }, response) =>
        listAnswer(response, { page: view.pages.find("declared_companies", currentOnly), limit }, LICENCE),
    ),
    registerMethod(method.listSuburbPoliticians, rules.suburbQuery, (view, { salCode }, response) => {
      const page = view.pages.find("suburb_politicians", salCode);
      const without = page === undefined ? { ...members.suburbOf(view, salCode), ...LICENCE } : {};
      return documentAnswer(response, page, 0, without);
    }),
    registerMethod(
      method.listStatePoliticianHoldings,
      rules.stateHoldingsQuery,
      (view, { stateCode, limit }, schema) => {
        const page = view.pages.find("declared_companies", `state ${stateCode}`)!;
        const [head, ...places] = page.shownFor(0, 1 + limit);
        const stocks = listedBytes({ field: schema.field.stocks, page, places });
        return joinedAnswer(schema, [stocks, page.binary(head)]);
      },
    ),
    registerMethod(method.listRegisterChanges, rules.changesPage, (view, query) =>
      changesAnswer(view, query, { ...LICENCE, ...members.asAtFields(view) }),
    ),
    registerMethod(
      method.listShortInterestOverlap,
      rules.overlapQuery,
      (view, { minShortPercent, limit }, response) => {
        const page = view.pages.find("declared_companies", "overlap");
        const places = members.overlapPlaces(view, page, minShortPercent, limit);
        return listAnswer(response, { page, places }, { disclosureNote: DISCLOSURE_NOTE, ...LICENCE });
      },
    ),
    registerMethod(
      method.getPoliticianAnalytics,
      rules.analyticsQuery,
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
    registerMethod(method.listPoliticianSummaries, rules.summariesPage, (view, query, response) => {
      const { places, total } = membersPage(view, query);
      const rest = { total, ...LICENCE, ...members.asAtFields(view) };
      return listAnswer(response, { page: members.everyonePage(view, "summaries"), places }, rest);
    }),
    registerMethod(
      method.getPoliticianExplorerProfile,
      rules.profileQuery,
      (view, { slug, topIndustries }, response) => {
        const answer = fromBinary(response, members.memberPage(view, slug).binary(MEMBER_ELEMENTS.profile));
        answer.industryCounts = answer.industryCounts.slice(0, topIndustries);
        return answer;
      },
    ),
    registerMethod(method.comparePoliticians, rules.comparedSlugs, (view, { slugA, slugB }) =>
      members.comparison(view, slugA, slugB, { ...LICENCE, ...members.asAtFields(view) }),
    ),
    registerMethod(
      method.getRegisterActivity,
      rules.activityQuery,
      (view, { windowDays, filter }, schema) => {
        const page = view.pages.find("register_overview", `activity ${windowDays}`);
        if (page === undefined) return create(schema, { windowDays, ...LICENCE });
        const narrowed = activityWeeks(view, filter, windowDays, members.asOfDayOf(view));
        return joinedAnswer(schema, [page.binary(0)], create(schema, narrowed));
      },
    ),
    registerMethod(method.listDistinctiveHoldings, rules.memberQuery, (view, { slug }, response) =>
      documentAnswer(response, members.memberPage(view, slug), MEMBER_ELEMENTS.distinctive),
    ),
  ];
}

function membersPage(view: SnapshotView, query: rules.MemberPage) {
  const found = members.placesOf(members.directoryOf(view), query);
  return { places: found.slice(query.offset, query.offset + query.limit), total: found.length };
}

/** AggregateDonations and AggregateDeclarations: figures of any receipts or declarations, from columns. */
function setMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = ExplorerService;
  return [
    cachedMethod(engine, method.aggregateDonations, options, {
      queryOf: (request, view) => {
        const isOn = options.switches().partyFunding !== false;
        return { ...rules.donationQuery(request, isOn ? donationNames(view) : undefined), isOn };
      },
      lookUp: async (view, query, signal, { time }) => {
        if (!query.isOn) return create(AggregateDonationsResponseSchema);
        const names = donationNames(view);
        const { sums, totalCount, all } = await donationSums(view)(query, signal, time);
        return create(AggregateDonationsResponseSchema, {
          sums: sums.map((sum) => sumFields(names, query.groupBy, sum)),
          totalCount,
          all: figureFields(all),
          scopeNote: SCOPE_NOTE,
          ...funding.fundingFields(view),
        });
      },
    }),
    cachedMethod(engine, method.aggregateDeclarations, options, {
      queryOf: (request) => ({
        ...rules.declarationQuery(request),
        isOn: options.switches().interestRegister !== false,
      }),
      lookUp: async (view, query) => {
        if (!query.isOn) return create(AggregateDeclarationsResponseSchema);
        const columns = declarationColumns(view);
        return create(AggregateDeclarationsResponseSchema, {
          ...countDeclarations(columns, query),
          extractedParliaments: [...columns.extracted],
          partialParliaments: [...columns.partial],
          pendingParliaments: [...columns.pending],
          sourceLicence: REGISTER_LICENCE_TEXT,
          ...members.asAtFields(view),
        });
      },
    }),
  ];
}

type SumFields = MessageInitShape<typeof DonationSumSchema>;
type FoundSums = ReturnType<typeof sumDonations>;

function figureFields({ cents, byKind, receipts, payers }: FoundSums["all"]) {
  const [unspecified, donation, other, subscription, publicFunding] = byKind.map(BigInt);
  return {
    totalCents: BigInt(cents),
    receiptKinds: {
      donationCents: donation,
      otherReceiptCents: other,
      subscriptionCents: subscription,
      publicFundingCents: publicFunding,
      unspecifiedCents: unspecified,
    },
    receiptCount: receipts,
    donorCount: payers,
  } satisfies SumFields;
}

function sumFields(
  names: ReturnType<typeof donationNames>,
  groupBy: readonly DonationGroup[],
  sum: FoundSums["sums"][number],
): SumFields {
  const fields: SumFields = figureFields(sum);
  for (const [i, group] of groupBy.entries()) {
    const place = sum.places[i];
    if (group === DonationGroup.PARTY_GROUP) fields.partyGroup = names.groups[place];
    else if (group === DonationGroup.RECEIPT_KIND) fields.receiptKind = place as ReceiptKind;
    else if (group === DonationGroup.FINANCIAL_YEAR) {
      fields.financialYear = names.years[place].label;
      fields.financialYearEnd = names.years[place].end;
    } else {
      const company = names.companies.get(place);
      fields.donorName = names.names[sum.name];
      fields.donorNameNorm = names.payers[place];
      fields.stockCode = company?.code ?? "";
      fields.companyName = company?.name ?? "";
      fields.matchMethod = company?.method ?? "";
    }
  }
  return fields;
}

/**
 * PoliticiansService (sixteen methods on the register, four on the returns), and the two methods of
 * ExplorerService over any set of either. Each data set has its switch.
 */
export function politicianMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = PoliticiansService;
  const fundingMethod = switchedMethods(engine, () => options.switches().partyFunding !== false);
  return [
    ...registerMethods(engine, options),
    fundingMethod(method.getDonationsOverview, rules.overviewQuery, funding.overviewAnswer),
    fundingMethod(method.listTopDonors, rules.donorsPage, funding.topDonorsAnswer),
    fundingMethod(method.listPartyFunding, rules.partyFundingQuery, funding.partyFunding),
    fundingMethod(method.getPoliticianFunding, rules.memberQuery, (view, asked, response) => {
      const slug = members.canonicalSlug(view, asked.slug);
      const page = view.pages.find("politician_funding", slug);
      const rest = create(response, {
        ...funding.fundingFields(view),
        coverageNote: COVERAGE_NOTE,
        attributionNote: ATTRIBUTION_NOTE,
        ...(page === undefined ? { canonicalSlug: slug } : {}),
      });
      return joinedAnswer(response, page === undefined ? [] : [page.binary(0)], rest);
    }),
    ...setMethods(engine, options),
  ];
}
