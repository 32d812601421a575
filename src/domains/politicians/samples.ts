import { PoliticiansService } from "../../gen/shorts/v1alpha1/politicians_pb.ts";
import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { reads, type Sample, sample } from "../domain.ts";

const { method } = PoliticiansService;
const slug = "synthetic-federal-member-nsw-1";

const MEMBERS = reads(["politicians", "politician_terms"], ["register_holdings"]);
const DECLARED = reads(["register_holdings", "politicians"]);
const RETURNS = reads(["aec_party_returns"], ["aec_receipts", "aec_donations_made"]);

export const SAMPLES: readonly Sample[] = [
  sample(method.getParliamentOverview, MEMBERS, {}),
  sample(method.listPoliticians, MEMBERS, { chamber: "senate", stateCode: "TAS", limit: 5 }),
  sample(method.getPolitician, MEMBERS, { slug }),
  sample(method.listStockPoliticians, DECLARED, { stockCode: "ZAD0", currentOnly: true }),
  sample(method.listPoliticianStocks, DECLARED, { limit: 5, currentOnly: true }),
  sample(method.listSuburbPoliticians, DECLARED, { salCode: "10001" }),
  sample(method.listStatePoliticianHoldings, DECLARED, { stateCode: "WA", limit: 5 }),
  sample(method.listRegisterChanges, DECLARED, { since: "2026-10-01T00:00:00Z", limit: 5 }),
  sample(method.listShortInterestOverlap, reads(["register_holdings", "politicians", "short_positions"]), {
    minShortPercent: 3,
    limit: 5,
  }),
  sample(method.getPoliticianAnalytics, MEMBERS, { topIndustries: 3, currentOnly: true }),
  sample(method.getRegisterExplorer, DECLARED, {}),
  sample(method.listPoliticianSummaries, MEMBERS, {
    chamber: "house",
    sort: "POLITICIAN_SUMMARY_SORT_NAME",
    limit: 2,
  }),
  sample(method.getPoliticianExplorerProfile, MEMBERS, { slug }),
  sample(method.comparePoliticians, MEMBERS, { slugA: slug, slugB: "synthetic-federal-member-nsw-2" }),
  sample(method.getRegisterActivity, DECLARED, { windowDays: 30 }),
  sample(method.listDistinctiveHoldings, DECLARED, { slug }),
  sample(method.getDonationsOverview, RETURNS, { limit: 5 }),
  sample(method.listTopDonors, reads(["aec_receipts"]), { limit: 5 }),
  sample(method.listPartyFunding, RETURNS, { partyGroup: "Synthetic Wattle Party", limit: 3 }),
  sample(method.getPoliticianFunding, reads(["politicians"], ["aec_mp_returns", "aec_candidate_returns"]), {
    slug,
  }),
  sample(ExplorerService.method.aggregateDonations, reads(["aec_receipts"]), {
    receiptKinds: ["RECEIPT_KIND_DONATION"],
    groupBy: ["DONATION_GROUP_PARTY_GROUP", "DONATION_GROUP_FINANCIAL_YEAR"],
    limit: 5,
  }),
  sample(ExplorerService.method.aggregateDeclarations, reads(["register_holdings", "politicians"]), {
    itemNos: [1],
    currentOnly: true,
    groupBy: ["DECLARATION_GROUP_INDUSTRY"],
    limit: 5,
  }),
];
