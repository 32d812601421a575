import { PoliticiansService } from "../../gen/shorts/v1alpha1/politicians_pb.ts";
import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { type Sample, sample } from "../domain.ts";

const { method } = PoliticiansService;
const slug = "synthetic-federal-member-nsw-1";

export const SAMPLES: readonly Sample[] = [
  sample(method.getParliamentOverview, {}),
  sample(method.listPoliticians, { chamber: "senate", stateCode: "TAS", limit: 5 }),
  sample(method.getPolitician, { slug }),
  sample(method.listStockPoliticians, { stockCode: "ZAD0", currentOnly: true }),
  sample(method.listPoliticianStocks, { limit: 5, currentOnly: true }),
  sample(method.listSuburbPoliticians, { salCode: "10001" }),
  sample(method.listStatePoliticianHoldings, { stateCode: "WA", limit: 5 }),
  sample(method.listRegisterChanges, { since: "2026-10-01T00:00:00Z", limit: 5 }),
  sample(method.listShortInterestOverlap, { minShortPercent: 3, limit: 5 }),
  sample(method.getPoliticianAnalytics, { topIndustries: 3, currentOnly: true }),
  sample(method.getRegisterExplorer, {}),
  sample(method.listPoliticianSummaries, {
    chamber: "house",
    sort: "POLITICIAN_SUMMARY_SORT_NAME",
    limit: 2,
  }),
  sample(method.getPoliticianExplorerProfile, { slug }),
  sample(method.comparePoliticians, { slugA: slug, slugB: "synthetic-federal-member-nsw-2" }),
  sample(method.getRegisterActivity, { windowDays: 30 }),
  sample(method.listDistinctiveHoldings, { slug }),
  sample(method.getDonationsOverview, { limit: 5 }),
  sample(method.listTopDonors, { limit: 5 }),
  sample(method.listPartyFunding, { partyGroup: "Synthetic Wattle Party", limit: 3 }),
  sample(method.getPoliticianFunding, { slug }),
  sample(ExplorerService.method.aggregateDonations, {
    receiptKinds: ["RECEIPT_KIND_DONATION"],
    groupBy: ["DONATION_GROUP_PARTY_GROUP", "DONATION_GROUP_FINANCIAL_YEAR"],
    limit: 5,
  }),
  sample(ExplorerService.method.aggregateDeclarations, {
    itemNos: [1],
    currentOnly: true,
    groupBy: ["DECLARATION_GROUP_INDUSTRY"],
    limit: 5,
  }),
];
