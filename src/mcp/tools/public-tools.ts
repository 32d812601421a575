import { pageOf, type Tool } from "./tool.ts";

const ECONOMY = "shorts.v1alpha1.EconomyService";

export const PUBLIC_TOOLS: readonly Tool[] = [
  {
    name: "economic_series",
    title: "Values of economic series",
    description:
      "Observations of up to a few economic series (rates, employment, prices, credit, short interest), oldest first, with unit, frequency, source and licence. search with kind series gives the keys.",
    method: `${ECONOMY}/GetEconomicSeries`,
    arguments: ["seriesKeys", "maxObservations", "asOf"],
    defaults: { maxObservations: 24 },
    tables: ["economic_series"],
  },
  {
    name: "series_vintages",
    title: "Revisions of a series",
    description:
      "The figures that were published for each period of one economic series, with the days of publication and the revision from the first to the latest. economic_series with asOf gives the whole series as it was known on a day.",
    method: "terrace.v1.ExplorerService/GetSeriesVintages",
    arguments: ["seriesKey", "startPeriod", "endPeriod", "maxPeriods"],
    defaults: { maxPeriods: 12 },
    tables: ["economic_series"],
  },
  {
    name: "member_interests",
    title: "Declared interests of a member of parliament",
    description:
      "Terms of one member or senator and everything ever declared in the register of interests: shares, property, gifts, with the dates known. Declarations have no amounts. Needs the slug; search with kind member gives it.",
    method: "shorts.v1alpha1.PoliticiansService/GetPolitician",
    arguments: ["slug"],
  },
  {
    name: "party_funding",
    title: "Party funding returns",
    description:
      "Receipts, payments and debts of party groups for a financial year such as 2023-24, in cents as lodged, with the notes that belong to them.",
    method: "shorts.v1alpha1.PoliticiansService/GetDonationsOverview",
    arguments: ["financialYear", "limit"],
    list: "parties",
    tables: ["aec_party_returns", "aec_receipts"],
  },
  {
    name: "state_companies",
    title: "Listed companies of a state",
    description:
      "Companies whose business is in one state or territory, largest first, with their share there.",
    method: `${ECONOMY}/ListStateCompanies`,
    arguments: ["state", "limit"],
    list: "companies",
    defaults: { state: "NSW", limit: 10 },
    tables: ["companies", "company_exposures"],
  },
  {
    name: "reports",
    title: "Weekly reports",
    description: "Dated reports about short positions, newest first. With weekSlug: one of them in full.",
    method: "shorts.v1alpha1.ReportsService/ListReports",
    arguments: ["reportType", "limit"],
    list: "reports",
    defaults: { limit: 5 },
    tables: ["short_positions"],
    instead: {
      method: "shorts.v1alpha1.ReportsService/GetWeeklyReport",
      arguments: ["weekSlug"],
      tables: ["short_positions"],
      isMeant: ({ weekSlug }) => weekSlug !== undefined && weekSlug !== "",
    },
  },
  {
    name: "members_with_stock",
    title: "Members who declare a stock",
    description:
      "Members of parliament who declare or have declared shares in one company. Declarations have no amounts. Needs its code.",
    method: "shorts.v1alpha1.PoliticiansService/ListStockPoliticians",
    arguments: ["stockCode", "currentOnly"],
    page: pageOf("stocks", "stockCode"),
  },
];
