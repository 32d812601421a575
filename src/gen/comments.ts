// Written by `npm run generate` from the comments in proto/. Do not edit.
/* eslint-disable */

/** Comments by full name of the service, method, message, field, enum or enum value. */
export const comments: Readonly<Record<string, string>> = {
  "shorts.v1alpha1.ActiveMember":
    "A member with changes in the window.",
  "shorts.v1alpha1.ActiveMember.chamber":
    "`house` or `senate`.",
  "shorts.v1alpha1.ActiveMember.display_name":
    "Name as shown.",
  "shorts.v1alpha1.ActiveMember.division":
    "Electoral division.",
  "shorts.v1alpha1.ActiveMember.event_count":
    "Additions and removals.",
  "shorts.v1alpha1.ActiveMember.party_ab":
    "Party, abbreviated.",
  "shorts.v1alpha1.ActiveMember.slug":
    "Slug.",
  "shorts.v1alpha1.AddressPriceDrop":
    "The total cut at one address.",
  "shorts.v1alpha1.AddressPriceDrop.address_key":
    "Key for GetPropertyHistory, never empty.",
  "shorts.v1alpha1.AddressPriceDrop.agency_name":
    "Agency; \"\" = unknown.",
  "shorts.v1alpha1.AddressPriceDrop.agent_names":
    "Agents named in the advert.",
  "shorts.v1alpha1.AddressPriceDrop.bathrooms":
    "Bathrooms; 0 = unknown.",
  "shorts.v1alpha1.AddressPriceDrop.bedrooms":
    "Bedrooms; 0 = unknown.",
  "shorts.v1alpha1.AddressPriceDrop.current_price":
    "Current ask, AUD.",
  "shorts.v1alpha1.AddressPriceDrop.display_address":
    "Address for people.",
  "shorts.v1alpha1.AddressPriceDrop.drop_abs":
    "first_price - current_price, AUD.",
  "shorts.v1alpha1.AddressPriceDrop.drop_pct":
    "drop_abs / first_price, fraction, 0.03 to 0.40 inclusive.",
  "shorts.v1alpha1.AddressPriceDrop.first_price":
    "Earliest ask in the window, AUD.",
  "shorts.v1alpha1.AddressPriceDrop.last_observed_at":
    "Time of the newest event in the chain, RFC 3339 text.",
  "shorts.v1alpha1.AddressPriceDrop.latest_listing_url":
    "Page of the current advert, never empty.",
  "shorts.v1alpha1.AddressPriceDrop.latest_source":
    "Portal of the current advert.",
  "shorts.v1alpha1.AddressPriceDrop.num_listings":
    "Distinct listings (portal and listing id) at the address.",
  "shorts.v1alpha1.AddressPriceDrop.postcode":
    "Postcode.",
  "shorts.v1alpha1.AddressPriceDrop.property_type":
    "Kind of property.",
  "shorts.v1alpha1.AddressPriceDrop.state_code":
    "State code.",
  "shorts.v1alpha1.AddressPriceDrop.suburb":
    "Suburb.",
  "shorts.v1alpha1.AgencyPriceStats":
    "One agency on one portal in one state. The same firm on two portals is two rows.",
  "shorts.v1alpha1.AgencyPriceStats.active_listings":
    "Active addresses, at least 3.",
  "shorts.v1alpha1.AgencyPriceStats.agency_id":
    "Id of the agency at that portal.",
  "shorts.v1alpha1.AgencyPriceStats.agency_name":
    "Name.",
  "shorts.v1alpha1.AgencyPriceStats.agent_names":
    "Always empty: names of persons stay out of aggregates.",
  "shorts.v1alpha1.AgencyPriceStats.avg_asking":
    "Mean asking price, AUD; 0 under 3 priced addresses.",
  "shorts.v1alpha1.AgencyPriceStats.avg_drop_pct":
    "Mean over addresses of the address's largest cut, fraction; 0 under 3 cut addresses.",
  "shorts.v1alpha1.AgencyPriceStats.dropped_count":
    "Distinct addresses cut in 30 days.",
  "shorts.v1alpha1.AgencyPriceStats.median_asking":
    "Median asking price, AUD; 0 under 3 priced addresses.",
  "shorts.v1alpha1.AgencyPriceStats.priced_listings":
    "Addresses for sale or under offer with a numeric asking price: of several live listings of the agency at an address the most recently seen counts. Active addresses in another state of sale are not among them.",
  "shorts.v1alpha1.AgencyPriceStats.source":
    "Portal slug.",
  "shorts.v1alpha1.AgencyPriceStats.state_code":
    "State code.",
  "shorts.v1alpha1.AgencyPriceStats.suburbs_covered":
    "Distinct suburbs with active addresses.",
  "shorts.v1alpha1.AgencyPriceStats.total_drop_value":
    "Sum of all cuts, AUD; 0 under 3 cut addresses.",
  "shorts.v1alpha1.BattlegroundStock":
    "A security that shorts fight over. With c(x) = min(x, 1): squeeze = 100 (0.35 c(days to cover / 10) + 0.30 c(short / 15) + 0.20 c(max(price change, 0) / 20) + 0.15 c(max(short change, 0) / 3)), divergence = 100 c(price change / 20) c(short change / 3) when both rose, else 0.",
  "shorts.v1alpha1.BattlegroundStock.company_name":
    "Company name, else the product's.",
  "shorts.v1alpha1.BattlegroundStock.days_to_cover":
    "Shares short over the mean volume; 0 unknown.",
  "shorts.v1alpha1.BattlegroundStock.divergence_score":
    "0 to 100, one decimal.",
  "shorts.v1alpha1.BattlegroundStock.industry":
    "Industry group; \"\" unknown.",
  "shorts.v1alpha1.BattlegroundStock.latest_price":
    "AUD: last close.",
  "shorts.v1alpha1.BattlegroundStock.logo_url":
    "Logo address; \"\" unknown.",
  "shorts.v1alpha1.BattlegroundStock.market_cap":
    "AUD, as the company list has it; 0 unknown.",
  "shorts.v1alpha1.BattlegroundStock.price_change_1m":
    "Percent over a month.",
  "shorts.v1alpha1.BattlegroundStock.short_pct":
    "Latest percent short.",
  "shorts.v1alpha1.BattlegroundStock.short_pct_change_4w":
    "Percentage points over four weeks.",
  "shorts.v1alpha1.BattlegroundStock.squeeze_score":
    "0 to 100, one decimal.",
  "shorts.v1alpha1.BattlegroundStock.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.BattlegroundView":
    "Which battlegrounds.",
  "shorts.v1alpha1.BattlegroundView.BATTLEGROUND_VIEW_DIVERGENCE":
    "Rows whose price and short interest both rose, by divergence score.",
  "shorts.v1alpha1.BattlegroundView.BATTLEGROUND_VIEW_SQUEEZE":
    "Every row by squeeze score.",
  "shorts.v1alpha1.BattlegroundView.BATTLEGROUND_VIEW_UNSPECIFIED":
    "Counts as SQUEEZE.",
  "shorts.v1alpha1.BlockProvenance":
    "Where a block comes from.",
  "shorts.v1alpha1.BlockProvenance.block":
    "Name of the field in GetSuburbProfileResponse, or `summary.` and the name of a part of the summary that has origins of its own: latest_median_price, amenities, dominant_nbn_tech, seifa.",
  "shorts.v1alpha1.BlockProvenance.derivation":
    "What was done to the publishers' figures; \"\" = they are given as published.",
  "shorts.v1alpha1.BlockProvenance.source_ids":
    "Ids of its sources; empty when the dataset does not say.",
  "shorts.v1alpha1.CandidateDonation":
    "A donation in a candidate's return.",
  "shorts.v1alpha1.CandidateDonation.amount_cents":
    "Amount in cents.",
  "shorts.v1alpha1.CandidateDonation.donation_date":
    "Day; absent when the return has none.",
  "shorts.v1alpha1.CandidateDonation.donor_name":
    "Name as lodged.",
  "shorts.v1alpha1.CandidateElectionReturn":
    "A candidate's election return.",
  "shorts.v1alpha1.CandidateElectionReturn.amendment_no":
    "Number of the amendment; 0 = as first lodged.",
  "shorts.v1alpha1.CandidateElectionReturn.candidate_name":
    "Name as lodged.",
  "shorts.v1alpha1.CandidateElectionReturn.discretionary_cents":
    "Discretionary benefits in cents.",
  "shorts.v1alpha1.CandidateElectionReturn.donations":
    "By day, undated last, then name and amount.",
  "shorts.v1alpha1.CandidateElectionReturn.donor_count":
    "Donors as the return declares them.",
  "shorts.v1alpha1.CandidateElectionReturn.electorate_name":
    "Electorate.",
  "shorts.v1alpha1.CandidateElectionReturn.electorate_state":
    "Its state.",
  "shorts.v1alpha1.CandidateElectionReturn.event":
    "Election, verbatim.",
  "shorts.v1alpha1.CandidateElectionReturn.event_itemised_return_count":
    "Those that list donations.",
  "shorts.v1alpha1.CandidateElectionReturn.event_return_count":
    "Returns of all candidates at that election.",
  "shorts.v1alpha1.CandidateElectionReturn.event_year":
    "Its year.",
  "shorts.v1alpha1.CandidateElectionReturn.expenditure_cents":
    "Electoral expenditure in cents.",
  "shorts.v1alpha1.CandidateElectionReturn.nil_return":
    "The return declares nothing.",
  "shorts.v1alpha1.CandidateElectionReturn.party_name":
    "Party as lodged.",
  "shorts.v1alpha1.CandidateElectionReturn.return_type":
    "Type of return, verbatim.",
  "shorts.v1alpha1.CandidateElectionReturn.source_url":
    "Where it is published.",
  "shorts.v1alpha1.CandidateElectionReturn.total_gift_cents":
    "Gifts as the return declares them, in cents.",
  "shorts.v1alpha1.CellOrigin":
    "Cells of one row of a publisher's file.",
  "shorts.v1alpha1.CellOrigin.columns":
    "One for each figure: the publisher's column, series or table, or the formula over them.",
  "shorts.v1alpha1.CellOrigin.figures":
    "The figures: keys of metrics in a suburb's profile, names of fields of LgaInfo in a council's.",
  "shorts.v1alpha1.CellOrigin.file":
    "Name of the file.",
  "shorts.v1alpha1.CellOrigin.row":
    "Row of the file or sheet, from 1; absent where a figure is made from several rows, or the row is found by its key.",
  "shorts.v1alpha1.CellOrigin.sha256":
    "SHA-256 of the file's uncompressed content, in hexadecimal.",
  "shorts.v1alpha1.CellOrigin.source_id":
    "Id of the source.",
  "shorts.v1alpha1.CellOrigin.vintage":
    "Date of the publication, YYYY-MM-DD.",
  "shorts.v1alpha1.CompanyTaxYear":
    "Tax figures of one income year, AUD. The source leaves a figure of zero or less blank: then its flag is false.",
  "shorts.v1alpha1.CompanyTaxYear.has_tax_payable":
    "Whether a tax amount was published.",
  "shorts.v1alpha1.CompanyTaxYear.has_taxable_income":
    "Whether a taxable income was published.",
  "shorts.v1alpha1.CompanyTaxYear.income_year":
    "Year in which the income year ends: 2024 is 2023-24.",
  "shorts.v1alpha1.CompanyTaxYear.tax_payable":
    "Tax payable.",
  "shorts.v1alpha1.CompanyTaxYear.taxable_income":
    "Taxable income.",
  "shorts.v1alpha1.CompanyTaxYear.total_income":
    "Total income.",
  "shorts.v1alpha1.ComparePoliticiansRequest":
    "Which two members.",
  "shorts.v1alpha1.ComparePoliticiansRequest.slug_a":
    "Slug of side a.",
  "shorts.v1alpha1.ComparePoliticiansRequest.slug_b":
    "Slug of side b, another one.",
  "shorts.v1alpha1.ComparePoliticiansResponse":
    "Two members side by side.",
  "shorts.v1alpha1.ComparePoliticiansResponse.a":
    "Side a.",
  "shorts.v1alpha1.ComparePoliticiansResponse.as_at":
    "When the register was last refreshed.",
  "shorts.v1alpha1.ComparePoliticiansResponse.b":
    "Side b.",
  "shorts.v1alpha1.ComparePoliticiansResponse.extracted_parliaments_a":
    "Parliaments side a sat in whose documents were read.",
  "shorts.v1alpha1.ComparePoliticiansResponse.extracted_parliaments_b":
    "Parliaments side b sat in whose documents were read.",
  "shorts.v1alpha1.ComparePoliticiansResponse.holder_counts_a":
    "Four rows: self, spouse or partner, dependent children, unspecified.",
  "shorts.v1alpha1.ComparePoliticiansResponse.holder_counts_b":
    "The same of side b.",
  "shorts.v1alpha1.ComparePoliticiansResponse.only_a_companies":
    "Companies of side a alone, by stock_code; at most 20.",
  "shorts.v1alpha1.ComparePoliticiansResponse.only_a_more":
    "Further companies of side a alone.",
  "shorts.v1alpha1.ComparePoliticiansResponse.only_b_companies":
    "Companies of side b alone, by stock_code; at most 20.",
  "shorts.v1alpha1.ComparePoliticiansResponse.only_b_more":
    "Further companies of side b alone.",
  "shorts.v1alpha1.ComparePoliticiansResponse.partial_parliaments_a":
    "Those of which some were read.",
  "shorts.v1alpha1.ComparePoliticiansResponse.partial_parliaments_b":
    "Those of which some were read.",
  "shorts.v1alpha1.ComparePoliticiansResponse.pending_parliaments_a":
    "Those of which none was read.",
  "shorts.v1alpha1.ComparePoliticiansResponse.pending_parliaments_b":
    "Those of which none was read.",
  "shorts.v1alpha1.ComparePoliticiansResponse.shared_companies":
    "Companies that both have ever declared, by stock_code.",
  "shorts.v1alpha1.ComparePoliticiansResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.ComparisonBaselines":
    "Figures of the state and the country to compare a suburb with. 0 and \"\" = not available.",
  "shorts.v1alpha1.ComparisonBaselines.abs_median_period":
    "Quarter end of those two medians, YYYY-MM-DD.",
  "shorts.v1alpha1.ComparisonBaselines.capital_median_price":
    "Median price of established houses in the capital city, AUD.",
  "shorts.v1alpha1.ComparisonBaselines.capital_region_code":
    "Code of the capital-city region.",
  "shorts.v1alpha1.ComparisonBaselines.capital_region_name":
    "Name of the capital-city region.",
  "shorts.v1alpha1.ComparisonBaselines.national_income_basis":
    "The same of national_median_weekly_hhd_income.",
  "shorts.v1alpha1.ComparisonBaselines.national_median_price":
    "Always 0: no fair national median of suburb medians exists while only some states are priced.",
  "shorts.v1alpha1.ComparisonBaselines.national_median_weekly_hhd_income":
    "Median household income of the country, AUD a week, on the basis that national_income_basis tells.",
  "shorts.v1alpha1.ComparisonBaselines.rest_of_state_median_price":
    "Median price of established houses in the rest of the state, AUD.",
  "shorts.v1alpha1.ComparisonBaselines.rest_of_state_region_name":
    "Name of the rest-of-state region.",
  "shorts.v1alpha1.ComparisonBaselines.state_census":
    "Census shares of the state.",
  "shorts.v1alpha1.ComparisonBaselines.state_income_basis":
    "What state_median_weekly_hhd_income is: `published` from the publisher's state table, or `median of suburbs`, the income of the median suburb, which is not the median of households; \"\" = none.",
  "shorts.v1alpha1.ComparisonBaselines.state_median_price":
    "Median of the latest public suburb medians of the state, AUD; 0 where no suburb is priced.",
  "shorts.v1alpha1.ComparisonBaselines.state_median_weekly_hhd_income":
    "Median household income of the state, AUD a week, on the basis that state_income_basis tells.",
  "shorts.v1alpha1.CoreStocksService":
    "Three methods of other services under an older name, for clients that were made before those were.\n\nAn operator may give the service a second name, and bind it to a host of its own. Messages and rules are those of the services named below; only defaults differ. Periods are taken in any case, so that `3m` is `3M`. No other method is repeated here: clients call it under its own service.",
  "shorts.v1alpha1.CoreStocksService.GetStockData":
    "GetStockData of StockService, for callers with a token; the period is 3M unless given.\n\nunauthenticated: no token, or one that cannot be used.",
  "shorts.v1alpha1.CoreStocksService.GetTopShorts":
    "GetTopShorts of MarketService; the period is 3M and the limit 10 unless given.",
  "shorts.v1alpha1.CoreStocksService.SearchStocks":
    "SearchStocks of SearchService.",
  "shorts.v1alpha1.CouncilCrimeStat":
    "The rate of one type of crime over the members.",
  "shorts.v1alpha1.CouncilCrimeStat.covered_suburbs":
    "Members with a rate.",
  "shorts.v1alpha1.CouncilCrimeStat.crime_type":
    "break_ins, motor_vehicle, property_damage or violent.",
  "shorts.v1alpha1.CouncilCrimeStat.fy_ending":
    "Financial year, by the year it ends in.",
  "shorts.v1alpha1.CouncilCrimeStat.rate_per_100k":
    "One decimal.",
  "shorts.v1alpha1.CouncilCrimeStat.source":
    "Source of the figures.",
  "shorts.v1alpha1.CouncilCrimeStat.source_jurisdiction":
    "State whose police counted.",
  "shorts.v1alpha1.CouncilCrimeStat.source_licence":
    "Licence of the figures.",
  "shorts.v1alpha1.CouncilDropSuburb":
    "A suburb with at least 3 cut addresses.",
  "shorts.v1alpha1.CouncilDropSuburb.dropped_listing_count":
    "Addresses that were cut.",
  "shorts.v1alpha1.CouncilDropSuburb.dropped_share":
    "The one by the other, three decimals.",
  "shorts.v1alpha1.CouncilDropSuburb.median_drop_pct":
    "Median of the addresses' largest cuts, a fraction, four decimals.",
  "shorts.v1alpha1.CouncilDropSuburb.postcode":
    "Postcode; \"\" = unknown.",
  "shorts.v1alpha1.CouncilDropSuburb.sal_code":
    "Statistical suburb code.",
  "shorts.v1alpha1.CouncilDropSuburb.sal_name":
    "Name of the suburb.",
  "shorts.v1alpha1.CouncilDropSuburb.tracked_listing_count":
    "Live addresses.",
  "shorts.v1alpha1.CouncilNeighbour":
    "A council beside this one.",
  "shorts.v1alpha1.CouncilNeighbour.display_name":
    "Name for people.",
  "shorts.v1alpha1.CouncilNeighbour.kind":
    "council, unincorporated or pseudo.",
  "shorts.v1alpha1.CouncilNeighbour.lga_code":
    "Council code, 5 digits.",
  "shorts.v1alpha1.CouncilNeighbour.shared_suburbs":
    "Suburbs of which both hold at least 1 %.",
  "shorts.v1alpha1.CouncilNeighbour.shares_border":
    "Whether the areas touch.",
  "shorts.v1alpha1.CouncilNeighbour.slug":
    "\"\" when it has no page.",
  "shorts.v1alpha1.CouncilNeighbour.state_code":
    "State code.",
  "shorts.v1alpha1.CouncilPriceDrops":
    "Cuts of the past 30 days over the suburbs of which the council is dominant; each address counts once.",
  "shorts.v1alpha1.CouncilPriceDrops.as_of":
    "When the cuts were computed.",
  "shorts.v1alpha1.CouncilPriceDrops.data_through":
    "Newest observation behind them.",
  "shorts.v1alpha1.CouncilPriceDrops.dropped_listing_count":
    "Addresses that were cut.",
  "shorts.v1alpha1.CouncilPriceDrops.dropped_share":
    "The one by the other, three decimals.",
  "shorts.v1alpha1.CouncilPriceDrops.median_drop_pct":
    "Median of the addresses' largest cuts, a fraction, four decimals.",
  "shorts.v1alpha1.CouncilPriceDrops.suburbs":
    "Suburbs with at least 3 cut addresses: dropped_listing_count descending, then sal_code.",
  "shorts.v1alpha1.CouncilPriceDrops.suburbs_tracked":
    "Suburbs with a live address.",
  "shorts.v1alpha1.CouncilPriceDrops.tracked_listing_count":
    "Live addresses.",
  "shorts.v1alpha1.CouncilProfile":
    "Everything known about a council.",
  "shorts.v1alpha1.CouncilProfile.council":
    "The council's facts; dominant_share is never set here, since it is a suburb's.",
  "shorts.v1alpha1.CouncilProfile.facts_as_of":
    "The day that the snapshot stands for, YYYY-MM-DD.",
  "shorts.v1alpha1.CouncilProfile.federal_electorates":
    "Federal electorates of its members, largest share of residents first, then name.",
  "shorts.v1alpha1.CouncilProfile.lga_vintage":
    "Edition of the boundaries; \"\" = not known.",
  "shorts.v1alpha1.CouncilProfile.neighbours":
    "Councils that touch it or share a suburb with it: display_name ascending, then lga_code.",
  "shorts.v1alpha1.CouncilProfile.price_drops":
    "Absent below 3 cut addresses, and when listing data is switched off.",
  "shorts.v1alpha1.CouncilProfile.rollup":
    "Its members taken together.",
  "shorts.v1alpha1.CouncilProfile.series":
    "Its figures over time: measure ascending, then source.",
  "shorts.v1alpha1.CouncilProfile.state_districts":
    "State districts of its members, likewise.",
  "shorts.v1alpha1.CouncilProfile.suburbs":
    "Its members: population descending, then sal_name and sal_code.",
  "shorts.v1alpha1.CouncilProfile.summary":
    "The row that ListCouncils gives.",
  "shorts.v1alpha1.CouncilRepresentative":
    "An electorate or district that members of the council lie in.",
  "shorts.v1alpha1.CouncilRepresentative.member":
    "\"\" where a district has several members, or none is known.",
  "shorts.v1alpha1.CouncilRepresentative.name":
    "Name of the electorate or district.",
  "shorts.v1alpha1.CouncilRepresentative.party":
    "Party of the member, full name; \"\" = unknown.",
  "shorts.v1alpha1.CouncilRepresentative.party_ab":
    "Party of the member, abbreviation; \"\" = unknown.",
  "shorts.v1alpha1.CouncilRepresentative.population_share":
    "Share of the members' residents, a fraction, three decimals.",
  "shorts.v1alpha1.CouncilRepresentative.suburb_count":
    "Members in it.",
  "shorts.v1alpha1.CouncilRollup":
    "The members of a council taken together.",
  "shorts.v1alpha1.CouncilRollup.bushfire_covered_suburbs":
    "Members with a figure.",
  "shorts.v1alpha1.CouncilRollup.bushfire_share_pct":
    "Bushfire-prone land, likewise.",
  "shorts.v1alpha1.CouncilRollup.crime":
    "crime_type ascending; members with a rate of the newest year, weighted.",
  "shorts.v1alpha1.CouncilRollup.dominant_suburbs":
    "Those of which it is the dominant council.",
  "shorts.v1alpha1.CouncilRollup.flood_covered_suburbs":
    "Members with a figure.",
  "shorts.v1alpha1.CouncilRollup.flood_share_pct":
    "Weighted percent, one decimal; absent unless members with a figure hold at least half of the residents.",
  "shorts.v1alpha1.CouncilRollup.median_max":
    "Highest of these medians, AUD.",
  "shorts.v1alpha1.CouncilRollup.median_min":
    "Lowest of these medians, AUD.",
  "shorts.v1alpha1.CouncilRollup.median_of_medians":
    "Middle of these medians, AUD.",
  "shorts.v1alpha1.CouncilRollup.member_suburbs":
    "All members.",
  "shorts.v1alpha1.CouncilRollup.priced_suburbs":
    "Members with a house median of their own; the three figures are over these, unweighted.",
  "shorts.v1alpha1.CouncilRollup.water_covered_suburbs":
    "Members with a figure.",
  "shorts.v1alpha1.CouncilRollup.water_share_pct":
    "Land observed under water, likewise.",
  "shorts.v1alpha1.CouncilSeries":
    "One measure of a council over time, of one source.",
  "shorts.v1alpha1.CouncilSeries.frequency":
    "annual, monthly or fy (financial years).",
  "shorts.v1alpha1.CouncilSeries.measure":
    "What is measured: erp, dwelling_approvals_total, financial_assistance_grant, …",
  "shorts.v1alpha1.CouncilSeries.points":
    "Oldest first.",
  "shorts.v1alpha1.CouncilSeries.source":
    "Source of the figures.",
  "shorts.v1alpha1.CouncilSeries.source_licence":
    "Licence of the figures.",
  "shorts.v1alpha1.CouncilSeries.unit":
    "persons, AUD or count.",
  "shorts.v1alpha1.CouncilSeriesPoint":
    "One observation.",
  "shorts.v1alpha1.CouncilSeriesPoint.period":
    "Last day of the period, YYYY-MM-DD.",
  "shorts.v1alpha1.CouncilSeriesPoint.period_label":
    "2025, 2026-06 or 2025-26, by frequency.",
  "shorts.v1alpha1.CouncilSeriesPoint.value":
    "The observation, in the unit of the series.",
  "shorts.v1alpha1.CouncilSuburb":
    "A member of a council.",
  "shorts.v1alpha1.CouncilSuburb.bushfire_share_pct":
    "Bushfire-prone land, likewise.",
  "shorts.v1alpha1.CouncilSuburb.dominant":
    "Whether this council holds most of its residents.",
  "shorts.v1alpha1.CouncilSuburb.flood_share_pct":
    "Percent 0..100, one decimal; absent where no layer covers the suburb.",
  "shorts.v1alpha1.CouncilSuburb.population":
    "Residents of the whole suburb; 0 = none or unknown.",
  "shorts.v1alpha1.CouncilSuburb.postcode":
    "Postcode; \"\" = unknown.",
  "shorts.v1alpha1.CouncilSuburb.sal_code":
    "Statistical suburb code.",
  "shorts.v1alpha1.CouncilSuburb.sal_name":
    "Name of the suburb.",
  "shorts.v1alpha1.CouncilSuburb.seifa_irsad_decile":
    "National decile of relative advantage and disadvantage.",
  "shorts.v1alpha1.CouncilSuburb.share":
    "Share of its residents in this council, a fraction, three decimals.",
  "shorts.v1alpha1.CouncilSuburb.vg_median":
    "The suburb's own house median, AUD; never the council's. Only together with its period.",
  "shorts.v1alpha1.CouncilSuburb.vg_median_period":
    "Last day of that period, YYYY-MM-DD; \"\" = none.",
  "shorts.v1alpha1.CouncilSuburb.water_share_pct":
    "Land observed under water, likewise.",
  "shorts.v1alpha1.CouncilSummary":
    "A council in a list, and at the head of its profile. An absent figure is unknown.",
  "shorts.v1alpha1.CouncilSummary.approvals_per_1000":
    "Dwellings approved a thousand residents over the latest 12 months, two decimals; absent unless all 12 are known.",
  "shorts.v1alpha1.CouncilSummary.approvals_through":
    "Last of those months, YYYY-MM; \"\" = none.",
  "shorts.v1alpha1.CouncilSummary.area_sqkm":
    "Area, square km, one decimal.",
  "shorts.v1alpha1.CouncilSummary.bushfire_share_pct":
    "Bushfire-prone land, likewise.",
  "shorts.v1alpha1.CouncilSummary.council_house_median":
    "Median price of houses in the whole council, AUD; only together with its period.",
  "shorts.v1alpha1.CouncilSummary.council_house_median_period":
    "Financial year of that median, such as 2025-26; \"\" = none.",
  "shorts.v1alpha1.CouncilSummary.data_through":
    "Last day of the newest period of its figures, YYYY-MM-DD; \"\" = none.",
  "shorts.v1alpha1.CouncilSummary.density_per_sqkm":
    "Residents a square km, one decimal.",
  "shorts.v1alpha1.CouncilSummary.display_name":
    "Name for people.",
  "shorts.v1alpha1.CouncilSummary.erp_year":
    "Year of the resident estimate; 0 = unknown.",
  "shorts.v1alpha1.CouncilSummary.fag_per_resident":
    "Federal assistance grant a resident, AUD, two decimals.",
  "shorts.v1alpha1.CouncilSummary.fag_year":
    "Financial year of the grant.",
  "shorts.v1alpha1.CouncilSummary.flood_share_pct":
    "Land under a flood planning control, percent 0..100, one decimal, weighted over the members; absent unless the members with a figure hold at least half of the members' residents.",
  "shorts.v1alpha1.CouncilSummary.kind":
    "council or unincorporated.",
  "shorts.v1alpha1.CouncilSummary.lga_code":
    "Council code, 5 digits.",
  "shorts.v1alpha1.CouncilSummary.member_suburb_count":
    "Suburbs of which it is the dominant council.",
  "shorts.v1alpha1.CouncilSummary.pop_growth_pct":
    "Growth of the population over a year, percent, two decimals.",
  "shorts.v1alpha1.CouncilSummary.population":
    "Residents; 0 = unknown.",
  "shorts.v1alpha1.CouncilSummary.price_drop_share":
    "Addresses cut in the past 30 days as a share of live addresses, over the dominant suburbs, three decimals; absent below 3 cuts.",
  "shorts.v1alpha1.CouncilSummary.seifa_irsad_decile":
    "Decile of relative advantage and disadvantage, 1 to 10.",
  "shorts.v1alpha1.CouncilSummary.slug":
    "Name for addresses of web pages.",
  "shorts.v1alpha1.CouncilSummary.state_code":
    "State code.",
  "shorts.v1alpha1.DeclaredInterest":
    "One declaration, word for word. No amount goes with it.",
  "shorts.v1alpha1.DeclaredInterest.company_name":
    "Its name; \"\" for a code that the company table lacks.",
  "shorts.v1alpha1.DeclaredInterest.currently_declared":
    "Whether it is declared now.",
  "shorts.v1alpha1.DeclaredInterest.declared_from":
    "Day from which it is declared; absent when the statement has no date.",
  "shorts.v1alpha1.DeclaredInterest.declared_from_known":
    "Whether that day is known.",
  "shorts.v1alpha1.DeclaredInterest.declared_text":
    "The declaration, verbatim.",
  "shorts.v1alpha1.DeclaredInterest.declared_to":
    "Day from which it is no longer declared; absent while it is.",
  "shorts.v1alpha1.DeclaredInterest.entity_kind":
    "`listed`, `private_company`, `family_trust`, `smsf`, `managed_fund`, `foreign` or `not_an_entity`; \"\" = not judged.",
  "shorts.v1alpha1.DeclaredInterest.holder":
    "For whom it is declared.",
  "shorts.v1alpha1.DeclaredInterest.industry":
    "Its industry.",
  "shorts.v1alpha1.DeclaredInterest.item_label":
    "Heading of the item.",
  "shorts.v1alpha1.DeclaredInterest.item_no":
    "Item of the form, 1 to 14.",
  "shorts.v1alpha1.DeclaredInterest.match_method":
    "How code or suburb were found: `curated_alias`, `ticker_in_text` or `name_exact`; never by likeness.",
  "shorts.v1alpha1.DeclaredInterest.property_state":
    "State of the suburb.",
  "shorts.v1alpha1.DeclaredInterest.sal_code":
    "Suburb that the text names.",
  "shorts.v1alpha1.DeclaredInterest.secondary_text":
    "Second column of the form (purpose, creditor, activities), verbatim.",
  "shorts.v1alpha1.DeclaredInterest.source_licence":
    "Licence of the statement.",
  "shorts.v1alpha1.DeclaredInterest.source_url":
    "The statement.",
  "shorts.v1alpha1.DeclaredInterest.stock_code":
    "Listed company that the text names; \"\" when it names none, or more than one code fits.",
  "shorts.v1alpha1.DeclaredInterest.suburb_name":
    "Name of the suburb.",
  "shorts.v1alpha1.DeclaredMonth":
    "Dated rows declared at the end of a month.",
  "shorts.v1alpha1.DeclaredMonth.declared_count":
    "Rows with a known start on or before the last day of the month and no end up to it.",
  "shorts.v1alpha1.DeclaredMonth.month":
    "`YYYY-MM`.",
  "shorts.v1alpha1.DeclarerCountChange":
    "A company whose number of declarers changed; rows without a known start count on neither side.",
  "shorts.v1alpha1.DeclarerCountChange.company_name":
    "Name.",
  "shorts.v1alpha1.DeclarerCountChange.declarers_at_window_start":
    "People who declared it on the first day of the window.",
  "shorts.v1alpha1.DeclarerCountChange.declarers_now":
    "People who declare it now.",
  "shorts.v1alpha1.DeclarerCountChange.industry":
    "Industry.",
  "shorts.v1alpha1.DeclarerCountChange.stock_code":
    "Ticker.",
  "shorts.v1alpha1.DirectorTrade":
    "A change of a director's holding.",
  "shorts.v1alpha1.DirectorTrade.announcement_url":
    "Address of the notice; \"\" unknown.",
  "shorts.v1alpha1.DirectorTrade.director_name":
    "Name of the director.",
  "shorts.v1alpha1.DirectorTrade.id":
    "Id of the notice.",
  "shorts.v1alpha1.DirectorTrade.price_per_share":
    "Price a share, AUD; 0 unknown.",
  "shorts.v1alpha1.DirectorTrade.shares_traded":
    "Shares that changed hands; 0 unknown.",
  "shorts.v1alpha1.DirectorTrade.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.DirectorTrade.total_value":
    "Value of the trade, AUD; 0 unknown.",
  "shorts.v1alpha1.DirectorTrade.trade_date":
    "Day of the trade.",
  "shorts.v1alpha1.DirectorTrade.trade_type":
    "`buy`, `sell` or `exercise_options`.",
  "shorts.v1alpha1.DistinctiveHolding":
    "A company and how many people declare it.",
  "shorts.v1alpha1.DistinctiveHolding.company_name":
    "Name.",
  "shorts.v1alpha1.DistinctiveHolding.corpus_declarer_count":
    "People of the whole register who declare it now, this member among them.",
  "shorts.v1alpha1.DistinctiveHolding.holder":
    "For whom it is declared; of several, the first of self, spouse or partner, dependent children.",
  "shorts.v1alpha1.DistinctiveHolding.industry":
    "Industry.",
  "shorts.v1alpha1.DistinctiveHolding.short_percent":
    "The company's own reported short interest in percent: the newest figure above 0 of the past month, as in PoliticianStockRollup; 0 = none.",
  "shorts.v1alpha1.DistinctiveHolding.stock_code":
    "Ticker.",
  "shorts.v1alpha1.DividendRecord":
    "A dividend.",
  "shorts.v1alpha1.DividendRecord.amount_per_share":
    "Amount a share, AUD.",
  "shorts.v1alpha1.DividendRecord.dividend_type":
    "Kind of dividend.",
  "shorts.v1alpha1.DividendRecord.ex_date":
    "First day without the dividend.",
  "shorts.v1alpha1.DividendRecord.franking_percentage":
    "Share that carries tax credits, percent; 0 also when not stated.",
  "shorts.v1alpha1.DividendRecord.id":
    "Id of the notice.",
  "shorts.v1alpha1.DividendRecord.payment_date":
    "Day it is paid; \"\" not announced.",
  "shorts.v1alpha1.DividendRecord.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.DonationsCorpusCounts":
    "Rows held, whatever the year.",
  "shorts.v1alpha1.DonationsCorpusCounts.candidate_donation_count":
    "Donations in them.",
  "shorts.v1alpha1.DonationsCorpusCounts.candidate_return_count":
    "Election returns of candidates.",
  "shorts.v1alpha1.DonationsCorpusCounts.candidate_return_resolved_count":
    "Those that name a member held here.",
  "shorts.v1alpha1.DonationsCorpusCounts.donation_made_count":
    "Donations that donors declare.",
  "shorts.v1alpha1.DonationsCorpusCounts.first_financial_year_end":
    "First year of the party returns; 0 = none.",
  "shorts.v1alpha1.DonationsCorpusCounts.last_financial_year_end":
    "Last year of the party returns; 0 = none.",
  "shorts.v1alpha1.DonationsCorpusCounts.matchable_company_name_count":
    "Company names that a payer could match; a denominator only.",
  "shorts.v1alpha1.DonationsCorpusCounts.matched_payer_code_count":
    "The companies they name.",
  "shorts.v1alpha1.DonationsCorpusCounts.matched_payer_name_count":
    "Different names of payers and donors that are the name of one listed company.",
  "shorts.v1alpha1.DonationsCorpusCounts.mp_return_count":
    "Annual returns of members.",
  "shorts.v1alpha1.DonationsCorpusCounts.mp_return_resolved_count":
    "Those that name a member held here.",
  "shorts.v1alpha1.DonationsCorpusCounts.nil_candidate_return_count":
    "Those that declare nothing.",
  "shorts.v1alpha1.DonationsCorpusCounts.party_return_count":
    "Annual returns of parties.",
  "shorts.v1alpha1.DonationsCorpusCounts.receipt_count":
    "Receipts.",
  "shorts.v1alpha1.DonorRecipient":
    "What one party group received from a payer.",
  "shorts.v1alpha1.DonorRecipient.amount_cents":
    "Amount in cents.",
  "shorts.v1alpha1.DonorRecipient.party_group":
    "Party group.",
  "shorts.v1alpha1.DropIndexPoint":
    "The index on one day.",
  "shorts.v1alpha1.DropIndexPoint.active_addresses":
    "Active addresses of the panel, seen in the 14 days that end on the date.",
  "shorts.v1alpha1.DropIndexPoint.coverage_ratio":
    "panel_suburbs / suburbs of this grain that had a listing by the date, fraction; 1 for a suburb.",
  "shorts.v1alpha1.DropIndexPoint.delisted_count":
    "National only: delistings in the same 30 days.",
  "shorts.v1alpha1.DropIndexPoint.drop_rate":
    "Unweighted mean over panel suburbs of cut addresses / active addresses, fraction. The panel is every suburb with at least 20 active addresses; a suburb's own series has no such floor.",
  "shorts.v1alpha1.DropIndexPoint.dropped_addresses":
    "Those cut in the 30 days that end on the date.",
  "shorts.v1alpha1.DropIndexPoint.is_gap":
    "True when the point is no fair reading: coverage below 0.6, an empty panel or an unknown catalogue; for a suburb, when nothing is active.",
  "shorts.v1alpha1.DropIndexPoint.median_drop_pct":
    "Median over panel suburbs of the suburb's median cut, fraction, suburbs without cuts left out; 0 when withheld.",
  "shorts.v1alpha1.DropIndexPoint.median_withheld":
    "True when median_drop_pct is withheld because fewer than 3 addresses were cut.",
  "shorts.v1alpha1.DropIndexPoint.panel_suburbs":
    "Suburbs behind the point; 1 for a suburb.",
  "shorts.v1alpha1.DropIndexPoint.snapshot_date":
    "YYYY-MM-DD.",
  "shorts.v1alpha1.DropIndexPoint.withdrawn_then_relisted":
    "National only: listings that came back more than 7 days after a delisting, in the same 30 days.",
  "shorts.v1alpha1.EconomicObservation":
    "One value of a series.",
  "shorts.v1alpha1.EconomicObservation.period":
    "The period, midnight UTC of its date.",
  "shorts.v1alpha1.EconomicObservation.value":
    "Value in the unit of the series, in base units (AUD, not millions of AUD).",
  "shorts.v1alpha1.EconomicSeriesData":
    "One series with its observations.",
  "shorts.v1alpha1.EconomicSeriesData.info":
    "Catalogue entry; latest_period is the last period returned here.",
  "shorts.v1alpha1.EconomicSeriesData.observations":
    "Oldest first, never empty.",
  "shorts.v1alpha1.EconomicSeriesInfo":
    "Catalogue entry of one series.",
  "shorts.v1alpha1.EconomicSeriesInfo.adjustment":
    "original, seasadj or trend.",
  "shorts.v1alpha1.EconomicSeriesInfo.frequency":
    "monthly, quarterly, biannual or annual.",
  "shorts.v1alpha1.EconomicSeriesInfo.latest_period":
    "In ListEconomicSeries the newest stored period; in GetEconomicSeries the last period returned; never filled in ListSeriesCorrelations. Absent when the series has no observation.",
  "shorts.v1alpha1.EconomicSeriesInfo.metric":
    "What is measured within the topic.",
  "shorts.v1alpha1.EconomicSeriesInfo.product":
    "Product or group; \"\" when not applicable.",
  "shorts.v1alpha1.EconomicSeriesInfo.region_code":
    "Lower-case region code such as `aus` or `nsw`.",
  "shorts.v1alpha1.EconomicSeriesInfo.region_name":
    "Display name of the region.",
  "shorts.v1alpha1.EconomicSeriesInfo.region_type":
    "national, state, gccsa (a capital city), rest_of_state, postcode, refinery or industry.",
  "shorts.v1alpha1.EconomicSeriesInfo.series_key":
    "Unique key `topic.metric[.product].region[.adjustment]`, lower case.",
  "shorts.v1alpha1.EconomicSeriesInfo.source_key":
    "Registry key of the publisher's dataset.",
  "shorts.v1alpha1.EconomicSeriesInfo.source_licence":
    "Licence of the source, for example `CC-BY-4.0` or `derived`.",
  "shorts.v1alpha1.EconomicSeriesInfo.topic":
    "Subject, an open set: petroleum, trade, gdp, labour, cpi, rates, wages, spending, lending, construction, approvals, population, business, crime, markets.",
  "shorts.v1alpha1.EconomicSeriesInfo.unit":
    "Unit of the values: aud, percent, index, megalitres, rate_per_100k and others.",
  "shorts.v1alpha1.EconomyService":
    "Economic series of the nation and the states, how they move with market series, and which companies operate where.\n\nPeriods are dates sent as midnight UTC. Limits above a stated maximum are clamped to it. A method that finds nothing succeeds with an empty list; none of them returns not_found. Series whose licence forbids redistribution never enter a snapshot: they are withheld as if they did not exist, from lists, data and correlations on either side.\n\nTerrace derives `markets.short_interest_wavg.<state>`, `markets.price_return_index.<state>` and `markets.short_interest_avg.<industry>.aus` (an industry group with hyphens, at least 5 companies) when a snapshot is built and the dataset has prices and short positions; a series of the dataset with the same key stands before a derived one. A month of a state's price return index counts with at least 5 companies and a weighted return of the whole state within 25 % either way; a return beyond that is drift of the data: the month has no value and does not move the index. The returns of single companies have no such bound.",
  "shorts.v1alpha1.EconomyService.GetEconomicSeries":
    "The newest observations of up to 50 series.\n\nUnknown keys, and series without an observation in range, are absent from the answer. invalid_argument: no key left after normalisation; more than 50 unique keys; a malformed timestamp.",
  "shorts.v1alpha1.EconomyService.GetStateCompanyAggregates":
    "Company exposure summed by state: exposure_weighted_market_cap descending, then state ascending. States without rows are absent; operations abroad are not counted.",
  "shorts.v1alpha1.EconomyService.ListEconomicSeries":
    "The catalogue of series that match every given filter, series_key ascending in byte order.",
  "shorts.v1alpha1.EconomyService.ListSeriesCorrelations":
    "How strongly other series moved with one `markets.*` series over the newest aligned months.\n\nPearson coefficient on levels at lag 0. Overlays are monthly or quarterly series outside the topic `markets` whose region is the base's or the nation. Observations are keyed by UTC calendar month, the later one winning; a value of a series whose frequency is quarterly is carried into the later months of its own quarter only, and no other value is carried. The newest window_months months present in both are used; pairs with fewer than 12 of them, or without variance on one side, are left out. An unknown base gives an empty list, and so does a window below 12 or above 120 months. invalid_argument: empty base; negative window_months; min_abs_r not within 0..1; negative limit.",
  "shorts.v1alpha1.EconomyService.ListStateCompanies":
    "The companies most exposed to one state: weight times market cap descending (unknown market cap counts as 0), then weight descending, then stock_code ascending.\n\ninvalid_argument: a state outside the eight, empty included.",
  "shorts.v1alpha1.EditorialTake":
    "An article of one's own.",
  "shorts.v1alpha1.EditorialTake.body_format":
    "`markdown` or `mdx`.",
  "shorts.v1alpha1.EditorialTake.body_md":
    "Body in Markdown: render it with raw HTML off.",
  "shorts.v1alpha1.EditorialTake.byline":
    "Who wrote it.",
  "shorts.v1alpha1.EditorialTake.citations":
    "What it rests on, in the order of their numbers.",
  "shorts.v1alpha1.EditorialTake.created_at":
    "When it was written.",
  "shorts.v1alpha1.EditorialTake.headline":
    "Headline.",
  "shorts.v1alpha1.EditorialTake.hero_caption":
    "Caption of the picture at its head.",
  "shorts.v1alpha1.EditorialTake.hero_credit":
    "Who made that picture.",
  "shorts.v1alpha1.EditorialTake.hero_image_url":
    "Picture at its head.",
  "shorts.v1alpha1.EditorialTake.id":
    "Id, a UUID.",
  "shorts.v1alpha1.EditorialTake.inline_images":
    "Pictures in the body.",
  "shorts.v1alpha1.EditorialTake.layout_images":
    "Pictures with their places.",
  "shorts.v1alpha1.EditorialTake.model":
    "Never filled.",
  "shorts.v1alpha1.EditorialTake.og_image_url":
    "Picture for links.",
  "shorts.v1alpha1.EditorialTake.published_at":
    "When it was published.",
  "shorts.v1alpha1.EditorialTake.sentiment":
    "`positive`, `negative` or `neutral`; \"\" when unknown.",
  "shorts.v1alpha1.EditorialTake.slug":
    "Unique name in addresses.",
  "shorts.v1alpha1.EditorialTake.source_article_id":
    "Article that it takes up; \"\" when none.",
  "shorts.v1alpha1.EditorialTake.source_name":
    "Its outlet.",
  "shorts.v1alpha1.EditorialTake.source_url":
    "Address of that article.",
  "shorts.v1alpha1.EditorialTake.standfirst":
    "One paragraph that says what it is about.",
  "shorts.v1alpha1.EditorialTake.stock_code":
    "Stock it is about; \"\" when it is about none.",
  "shorts.v1alpha1.EditorialTake.tweet_published_at":
    "Never filled.",
  "shorts.v1alpha1.EditorialTake.word_count":
    "Words of the body.",
  "shorts.v1alpha1.ExtractedMetric":
    "A figure in the text of a report.",
  "shorts.v1alpha1.ExtractedMetric.attributes":
    "Further facts by name.",
  "shorts.v1alpha1.ExtractedMetric.metric_type":
    "What it measures.",
  "shorts.v1alpha1.ExtractedMetric.source_text":
    "The words it was read from.",
  "shorts.v1alpha1.FilterSuburbsRequest":
    "Asks which suburbs satisfy all predicates.",
  "shorts.v1alpha1.FilterSuburbsRequest.predicates":
    "One to 256, combined with AND; required. A key may occur several times.",
  "shorts.v1alpha1.FilterSuburbsRequest.state_code":
    "State; required.",
  "shorts.v1alpha1.FilterSuburbsResponse":
    "The suburbs that satisfy all predicates.",
  "shorts.v1alpha1.FilterSuburbsResponse.index_version":
    "Version of the suburb order, as in GetSuburbIndex.",
  "shorts.v1alpha1.FilterSuburbsResponse.match_count":
    "Bits set in match_mask.",
  "shorts.v1alpha1.FilterSuburbsResponse.match_mask":
    "ceil(n / 8) bytes, also when nothing matches. Position i is byte i >> 3, bit i & 7 (least significant first); 1 = matches. Spare bits are 0.",
  "shorts.v1alpha1.FinancialYearOption":
    "A financial year that is held.",
  "shorts.v1alpha1.FinancialYearOption.financial_year":
    "Label, verbatim.",
  "shorts.v1alpha1.FinancialYearOption.financial_year_end":
    "Calendar year in which it ends.",
  "shorts.v1alpha1.FinancialYearOption.listed_group_count":
    "Those with a payer that is a listed company.",
  "shorts.v1alpha1.FinancialYearOption.party_group_count":
    "Party groups of the year.",
  "shorts.v1alpha1.FundamentalsGrowth":
    "How a company grew.\n\nA rate compares a row with the newest row of the same type whose end lies 10 to 14 calendar months earlier, counted from month to month, both included; nothing else is compared. It exists when both figures do, the earlier one is above 0 and both rows have one currency: 100 x (latest - earlier) / earlier, unrounded.",
  "shorts.v1alpha1.FundamentalsGrowth.basis_period_type":
    "Series of the earnings growth: `half` when a half-year rate exists and the latest half ends after the latest point of the series below it; else `ttm` when the newest trailing year with earnings has a partner a year earlier and is not older than the newest annual one with earnings; else `annual`.",
  "shorts.v1alpha1.FundamentalsGrowth.eps_half_yoy_pct":
    "Earnings of the latest half against the same half a year earlier, percent.",
  "shorts.v1alpha1.FundamentalsGrowth.eps_ttm":
    "Diluted earnings a share of the newest trailing year.",
  "shorts.v1alpha1.FundamentalsGrowth.eps_yoy_pct":
    "Growth of earnings a share, percent: diluted; of halves basic where one of them has no diluted figure.",
  "shorts.v1alpha1.FundamentalsGrowth.eps_yoy_prior_pct":
    "The same rate one step earlier.",
  "shorts.v1alpha1.FundamentalsGrowth.half_latest_period_end":
    "End of the newest half; \"\" without one.",
  "shorts.v1alpha1.FundamentalsGrowth.has_eps_half_yoy":
    "Whether it exists.",
  "shorts.v1alpha1.FundamentalsGrowth.has_eps_ttm":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsGrowth.has_eps_yoy":
    "Whether it exists.",
  "shorts.v1alpha1.FundamentalsGrowth.has_eps_yoy_prior":
    "Whether it exists.",
  "shorts.v1alpha1.FundamentalsGrowth.has_net_income_ttm":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsGrowth.has_revenue_half_yoy":
    "Whether it exists.",
  "shorts.v1alpha1.FundamentalsGrowth.has_revenue_ttm":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsGrowth.has_revenue_yoy":
    "Whether it exists.",
  "shorts.v1alpha1.FundamentalsGrowth.has_revenue_yoy_prior":
    "Whether it exists.",
  "shorts.v1alpha1.FundamentalsGrowth.latest_period_end":
    "Latest period of that series; without one the newest annual, trailing or half-year row; \"\" without those.",
  "shorts.v1alpha1.FundamentalsGrowth.net_income_positive":
    "Whether the newest annual row has a profit; false when unknown.",
  "shorts.v1alpha1.FundamentalsGrowth.net_income_ttm":
    "Profit of the newest trailing year.",
  "shorts.v1alpha1.FundamentalsGrowth.periods_available":
    "Stored periods of any type.",
  "shorts.v1alpha1.FundamentalsGrowth.revenue_basis_period_type":
    "Series of the revenue growth: `half` when a half-year rate exists and the latest half ends after the newest annual row; else `annual`.",
  "shorts.v1alpha1.FundamentalsGrowth.revenue_half_yoy_pct":
    "Revenue of the latest half against the same half a year earlier, percent.",
  "shorts.v1alpha1.FundamentalsGrowth.revenue_ttm":
    "Revenue of the newest trailing year.",
  "shorts.v1alpha1.FundamentalsGrowth.revenue_yoy_pct":
    "Growth of revenue, percent.",
  "shorts.v1alpha1.FundamentalsGrowth.revenue_yoy_prior_pct":
    "The same rate one step earlier.",
  "shorts.v1alpha1.FundamentalsPeriod":
    "Figures of one reported period. A figure of 0 that was reported has its flag set.",
  "shorts.v1alpha1.FundamentalsPeriod.capital_expenditure":
    "Spent on plant and equipment.",
  "shorts.v1alpha1.FundamentalsPeriod.capital_lease_obligations":
    "Leases that count as debt.",
  "shorts.v1alpha1.FundamentalsPeriod.cash_and_equivalents":
    "Cash and what is as good as cash.",
  "shorts.v1alpha1.FundamentalsPeriod.currency":
    "Reporting currency; \"\" where the source does not state it.",
  "shorts.v1alpha1.FundamentalsPeriod.current_assets":
    "Assets that turn into cash within a year.",
  "shorts.v1alpha1.FundamentalsPeriod.current_liabilities":
    "Liabilities due within a year.",
  "shorts.v1alpha1.FundamentalsPeriod.dividends_paid":
    "Paid to the owners as dividends.",
  "shorts.v1alpha1.FundamentalsPeriod.ebit":
    "Profit before interest and tax.",
  "shorts.v1alpha1.FundamentalsPeriod.ebitda":
    "Profit before interest, tax, depreciation and amortisation.",
  "shorts.v1alpha1.FundamentalsPeriod.eps_basic":
    "Earnings a share.",
  "shorts.v1alpha1.FundamentalsPeriod.eps_diluted":
    "Earnings a share, with everything converted that can be.",
  "shorts.v1alpha1.FundamentalsPeriod.fetched_at":
    "When it was read, RFC 3339, UTC, whole seconds.",
  "shorts.v1alpha1.FundamentalsPeriod.fiscal_year":
    "Financial year; 0 unknown.",
  "shorts.v1alpha1.FundamentalsPeriod.free_cash_flow":
    "Cash from operations less capital expenditure.",
  "shorts.v1alpha1.FundamentalsPeriod.gross_profit":
    "Revenue less the cost of what was sold.",
  "shorts.v1alpha1.FundamentalsPeriod.has_capital_expenditure":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_capital_lease_obligations":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_cash_and_equivalents":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_current_assets":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_current_liabilities":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_dividends_paid":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_ebit":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_ebitda":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_eps_basic":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_eps_diluted":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_free_cash_flow":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_gross_profit":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_interest_expense":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_net_debt":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_net_income":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_net_interest_income":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_normalized_ebitda":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_operating_cash_flow":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_operating_income":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_pretax_income":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_revenue":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_share_buybacks":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_shares_outstanding":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_tax_provision":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_total_assets":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_total_debt":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_total_equity":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.has_total_liabilities":
    "Whether it was reported.",
  "shorts.v1alpha1.FundamentalsPeriod.interest_expense":
    "Interest paid or due.",
  "shorts.v1alpha1.FundamentalsPeriod.net_debt":
    "Borrowings less cash.",
  "shorts.v1alpha1.FundamentalsPeriod.net_income":
    "Profit after tax of the owners; negative for a loss.",
  "shorts.v1alpha1.FundamentalsPeriod.net_interest_income":
    "Interest earned less interest paid.",
  "shorts.v1alpha1.FundamentalsPeriod.normalized_ebitda":
    "The same without what happens once.",
  "shorts.v1alpha1.FundamentalsPeriod.operating_cash_flow":
    "Cash from operations.",
  "shorts.v1alpha1.FundamentalsPeriod.operating_income":
    "Profit from operations.",
  "shorts.v1alpha1.FundamentalsPeriod.period_end":
    "Last day of the period.",
  "shorts.v1alpha1.FundamentalsPeriod.period_type":
    "`annual`, `half`, `quarter` or `ttm`.",
  "shorts.v1alpha1.FundamentalsPeriod.pretax_income":
    "Profit before tax.",
  "shorts.v1alpha1.FundamentalsPeriod.revenue":
    "Revenue.",
  "shorts.v1alpha1.FundamentalsPeriod.share_buybacks":
    "Paid for the company's own shares.",
  "shorts.v1alpha1.FundamentalsPeriod.shares_outstanding":
    "Shares on issue at the end of the period.",
  "shorts.v1alpha1.FundamentalsPeriod.source":
    "Id of the source.",
  "shorts.v1alpha1.FundamentalsPeriod.source_document_date":
    "Day of the filing; \"\" unknown.",
  "shorts.v1alpha1.FundamentalsPeriod.source_document_url":
    "Address of the filing; \"\" unknown.",
  "shorts.v1alpha1.FundamentalsPeriod.tax_provision":
    "Tax on the profit of the period.",
  "shorts.v1alpha1.FundamentalsPeriod.total_assets":
    "All assets.",
  "shorts.v1alpha1.FundamentalsPeriod.total_debt":
    "Borrowings.",
  "shorts.v1alpha1.FundamentalsPeriod.total_equity":
    "Assets less liabilities.",
  "shorts.v1alpha1.FundamentalsPeriod.total_liabilities":
    "All liabilities.",
  "shorts.v1alpha1.GetAvailableDatesRequest":
    "Which dates.",
  "shorts.v1alpha1.GetAvailableDatesRequest.before":
    "YYYY-MM-DD: only dates before it.",
  "shorts.v1alpha1.GetAvailableDatesRequest.limit":
    "0 is 90, at most 1000.",
  "shorts.v1alpha1.GetAvailableDatesResponse":
    "Dates with a report.",
  "shorts.v1alpha1.GetAvailableDatesResponse.dates":
    "Newest first.",
  "shorts.v1alpha1.GetAvailableDatesResponse.earliest_date":
    "First date of the whole dataset.",
  "shorts.v1alpha1.GetAvailableDatesResponse.latest_date":
    "Last date of the whole dataset.",
  "shorts.v1alpha1.GetAvailableDatesResponse.total_count":
    "Dates of the whole dataset.",
  "shorts.v1alpha1.GetBattlegroundStocksRequest":
    "Which page of which view.",
  "shorts.v1alpha1.GetBattlegroundStocksRequest.limit":
    "0 is 25, at most 100.",
  "shorts.v1alpha1.GetBattlegroundStocksRequest.offset":
    "Offset in the order.",
  "shorts.v1alpha1.GetBattlegroundStocksRequest.view":
    "The view.",
  "shorts.v1alpha1.GetBattlegroundStocksResponse":
    "A page of battlegrounds.",
  "shorts.v1alpha1.GetBattlegroundStocksResponse.stocks":
    "Score of the view descending, then code.",
  "shorts.v1alpha1.GetBattlegroundStocksResponse.total_count":
    "Rows of the view.",
  "shorts.v1alpha1.GetCompanyTaxProfileRequest":
    "Which company's tax.",
  "shorts.v1alpha1.GetCompanyTaxProfileRequest.product_code":
    "Code of the security.",
  "shorts.v1alpha1.GetCompanyTaxProfileResponse":
    "Tax figures of the entity behind a code.",
  "shorts.v1alpha1.GetCompanyTaxProfileResponse.abn":
    "Business number, eleven digits.",
  "shorts.v1alpha1.GetCompanyTaxProfileResponse.entity_name":
    "Name of the tax entity in its newest year.",
  "shorts.v1alpha1.GetCompanyTaxProfileResponse.source_attribution":
    "The sentence that must stand beside the figures.",
  "shorts.v1alpha1.GetCompanyTaxProfileResponse.years":
    "Oldest first.",
  "shorts.v1alpha1.GetCouncilProfileRequest":
    "Which council.",
  "shorts.v1alpha1.GetCouncilProfileRequest.slug":
    "Name for addresses, as ListCouncils gives it; trimmed and lower-cased. Required.",
  "shorts.v1alpha1.GetCouncilProfileRequest.state_code":
    "State code; required.",
  "shorts.v1alpha1.GetCouncilProfileResponse":
    "A council.",
  "shorts.v1alpha1.GetCouncilProfileResponse.profile":
    "The council.",
  "shorts.v1alpha1.GetCouncilProfileResponse.provenance":
    "Where the council's figures come from; absent where the dataset does not say.",
  "shorts.v1alpha1.GetDirectorTradesRequest":
    "Which company's directors.",
  "shorts.v1alpha1.GetDirectorTradesRequest.limit":
    "Most trades; 0 is 20, at most 200.",
  "shorts.v1alpha1.GetDirectorTradesRequest.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.GetDirectorTradesResponse":
    "Trades of directors.",
  "shorts.v1alpha1.GetDirectorTradesResponse.total_count":
    "Trades held of the code, however many are shown.",
  "shorts.v1alpha1.GetDirectorTradesResponse.trades":
    "Newest first.",
  "shorts.v1alpha1.GetDividendHistoryRequest":
    "Which company's dividends.",
  "shorts.v1alpha1.GetDividendHistoryRequest.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.GetDividendHistoryRequest.years":
    "Years back from today; 0 is 5, at most 20.",
  "shorts.v1alpha1.GetDividendHistoryResponse":
    "Dividends of a company.",
  "shorts.v1alpha1.GetDividendHistoryResponse.dividends":
    "Newest ex-date first.",
  "shorts.v1alpha1.GetDividendHistoryResponse.total_count":
    "Dividends of these years.",
  "shorts.v1alpha1.GetDividendHistoryResponse.trailing_yield":
    "Not a percentage: amounts a share with an ex-date of the last 365 days, today included, the first day not.",
  "shorts.v1alpha1.GetDonationsOverviewRequest":
    "Which financial year.",
  "shorts.v1alpha1.GetDonationsOverviewRequest.financial_year":
    "Label of the year, verbatim; \"\" or one that is not held = the latest.",
  "shorts.v1alpha1.GetDonationsOverviewRequest.limit":
    "Most party groups wanted: default 25, at most 100.",
  "shorts.v1alpha1.GetDonationsOverviewResponse":
    "The funding of a year. The notes, licence and attribution are sent even when nothing is held.",
  "shorts.v1alpha1.GetDonationsOverviewResponse.as_at":
    "When the returns were fetched; absent when none are held.",
  "shorts.v1alpha1.GetDonationsOverviewResponse.attribution":
    "The credit that the licence asks for.",
  "shorts.v1alpha1.GetDonationsOverviewResponse.available_financial_years":
    "Every year held, newest first.",
  "shorts.v1alpha1.GetDonationsOverviewResponse.censoring_note":
    "What is not published.",
  "shorts.v1alpha1.GetDonationsOverviewResponse.corpus":
    "Rows held in all.",
  "shorts.v1alpha1.GetDonationsOverviewResponse.coverage_note":
    "Who lodges what.",
  "shorts.v1alpha1.GetDonationsOverviewResponse.financial_year":
    "The year served; \"\" when none is held.",
  "shorts.v1alpha1.GetDonationsOverviewResponse.parties":
    "Party groups, as many as asked for.",
  "shorts.v1alpha1.GetDonationsOverviewResponse.reform_note":
    "What changes on 1 January 2027.",
  "shorts.v1alpha1.GetDonationsOverviewResponse.source_licence":
    "Licence of the returns.",
  "shorts.v1alpha1.GetDonationsOverviewResponse.verbatim_note":
    "How the figures are given.",
  "shorts.v1alpha1.GetDropIndexSeriesRequest":
    "Asks for the drop index.",
  "shorts.v1alpha1.GetDropIndexSeriesRequest.from":
    "First date, YYYY-MM-DD, inclusive; empty or earlier than 2026-08-13 = 2026-08-13, the first day with a full 30-day window behind it.",
  "shorts.v1alpha1.GetDropIndexSeriesRequest.grain":
    "national, state or suburb; empty = national.",
  "shorts.v1alpha1.GetDropIndexSeriesRequest.grain_key":
    "AU, a state code or a five-digit sal_code, trimmed and upper-cased; empty = AU for national.",
  "shorts.v1alpha1.GetDropIndexSeriesRequest.to":
    "Last date, YYYY-MM-DD, inclusive; empty or later than today = today.",
  "shorts.v1alpha1.GetDropIndexSeriesResponse":
    "The drop index.",
  "shorts.v1alpha1.GetDropIndexSeriesResponse.as_of":
    "Newest computation among the points; absent without points.",
  "shorts.v1alpha1.GetDropIndexSeriesResponse.data_through":
    "The earlier of the end of the last returned date and the newest observation recorded when the state summary was computed; absent without points.",
  "shorts.v1alpha1.GetDropIndexSeriesResponse.points":
    "snapshot_date ascending; days that were not computed are absent.",
  "shorts.v1alpha1.GetDropIndexSeriesResponse.tracking_since":
    "2026-08-13: the first day that the index can have, a constant that says nothing about this data. The first measured day is that of the first point.",
  "shorts.v1alpha1.GetEconomicSeriesRequest":
    "Asks for the observations of named series.",
  "shorts.v1alpha1.GetEconomicSeriesRequest.max_observations":
    "Most observations a series, the newest in range: 0 = 600, negative = 1, above 600 = 600.",
  "shorts.v1alpha1.GetEconomicSeriesRequest.series_keys":
    "1 to 50 unique keys, counted after trimming, lower-casing and removal of empties and duplicates; required.",
  "shorts.v1alpha1.GetEconomicSeriesRequest.start_period":
    "First calendar date (UTC) wanted, inclusive; absent = from the beginning.",
  "shorts.v1alpha1.GetEconomicSeriesResponse":
    "The series found.",
  "shorts.v1alpha1.GetEconomicSeriesResponse.renamed":
    "Keys that were asked for under an earlier spelling, and how they are spelled now; the earlier one answers until the next version.",
  "shorts.v1alpha1.GetEconomicSeriesResponse.series":
    "series_key ascending, whatever the order of the request.",
  "shorts.v1alpha1.GetEditorialTakeRequest":
    "Asks for one take.",
  "shorts.v1alpha1.GetEditorialTakeRequest.slug":
    "Slug, compared exactly.",
  "shorts.v1alpha1.GetEditorialTakeResponse":
    "One take.",
  "shorts.v1alpha1.GetEditorialTakeResponse.take":
    "The take.",
  "shorts.v1alpha1.GetEventTimelineRequest":
    "Which events.",
  "shorts.v1alpha1.GetEventTimelineRequest.days_back":
    "Days back from today; 0 or less, and more than 365, is 365.",
  "shorts.v1alpha1.GetEventTimelineRequest.limit":
    "Most events; 0 or less is 50, more than 200 is 200.",
  "shorts.v1alpha1.GetEventTimelineRequest.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.GetEventTimelineResponse":
    "Events, newest first.",
  "shorts.v1alpha1.GetEventTimelineResponse.events":
    "Events.",
  "shorts.v1alpha1.GetHousePriceSeriesRequest":
    "Asks for one series.",
  "shorts.v1alpha1.GetHousePriceSeriesRequest.dwelling_type":
    "Empty = `all`.",
  "shorts.v1alpha1.GetHousePriceSeriesRequest.measure":
    "mean_price, median_price, price_index, debt_to_income, or another measure that the snapshot holds, such as cash_rate (all AUS, dwelling type all); required. One that is not held gives no points. Credit growth may be negative. price_index of `AUS` is the weighted average of the eight capital cities; cash_rate is the average of the target over the month.",
  "shorts.v1alpha1.GetHousePriceSeriesRequest.region_code":
    "Code of a nation, state, capital city, rest of state or suburb region; required.",
  "shorts.v1alpha1.GetHousePriceSeriesResponse":
    "One series.",
  "shorts.v1alpha1.GetHousePriceSeriesResponse.dwelling_type":
    "The dwelling type asked for, or the default.",
  "shorts.v1alpha1.GetHousePriceSeriesResponse.measure":
    "The measure asked for, normalised.",
  "shorts.v1alpha1.GetHousePriceSeriesResponse.points":
    "period ascending, then source; two sources for one period give two points.",
  "shorts.v1alpha1.GetHousePriceSeriesResponse.region_code":
    "The region asked for, normalised.",
  "shorts.v1alpha1.GetHousePriceSeriesResponse.region_name":
    "Display name; \"\" when there are no points.",
  "shorts.v1alpha1.GetHousePriceSeriesResponse.source":
    "Source of the last point; the points say theirs where they come from several.",
  "shorts.v1alpha1.GetHousePriceSeriesResponse.source_licence":
    "Licence of the last point; the points say theirs where they come under several.",
  "shorts.v1alpha1.GetHousePriceSeriesResponse.unit":
    "Unit of the last point: AUD, index or ratio; \"\" when there are no points.",
  "shorts.v1alpha1.GetHousingOverviewRequest":
    "Asks for the latest values.",
  "shorts.v1alpha1.GetHousingOverviewRequest.region_type":
    "national, state, gccsa, rest_of_state, suburb or lga; empty = every type except suburb.",
  "shorts.v1alpha1.GetHousingOverviewResponse":
    "The latest values.",
  "shorts.v1alpha1.GetHousingOverviewResponse.as_of":
    "Newest period among the rows; absent when there are none.",
  "shorts.v1alpha1.GetHousingOverviewResponse.metrics":
    "One row a region, measure and dwelling type; of several sources the newest period, then source ascending.",
  "shorts.v1alpha1.GetIndexSeriesRequest":
    "Which index, and how far back.",
  "shorts.v1alpha1.GetIndexSeriesRequest.from":
    "YYYY-MM-DD, included; alone it runs to the end.",
  "shorts.v1alpha1.GetIndexSeriesRequest.index_code":
    "Code in either case; required.",
  "shorts.v1alpha1.GetIndexSeriesRequest.max_points":
    "Thin to so many points; 0 keeps all.",
  "shorts.v1alpha1.GetIndexSeriesRequest.period":
    "Lookback from the newest session; 1Y when empty.",
  "shorts.v1alpha1.GetIndexSeriesRequest.to":
    "YYYY-MM-DD, included; alone it starts at the beginning.",
  "shorts.v1alpha1.GetIndexSeriesResponse":
    "Sessions of an index.",
  "shorts.v1alpha1.GetIndexSeriesResponse.covered_from":
    "First session returned; \"\" without any.",
  "shorts.v1alpha1.GetIndexSeriesResponse.covered_to":
    "Last session returned; \"\" without any.",
  "shorts.v1alpha1.GetIndexSeriesResponse.downsampled":
    "True when there are fewer points than sessions.",
  "shorts.v1alpha1.GetIndexSeriesResponse.index":
    "The index, with its full coverage.",
  "shorts.v1alpha1.GetIndexSeriesResponse.points":
    "Oldest first.",
  "shorts.v1alpha1.GetIndexSeriesResponse.requested_from":
    "First day of the window; \"\" when it has none.",
  "shorts.v1alpha1.GetIndexSeriesResponse.requested_to":
    "Last day of the window; \"\" when it has none.",
  "shorts.v1alpha1.GetIndexSeriesResponse.total_observations":
    "Sessions in the window before thinning.",
  "shorts.v1alpha1.GetIndexSeriesResponse.truncated":
    "A bound of the window is outside what is held, also when the whole window is; never for MAX or an index without sessions.",
  "shorts.v1alpha1.GetIndustryIntelligenceRequest":
    "Asks for facts.",
  "shorts.v1alpha1.GetIndustryIntelligenceRequest.industry":
    "Industry, trimmed, compared exactly; \"\" = all.",
  "shorts.v1alpha1.GetIndustryIntelligenceRequest.record_limit":
    "At most so many records; 0 or less = 50, above 200 it is 200.",
  "shorts.v1alpha1.GetIndustryIntelligenceRequest.stock_code":
    "Stock, trimmed and upper-cased, compared exactly; \"\" = all.",
  "shorts.v1alpha1.GetIndustryIntelligenceResponse":
    "Facts with their sources and sums.",
  "shorts.v1alpha1.GetIndustryIntelligenceResponse.entity_totals":
    "The 8 largest sums of each metric: signal_kind, source_key, metric_key, total_value descending, code.",
  "shorts.v1alpha1.GetIndustryIntelligenceResponse.generated_at":
    "The instant that the snapshot's data stands for: answers are made when a snapshot is built.",
  "shorts.v1alpha1.GetIndustryIntelligenceResponse.industry":
    "The trimmed industry that was asked for.",
  "shorts.v1alpha1.GetIndustryIntelligenceResponse.records":
    "Records, the newest first.",
  "shorts.v1alpha1.GetIndustryIntelligenceResponse.source_attribution":
    "Display names of the sources, joined with `; `.",
  "shorts.v1alpha1.GetIndustryIntelligenceResponse.sources":
    "Sources with at least one matching record: signal_kind, then display_name.",
  "shorts.v1alpha1.GetIndustryIntelligenceResponse.time_buckets":
    "Sums by metric, source, unit and financial year: signal_kind, source_key, metric_key, bucket_start, unit.",
  "shorts.v1alpha1.GetIndustryTreeMapRequest":
    "Which tree map.",
  "shorts.v1alpha1.GetIndustryTreeMapRequest.limit":
    "Stocks an industry; 0 is 100, at most 500.",
  "shorts.v1alpha1.GetIndustryTreeMapRequest.period":
    "Window of the change; 1M when empty.",
  "shorts.v1alpha1.GetIndustryTreeMapRequest.view_mode":
    "What is shown.",
  "shorts.v1alpha1.GetMarketByDateRequest":
    "Which report.",
  "shorts.v1alpha1.GetMarketByDateRequest.date":
    "Required, YYYY-MM-DD.",
  "shorts.v1alpha1.GetMarketByDateRequest.include_zero_short_positions":
    "Keep positions of 0 %; those without a percentage are always left out.",
  "shorts.v1alpha1.GetMarketByDateRequest.limit":
    "0 is 50, at most 1000.",
  "shorts.v1alpha1.GetMarketByDateRequest.offset":
    "Offset in the order.",
  "shorts.v1alpha1.GetMarketByDateRequest.ordinary_only":
    "Ordinary lines only.",
  "shorts.v1alpha1.GetMarketByDateResponse":
    "One report.",
  "shorts.v1alpha1.GetMarketByDateResponse.date":
    "The date asked for.",
  "shorts.v1alpha1.GetMarketByDateResponse.next_date":
    "First date with a report after it; \"\" if none.",
  "shorts.v1alpha1.GetMarketByDateResponse.previous_date":
    "Newest date with a report before it; \"\" if none.",
  "shorts.v1alpha1.GetMarketByDateResponse.stocks":
    "Percent descending, then code.",
  "shorts.v1alpha1.GetMarketByDateResponse.total_count":
    "Rows of that date that pass the filters.",
  "shorts.v1alpha1.GetMarketNewsRequest":
    "Asks for the news of all stocks.",
  "shorts.v1alpha1.GetMarketNewsRequest.limit":
    "At most so many; 0 = 50, at most 200.",
  "shorts.v1alpha1.GetMarketNewsRequest.price_sensitive_only":
    "True leaves out what the exchange did not mark price sensitive.",
  "shorts.v1alpha1.GetMarketNewsRequest.sentiment":
    "Sentiment; \"\" = all.",
  "shorts.v1alpha1.GetMarketNewsRequest.source":
    "Outlet; \"\" = all.",
  "shorts.v1alpha1.GetMarketNewsResponse":
    "The news of all stocks.",
  "shorts.v1alpha1.GetMarketNewsResponse.articles":
    "The newest matching articles.",
  "shorts.v1alpha1.GetMarketNewsResponse.total_count":
    "All matching articles, also those beyond the limit.",
  "shorts.v1alpha1.GetParliamentOverviewRequest":
    "Takes nothing.",
  "shorts.v1alpha1.GetParliamentOverviewResponse":
    "Counts over the whole register.",
  "shorts.v1alpha1.GetParliamentOverviewResponse.as_at":
    "The instant the register stands for; absent when none is held.",
  "shorts.v1alpha1.GetParliamentOverviewResponse.declared_row_count":
    "Rows ever declared.",
  "shorts.v1alpha1.GetParliamentOverviewResponse.first_parliament":
    "First parliament held; 0 = none.",
  "shorts.v1alpha1.GetParliamentOverviewResponse.last_parliament":
    "Last parliament held.",
  "shorts.v1alpha1.GetParliamentOverviewResponse.politician_count":
    "People held.",
  "shorts.v1alpha1.GetParliamentOverviewResponse.refreshed_at":
    "When the counts were last refreshed.",
  "shorts.v1alpha1.GetParliamentOverviewResponse.resolved_listed_count":
    "Rows that name a listed company.",
  "shorts.v1alpha1.GetParliamentOverviewResponse.resolved_suburb_count":
    "Rows that name a suburb.",
  "shorts.v1alpha1.GetParliamentOverviewResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.GetParliamentOverviewResponse.statement_count":
    "Statements that were read.",
  "shorts.v1alpha1.GetPeerComparisonRequest":
    "Which company, and how many like it.",
  "shorts.v1alpha1.GetPeerComparisonRequest.limit":
    "Most peers; 0 is 5, at most 20.",
  "shorts.v1alpha1.GetPeerComparisonRequest.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.GetPeerComparisonResponse":
    "A company and its peers.",
  "shorts.v1alpha1.GetPeerComparisonResponse.industry":
    "Industry group that they share; \"\" unknown.",
  "shorts.v1alpha1.GetPeerComparisonResponse.peers":
    "Largest first.",
  "shorts.v1alpha1.GetPeerComparisonResponse.subject":
    "The company asked for.",
  "shorts.v1alpha1.GetPoliticianAnalyticsRequest":
    "How many industries.",
  "shorts.v1alpha1.GetPoliticianAnalyticsRequest.current_only":
    "Leave out what is no longer declared.",
  "shorts.v1alpha1.GetPoliticianAnalyticsRequest.top_industries":
    "Industries wanted: default 10, at most 50.",
  "shorts.v1alpha1.GetPoliticianAnalyticsResponse":
    "People and companies by party, industry and state, of declared companies whose industry is known.",
  "shorts.v1alpha1.GetPoliticianAnalyticsResponse.as_at":
    "When the register was last refreshed.",
  "shorts.v1alpha1.GetPoliticianAnalyticsResponse.cells":
    "Industries in their order below, within one by party; cells without people are absent.",
  "shorts.v1alpha1.GetPoliticianAnalyticsResponse.industries":
    "People descending, companies descending, then name; as many as asked for.",
  "shorts.v1alpha1.GetPoliticianAnalyticsResponse.industries_omitted":
    "Industries that were left out.",
  "shorts.v1alpha1.GetPoliticianAnalyticsResponse.parties":
    "People descending, then abbreviation.",
  "shorts.v1alpha1.GetPoliticianAnalyticsResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.GetPoliticianAnalyticsResponse.states":
    "By code.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileRequest":
    "Which member.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileRequest.slug":
    "Slug.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileRequest.top_industries":
    "Industries wanted: default 5, at most 20.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse":
    "Counts for one member.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.as_at":
    "When the register was last refreshed.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.canonical_slug":
    "The slug under which the person is kept.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.extracted_parliaments":
    "Parliaments the member sat in whose documents were read.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.holder_counts":
    "Four rows: self, spouse or partner, dependent children, unspecified.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.industry_counts":
    "Companies descending, then name; as many as asked for.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.item_counts":
    "14 rows, item 1 to 14.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.partial_parliaments":
    "Those of which some were read.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.pending_parliaments":
    "Those of which none was read.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.politician":
    "The member.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.recent_changes":
    "The ten newest dated changes.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.source_documents":
    "Statements of the member, newest parliament first.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.terms":
    "Newest first, then chamber.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.timeline":
    "Twelve months that end with that of the last refresh, oldest first.",
  "shorts.v1alpha1.GetPoliticianExplorerProfileResponse.undated_count":
    "Rows declared now without a known start.",
  "shorts.v1alpha1.GetPoliticianFundingRequest":
    "Which member.",
  "shorts.v1alpha1.GetPoliticianFundingRequest.slug":
    "Slug.",
  "shorts.v1alpha1.GetPoliticianFundingResponse":
    "The returns that name one member.",
  "shorts.v1alpha1.GetPoliticianFundingResponse.annual_returns":
    "Newest first.",
  "shorts.v1alpha1.GetPoliticianFundingResponse.as_at":
    "When the returns were fetched.",
  "shorts.v1alpha1.GetPoliticianFundingResponse.attribution":
    "The credit that the licence asks for.",
  "shorts.v1alpha1.GetPoliticianFundingResponse.attribution_note":
    "Which returns are shown.",
  "shorts.v1alpha1.GetPoliticianFundingResponse.candidate_returns":
    "Newest first.",
  "shorts.v1alpha1.GetPoliticianFundingResponse.canonical_slug":
    "The slug under which the person is kept.",
  "shorts.v1alpha1.GetPoliticianFundingResponse.censoring_note":
    "What is not published.",
  "shorts.v1alpha1.GetPoliticianFundingResponse.coverage_note":
    "Who lodges what.",
  "shorts.v1alpha1.GetPoliticianFundingResponse.reform_note":
    "What changes on 1 January 2027.",
  "shorts.v1alpha1.GetPoliticianFundingResponse.source_licence":
    "Licence of the returns.",
  "shorts.v1alpha1.GetPoliticianFundingResponse.verbatim_note":
    "How the figures are given.",
  "shorts.v1alpha1.GetPoliticianRequest":
    "Which member.",
  "shorts.v1alpha1.GetPoliticianRequest.slug":
    "Slug.",
  "shorts.v1alpha1.GetPoliticianResponse":
    "One member in full.",
  "shorts.v1alpha1.GetPoliticianResponse.as_at":
    "When the counts were last refreshed.",
  "shorts.v1alpha1.GetPoliticianResponse.canonical_slug":
    "The slug under which the person is kept.",
  "shorts.v1alpha1.GetPoliticianResponse.extracted_parliaments":
    "Parliaments the member sat in whose documents were read.",
  "shorts.v1alpha1.GetPoliticianResponse.interests":
    "By item; within one current rows first, then the newest, undated last.",
  "shorts.v1alpha1.GetPoliticianResponse.partial_parliaments":
    "Those of which some were read.",
  "shorts.v1alpha1.GetPoliticianResponse.pending_parliaments":
    "Those of which none was read.",
  "shorts.v1alpha1.GetPoliticianResponse.politician":
    "The member.",
  "shorts.v1alpha1.GetPoliticianResponse.represented_suburbs":
    "Suburbs of the division, for a member of the House in the newest parliament held; by name.",
  "shorts.v1alpha1.GetPoliticianResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.GetPoliticianResponse.terms":
    "Newest first, then chamber.",
  "shorts.v1alpha1.GetPriceDropsOverviewRequest":
    "Takes no arguments.",
  "shorts.v1alpha1.GetPriceDropsOverviewResponse":
    "Cuts of the country and the states.",
  "shorts.v1alpha1.GetPriceDropsOverviewResponse.as_of":
    "When the summary was computed; absent = not recorded.",
  "shorts.v1alpha1.GetPriceDropsOverviewResponse.data_through":
    "Newest observation behind it; absent = not recorded.",
  "shorts.v1alpha1.GetPriceDropsOverviewResponse.national":
    "The `AU` row, aggregated over addresses rather than averaged over states; absent without data.",
  "shorts.v1alpha1.GetPriceDropsOverviewResponse.states":
    "dropped_count descending, state_code ascending. A state that was collected once but not lately appears with zeros.",
  "shorts.v1alpha1.GetPriceDropsOverviewResponse.withheld":
    "True only when the answer is empty because listing data is switched off.",
  "shorts.v1alpha1.GetPropertyHistoryRequest":
    "Asks for the history of one address.",
  "shorts.v1alpha1.GetPropertyHistoryRequest.address_key":
    "Key of the address; required.",
  "shorts.v1alpha1.GetPropertyHistoryResponse":
    "The history of one address; entirely empty when the address is unknown.",
  "shorts.v1alpha1.GetPropertyHistoryResponse.address_key":
    "Key of the address.",
  "shorts.v1alpha1.GetPropertyHistoryResponse.current":
    "Newest live listing, else the newest of all.",
  "shorts.v1alpha1.GetPropertyHistoryResponse.current_price":
    "Price of the current listing, AUD; 0 = unknown.",
  "shorts.v1alpha1.GetPropertyHistoryResponse.display_address":
    "Address of the current listing, for people.",
  "shorts.v1alpha1.GetPropertyHistoryResponse.distinct_dwellings":
    "Distinct known bedroom counts; above 1 warns that several dwellings may share the address.",
  "shorts.v1alpha1.GetPropertyHistoryResponse.events":
    "Events of all listings at the address, oldest first, cuts above 0.40 left out.",
  "shorts.v1alpha1.GetPropertyHistoryResponse.first_price":
    "First price above 0 among the events, AUD; 0 = none.",
  "shorts.v1alpha1.GetPropertyHistoryResponse.num_listings":
    "Distinct listings (portal and listing id).",
  "shorts.v1alpha1.GetPropertyHistoryResponse.postcode":
    "Postcode.",
  "shorts.v1alpha1.GetPropertyHistoryResponse.state_code":
    "State code.",
  "shorts.v1alpha1.GetPropertyHistoryResponse.suburb":
    "Suburb.",
  "shorts.v1alpha1.GetPropertyHistoryResponse.valuation":
    "Absent unless a valuation may be published and is switched on.",
  "shorts.v1alpha1.GetRegisterActivityRequest":
    "Filters narrow `weeks` and the two filtered counts only.",
  "shorts.v1alpha1.GetRegisterActivityRequest.chamber":
    "`house` or `senate`.",
  "shorts.v1alpha1.GetRegisterActivityRequest.item_no":
    "Item; outside 1..14 = all.",
  "shorts.v1alpha1.GetRegisterActivityRequest.kind":
    "Additions, removals or both.",
  "shorts.v1alpha1.GetRegisterActivityRequest.party_ab":
    "Party, abbreviated.",
  "shorts.v1alpha1.GetRegisterActivityRequest.politician_slug":
    "Slug of a member.",
  "shorts.v1alpha1.GetRegisterActivityRequest.window_days":
    "30, 90, 180 or 365; 0 or less = 90, others are rounded up, above 365 = 365.",
  "shorts.v1alpha1.GetRegisterActivityResponse":
    "Dated changes of a window that ends with the day of the last refresh, both days included.",
  "shorts.v1alpha1.GetRegisterActivityResponse.active_members":
    "Changes descending, then slug; at most 20.",
  "shorts.v1alpha1.GetRegisterActivityResponse.as_at":
    "When the register was last refreshed.",
  "shorts.v1alpha1.GetRegisterActivityResponse.declarer_count_changes":
    "By stock_code.",
  "shorts.v1alpha1.GetRegisterActivityResponse.filtered_event_count":
    "Changes within the filters.",
  "shorts.v1alpha1.GetRegisterActivityResponse.filtered_member_count":
    "People with one.",
  "shorts.v1alpha1.GetRegisterActivityResponse.newly_declared_companies":
    "By first day descending, then stock_code.",
  "shorts.v1alpha1.GetRegisterActivityResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.GetRegisterActivityResponse.undated_current_count":
    "Rows declared now without a known start; they are in no week.",
  "shorts.v1alpha1.GetRegisterActivityResponse.weeks":
    "Every week that the window touches, oldest first, zeros included.",
  "shorts.v1alpha1.GetRegisterActivityResponse.window_days":
    "Days of the window.",
  "shorts.v1alpha1.GetRegisterExplorerRequest":
    "Takes nothing.",
  "shorts.v1alpha1.GetRegisterExplorerResponse":
    "Counts for the front page of the register.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.as_at":
    "When the register was last refreshed.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.changes_30d":
    "Dated changes of the last 30 days.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.changes_7d":
    "Dated changes of the last 7 days.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.current_declared_count":
    "Rows declared now.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.declared_row_count":
    "Rows ever declared.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.distinct_company_count":
    "Different listed companies declared now.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.extracted_parliaments":
    "Parliaments whose documents were read.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.first_parliament":
    "First parliament held.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.gifts_travel_count":
    "Rows of items 11 and 12 declared now.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.holder_counts":
    "Four rows: self, spouse or partner, dependent children, unspecified.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.industry_trends":
    "By current count descending, then name.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.item_counts":
    "14 rows, item 1 to 14.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.last_parliament":
    "Last parliament held.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.liability_count":
    "Rows of item 6 declared now.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.members_changed_30d":
    "People with one.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.members_changed_7d":
    "People with one.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.partial_parliaments":
    "Those of which some were read.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.pending_parliaments":
    "Those of which none was read.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.politician_count":
    "People held.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.property_count":
    "Rows of item 3 declared now.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.resolved_listed_count":
    "Rows that name a listed company.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.resolved_suburb_count":
    "Rows that name a suburb.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.GetRegisterExplorerResponse.statement_count":
    "Statements that were read.",
  "shorts.v1alpha1.GetRelatedNewsRequest":
    "Asks for articles like one.",
  "shorts.v1alpha1.GetRelatedNewsRequest.article_id":
    "The anchor; \"\" = the newest primary of the stock.",
  "shorts.v1alpha1.GetRelatedNewsRequest.limit":
    "At most so many; 0 or less = 6, above 50 it is 50.",
  "shorts.v1alpha1.GetRelatedNewsRequest.stock_code":
    "Stock, trimmed and upper-cased; needed also beside an article_id.",
  "shorts.v1alpha1.GetRelatedNewsResponse":
    "Articles like one.",
  "shorts.v1alpha1.GetRelatedNewsResponse.articles":
    "The nearest first.",
  "shorts.v1alpha1.GetShortCampaignScoreboardRequest":
    "Which page of which industry.",
  "shorts.v1alpha1.GetShortCampaignScoreboardRequest.industry":
    "Exact name of an industry group, trimmed; all when empty.",
  "shorts.v1alpha1.GetShortCampaignScoreboardRequest.limit":
    "0 is 25, at most 100.",
  "shorts.v1alpha1.GetShortCampaignScoreboardRequest.offset":
    "Offset in the order.",
  "shorts.v1alpha1.GetShortCampaignScoreboardResponse":
    "A page of campaigns and who won.",
  "shorts.v1alpha1.GetShortCampaignScoreboardResponse.campaigns":
    "Peak percent descending, then code.",
  "shorts.v1alpha1.GetShortCampaignScoreboardResponse.campaigns_total":
    "The same number.",
  "shorts.v1alpha1.GetShortCampaignScoreboardResponse.shorts_win_rate_3m":
    "Percent of the scored campaigns whose price was lower three months after, one decimal; 0 when none is scored.",
  "shorts.v1alpha1.GetShortCampaignScoreboardResponse.shorts_win_rate_6m":
    "The same after six months.",
  "shorts.v1alpha1.GetShortCampaignScoreboardResponse.total_count":
    "Campaigns of the filtered set.",
  "shorts.v1alpha1.GetStateCompanyAggregatesRequest":
    "Takes no arguments.",
  "shorts.v1alpha1.GetStateCompanyAggregatesResponse":
    "The states with exposure.",
  "shorts.v1alpha1.GetStateCompanyAggregatesResponse.aggregates":
    "exposure_weighted_market_cap descending, then state ascending.",
  "shorts.v1alpha1.GetStockDataRequest":
    "Which short positions.",
  "shorts.v1alpha1.GetStockDataRequest.as_of":
    "Only rows that were public by this day.",
  "shorts.v1alpha1.GetStockDataRequest.from":
    "First day.",
  "shorts.v1alpha1.GetStockDataRequest.full_resolution":
    "Every row instead of weeks.",
  "shorts.v1alpha1.GetStockDataRequest.max_points":
    "Most points, the first and the last kept; 1 keeps the last; 0 keeps all.",
  "shorts.v1alpha1.GetStockDataRequest.period":
    "`1D`, `1W`, `1M`, `3M`, `6M`, `1Y`, `2Y`, `5Y`, `10Y` or `MAX`, in any case; \"\" is 1M.",
  "shorts.v1alpha1.GetStockDataRequest.product_code":
    "Code of the security.",
  "shorts.v1alpha1.GetStockDataRequest.to":
    "Last day.",
  "shorts.v1alpha1.GetStockDetailsRequest":
    "Which company.",
  "shorts.v1alpha1.GetStockDetailsRequest.product_code":
    "Code of the security.",
  "shorts.v1alpha1.GetStockFinancialHighlightsRequest":
    "Which companies' reports.",
  "shorts.v1alpha1.GetStockFinancialHighlightsRequest.max_reports_per_stock":
    "Newest reports of each company; 0 or less is 2.",
  "shorts.v1alpha1.GetStockFinancialHighlightsRequest.stock_codes":
    "One to 50 codes; the same code twice is one.",
  "shorts.v1alpha1.GetStockFinancialHighlightsResponse":
    "Highlights by code.",
  "shorts.v1alpha1.GetStockFinancialHighlightsResponse.highlights":
    "Codes without a report that something was read out of are missing.",
  "shorts.v1alpha1.GetStockFundamentalsRequest":
    "Which periods of a company.",
  "shorts.v1alpha1.GetStockFundamentalsRequest.limit":
    "Most periods; 0 is 12, at most 40.",
  "shorts.v1alpha1.GetStockFundamentalsRequest.period_type":
    "`annual`, `half`, `quarter` or `ttm`, in any case; \"\" is all.",
  "shorts.v1alpha1.GetStockFundamentalsRequest.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.GetStockFundamentalsResponse":
    "Reported periods and growth.",
  "shorts.v1alpha1.GetStockFundamentalsResponse.growth":
    "Growth over all stored periods; absent without any.",
  "shorts.v1alpha1.GetStockFundamentalsResponse.has_growth":
    "Whether the code has at least one stored period.",
  "shorts.v1alpha1.GetStockFundamentalsResponse.periods":
    "Newest first.",
  "shorts.v1alpha1.GetStockFundamentalsResponse.stock_code":
    "The code asked for.",
  "shorts.v1alpha1.GetStockGraphRequest":
    "Which company's people and likenesses.",
  "shorts.v1alpha1.GetStockGraphRequest.limit":
    "Most people, and most companies; 0 or less is 12, more than 100 is 100.",
  "shorts.v1alpha1.GetStockGraphRequest.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.GetStockGraphResponse":
    "People and similar companies.",
  "shorts.v1alpha1.GetStockGraphResponse.people":
    "By name, then role.",
  "shorts.v1alpha1.GetStockGraphResponse.similar_companies":
    "Most similar first, then by code.",
  "shorts.v1alpha1.GetStockNewsRequest":
    "Asks for the news of one stock.",
  "shorts.v1alpha1.GetStockNewsRequest.limit":
    "At most so many; 0 = 20, at most 100.",
  "shorts.v1alpha1.GetStockNewsRequest.sentiment":
    "Sentiment; \"\" = all.",
  "shorts.v1alpha1.GetStockNewsRequest.source":
    "Outlet; \"\" = all.",
  "shorts.v1alpha1.GetStockNewsRequest.stock_code":
    "Stock, trimmed and upper-cased.",
  "shorts.v1alpha1.GetStockNewsResponse":
    "The news of one stock.",
  "shorts.v1alpha1.GetStockNewsResponse.articles":
    "The newest matching articles.",
  "shorts.v1alpha1.GetStockNewsResponse.total_count":
    "All matching articles, also those beyond the limit.",
  "shorts.v1alpha1.GetStockPricesRequest":
    "Which prices.",
  "shorts.v1alpha1.GetStockPricesRequest.from":
    "First day.",
  "shorts.v1alpha1.GetStockPricesRequest.max_points":
    "Most points, the first and the last kept; 1 keeps the last; 0 keeps all.",
  "shorts.v1alpha1.GetStockPricesRequest.period":
    "As in GetStockData; \"\" is 1Y.",
  "shorts.v1alpha1.GetStockPricesRequest.product_code":
    "Code of the security.",
  "shorts.v1alpha1.GetStockPricesRequest.to":
    "Last day.",
  "shorts.v1alpha1.GetStockPricesResponse":
    "Prices of a security.",
  "shorts.v1alpha1.GetStockPricesResponse.currency":
    "Always AUD.",
  "shorts.v1alpha1.GetStockPricesResponse.downsampled":
    "True when there are fewer points than total_observations.",
  "shorts.v1alpha1.GetStockPricesResponse.name":
    "Company or product name; \"\" unknown.",
  "shorts.v1alpha1.GetStockPricesResponse.points":
    "Oldest first.",
  "shorts.v1alpha1.GetStockPricesResponse.product_code":
    "The code asked for.",
  "shorts.v1alpha1.GetStockPricesResponse.total_observations":
    "Sessions of the window before thinning.",
  "shorts.v1alpha1.GetStockRequest":
    "Which security.",
  "shorts.v1alpha1.GetStockRequest.product_code":
    "Code of the security.",
  "shorts.v1alpha1.GetStockSignalsRequest":
    "Which company's findings.",
  "shorts.v1alpha1.GetStockSignalsRequest.limit":
    "Most of each kind; 0 or less is 10, more than 100 is 100.",
  "shorts.v1alpha1.GetStockSignalsRequest.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.GetStockSignalsResponse":
    "Findings about a company.",
  "shorts.v1alpha1.GetStockSignalsResponse.adverse":
    "Those that speak against it.",
  "shorts.v1alpha1.GetStockSignalsResponse.positive":
    "Those that speak for it.",
  "shorts.v1alpha1.GetStockVerdictRequest":
    "Which stock.",
  "shorts.v1alpha1.GetStockVerdictRequest.product_code":
    "Code of the security, one to ten letters or digits.",
  "shorts.v1alpha1.GetStockVerdictResponse":
    "A score and its parts.",
  "shorts.v1alpha1.GetStockVerdictResponse.components":
    "In the order of their weights above.",
  "shorts.v1alpha1.GetStockVerdictResponse.composite":
    "Sum of the contributions, one decimal.",
  "shorts.v1alpha1.GetStockVerdictResponse.label":
    "What the composite means.",
  "shorts.v1alpha1.GetStockVerdictResponse.product_code":
    "The code asked for.",
  "shorts.v1alpha1.GetSuburbIndexRequest":
    "Asks for the suburb order of a state.",
  "shorts.v1alpha1.GetSuburbIndexRequest.state_code":
    "State; required.",
  "shorts.v1alpha1.GetSuburbIndexResponse":
    "The suburb order of a state.",
  "shorts.v1alpha1.GetSuburbIndexResponse.index_version":
    "`v1-` and the first 12 lower-case hex digits of SHA-256 over `<byte length>:<sal_code>;` for each code in order. It depends on the set of codes alone. A client that holds columns or masks of another version must fetch the index again.",
  "shorts.v1alpha1.GetSuburbIndexResponse.suburbs":
    "All suburbs, sal_code ascending byte by byte; the place in this list is the position used by columns and masks.",
  "shorts.v1alpha1.GetSuburbMetricColumnsRequest":
    "Asks for metric columns.",
  "shorts.v1alpha1.GetSuburbMetricColumnsRequest.metric_keys":
    "Registry keys, exact and case-sensitive; required. At least one, and at most as many as there are metrics. A key given twice is answered twice.",
  "shorts.v1alpha1.GetSuburbMetricColumnsRequest.state_code":
    "State; required.",
  "shorts.v1alpha1.GetSuburbMetricColumnsResponse":
    "Metric columns of a state.",
  "shorts.v1alpha1.GetSuburbMetricColumnsResponse.columns":
    "One column an entry of metric_keys, in the order of the request, repeats included.",
  "shorts.v1alpha1.GetSuburbMetricColumnsResponse.index_version":
    "Version of the suburb order, as in GetSuburbIndex.",
  "shorts.v1alpha1.GetSuburbProfileRequest":
    "Asks for one suburb.",
  "shorts.v1alpha1.GetSuburbProfileRequest.sal_code":
    "Statistical suburb code; required.",
  "shorts.v1alpha1.GetSuburbProfileResponse":
    "Everything known about one suburb.",
  "shorts.v1alpha1.GetSuburbProfileResponse.banner":
    "Editorial header.",
  "shorts.v1alpha1.GetSuburbProfileResponse.baselines":
    "State and national figures to compare with.",
  "shorts.v1alpha1.GetSuburbProfileResponse.council":
    "The council where most residents live; its fields are empty when unmatched.",
  "shorts.v1alpha1.GetSuburbProfileResponse.council_overlaps":
    "Other councils with at least 5 % of the residents, largest share first.",
  "shorts.v1alpha1.GetSuburbProfileResponse.crime":
    "Absent when there is no reliable data.",
  "shorts.v1alpha1.GetSuburbProfileResponse.demographics":
    "Census block.",
  "shorts.v1alpha1.GetSuburbProfileResponse.elevation":
    "Absent when no value is known.",
  "shorts.v1alpha1.GetSuburbProfileResponse.hazards":
    "Absent when no share is known.",
  "shorts.v1alpha1.GetSuburbProfileResponse.listing_stats":
    "Absent where no listings are collected, when both counts are 0, or when listing data is switched off.",
  "shorts.v1alpha1.GetSuburbProfileResponse.planning":
    "Absent when there is no planning data.",
  "shorts.v1alpha1.GetSuburbProfileResponse.provenance":
    "Where the blocks and metrics of this answer come from.",
  "shorts.v1alpha1.GetSuburbProfileResponse.similar":
    "Up to 6 nearest suburbs of the country: similarity descending, then sal_code ascending. Only suburbs that can be compared in at least 4 of the 6 features; none when the suburb itself has fewer.",
  "shorts.v1alpha1.GetSuburbProfileResponse.summary":
    "As in lists, with seifa and unrounded crime ranks.",
  "shorts.v1alpha1.GetTopShortsRequest":
    "Which securities, and how far back.",
  "shorts.v1alpha1.GetTopShortsRequest.limit":
    "Ranked stocks; 0 is 50, at most 1000.",
  "shorts.v1alpha1.GetTopShortsRequest.offset":
    "Ranking offset.",
  "shorts.v1alpha1.GetTopShortsRequest.period":
    "Lookback of the points; 1M when empty.",
  "shorts.v1alpha1.GetTopShortsRequest.product_codes":
    "Exactly these codes instead of the ranking; limit and offset do not apply to them, and repeats collapse.",
  "shorts.v1alpha1.GetTopShortsRequest.summary_only":
    "Leave the points out.",
  "shorts.v1alpha1.GetTopShortsResponse":
    "Ranked securities.",
  "shorts.v1alpha1.GetTopShortsResponse.offset":
    "Offset of the next page: the request's offset and the number of ranked codes fetched.",
  "shorts.v1alpha1.GetTopShortsResponse.time_series":
    "In ranking order.",
  "shorts.v1alpha1.GetWeeklyReportRequest":
    "Asks for one report.",
  "shorts.v1alpha1.GetWeeklyReportRequest.week_slug":
    "`2026-W06`, `2026-02` or `2026`; trimmed and upper-cased.",
  "shorts.v1alpha1.GetWeeklyReportResponse":
    "One report.",
  "shorts.v1alpha1.GetWeeklyReportResponse.citations":
    "What the figures come from: a citation for each of the two dates.",
  "shorts.v1alpha1.GetWeeklyReportResponse.fallers":
    "The 10 largest falls, then by code.",
  "shorts.v1alpha1.GetWeeklyReportResponse.faqs":
    "Questions with answers from the figures.",
  "shorts.v1alpha1.GetWeeklyReportResponse.headline":
    "Headline.",
  "shorts.v1alpha1.GetWeeklyReportResponse.industry_breakdown":
    "Industries: avg_short_pct descending, then name.",
  "shorts.v1alpha1.GetWeeklyReportResponse.market_stats":
    "The market as a whole.",
  "shorts.v1alpha1.GetWeeklyReportResponse.narrative":
    "The figures in sentences.",
  "shorts.v1alpha1.GetWeeklyReportResponse.previous_date":
    "Newest reporting date of the period before.",
  "shorts.v1alpha1.GetWeeklyReportResponse.quality_score":
    "Share of the stocks reported on the previous date that are reported on this one too, from 0 to 1.",
  "shorts.v1alpha1.GetWeeklyReportResponse.report_date":
    "Newest reporting date of the period, YYYY-MM-DD.",
  "shorts.v1alpha1.GetWeeklyReportResponse.risers":
    "The 10 largest rises, then by code.",
  "shorts.v1alpha1.GetWeeklyReportResponse.summary":
    "One paragraph.",
  "shorts.v1alpha1.GetWeeklyReportResponse.top_shorted":
    "The 20 stocks with the largest percentages, then by code.",
  "shorts.v1alpha1.GetWeeklyReportResponse.trend_insights":
    "The first 5 risers and the first 5 fallers beside their prices.",
  "shorts.v1alpha1.GetWeeklyReportResponse.week_slug":
    "Slug.",
  "shorts.v1alpha1.GraphPerson":
    "A person of a company.",
  "shorts.v1alpha1.GraphPerson.also_at":
    "Codes of the other companies that the person belongs to, ascending.",
  "shorts.v1alpha1.GraphPerson.image_url":
    "Portrait.",
  "shorts.v1alpha1.GraphPerson.linkedin_url":
    "Professional profile.",
  "shorts.v1alpha1.GraphPerson.name":
    "Name.",
  "shorts.v1alpha1.GraphPerson.role":
    "Role.",
  "shorts.v1alpha1.HousePricePoint":
    "One observation.",
  "shorts.v1alpha1.HousePricePoint.is_preliminary":
    "True while the publisher calls the figure provisional.",
  "shorts.v1alpha1.HousePricePoint.period":
    "End date of the period.",
  "shorts.v1alpha1.HousePricePoint.source":
    "Source of the point. Set on every point when the points of the series have several sources or licences; \"\" = all are as the series says.",
  "shorts.v1alpha1.HousePricePoint.source_licence":
    "Licence of the point, set as source is.",
  "shorts.v1alpha1.HousePricePoint.value":
    "Value in the unit of the series.",
  "shorts.v1alpha1.HousingMetric":
    "Latest observation of one region, measure and dwelling type. Latest means the same in every method: the newest period of any frequency, of one period a final figure before a preliminary one, then source ascending. In suburbs and councils, whose preliminary figures rest on a part of the sales, any final figure stands before a preliminary one.",
  "shorts.v1alpha1.HousingMetric.dwelling_type":
    "all, established_house or attached; house in suburb rows.",
  "shorts.v1alpha1.HousingMetric.frequency":
    "How often the figure is published: monthly, quarterly or annual.",
  "shorts.v1alpha1.HousingMetric.is_preliminary":
    "True while the publisher calls the figure provisional.",
  "shorts.v1alpha1.HousingMetric.measure":
    "mean_price, median_price, price_index, debt_to_income, or another measure that the snapshot holds, such as cash_rate, mortgage_rate_oo, housing_credit_growth, rents_index or wage_index of the country. price_index of `AUS` is the weighted average of the eight capital cities; cash_rate is the average of the target over the month.",
  "shorts.v1alpha1.HousingMetric.period":
    "End date of the period.",
  "shorts.v1alpha1.HousingMetric.qoq_pct":
    "Percent (0..100 scale) against the period three months before, of the same source and frequency; 0 when there is no such figure, or one of the two is not above 0 (credit growth).",
  "shorts.v1alpha1.HousingMetric.region_code":
    "Region such as `AUS`, `NSW` or `1GSYD`.",
  "shorts.v1alpha1.HousingMetric.region_name":
    "Display name.",
  "shorts.v1alpha1.HousingMetric.region_type":
    "national, state, gccsa, rest_of_state, suburb or lga.",
  "shorts.v1alpha1.HousingMetric.source":
    "Source of the figure.",
  "shorts.v1alpha1.HousingMetric.source_licence":
    "Licence of the figure.",
  "shorts.v1alpha1.HousingMetric.state_code":
    "State code; \"\" for the nation.",
  "shorts.v1alpha1.HousingMetric.unit":
    "AUD, index or ratio; \"\" when unknown.",
  "shorts.v1alpha1.HousingMetric.value":
    "The observation, in unit.",
  "shorts.v1alpha1.HousingMetric.yoy_pct":
    "Percent (0..100 scale) against the same period a year before, of the same source and frequency; 0 when there is no such figure, or one of the two is not above 0.",
  "shorts.v1alpha1.HousingRegion":
    "One region.",
  "shorts.v1alpha1.HousingRegion.latest_is_preliminary":
    "True while the publisher calls latest_value provisional.",
  "shorts.v1alpha1.HousingRegion.latest_period":
    "End date of its period; absent = none.",
  "shorts.v1alpha1.HousingRegion.latest_value":
    "Latest median price of dwelling type house or established_house, AUD; 0 = none. Of several the newest period, then dwelling type ascending.",
  "shorts.v1alpha1.HousingRegion.postcode":
    "Postcode; \"\" = none.",
  "shorts.v1alpha1.HousingRegion.region_code":
    "Code, for suburbs in the style of `SUBURB:VIC-RICHMOND`.",
  "shorts.v1alpha1.HousingRegion.region_name":
    "Display name.",
  "shorts.v1alpha1.HousingRegion.region_type":
    "national, state, gccsa, rest_of_state, suburb or lga.",
  "shorts.v1alpha1.HousingRegion.state_code":
    "State code; \"\" for the nation.",
  "shorts.v1alpha1.HousingService":
    "House prices, suburbs, asking-price cuts, agencies and the daily drop index of Australia.\n\nInputs. State codes and region codes are trimmed and upper-cased; region types, sorts, measures, dwelling types and address keys are trimmed and lower-cased; a sal_code is trimmed. Where a state code is given it must be one of ACT NSW NT QLD SA TAS VIC WA (invalid_argument otherwise); only the three columnar methods answer an unknown code with an empty state. A `query` is a plain case-insensitive substring of the name, white space collapsed, without wildcards. An unknown sort means the default. A limit or window that is 0 or less, or above its maximum, is replaced by the default, except where a field says that it is clamped.\n\nAnswers. Unless a comment says otherwise, 0 and \"\" mean \"none, unknown or withheld\", and `optional` fields tell a true 0 from no data. Dates are sent as midnight UTC. What finds nothing succeeds with empty lists; only GetSuburbProfile knows not_found. Rows under a restricted licence never leave.\n\nPrice cuts. A cut is an event that lowers the asking price; its size is a fraction of the earlier price (0.062 = 6.2 %). Single cuts above 0.40 are taken for corrected typing errors and ignored, 0.40 itself stays. The unit is the address: one cut on two portals counts once, on the portal with the larger sum of cuts (then the portal ascending), several cuts on one portal add up, and listings without an address key count nowhere. \"Past\" and \"now\" mean the instant that the snapshot stands for, both ends of a window inclusive. Live means active and seen within the past 14 days; sold means of status sold, with the latest change to it within the past 12 months. Where an address has several such listings, prices are those of the one seen last, then of the first portal, then of the first listing id. Statistics over fewer than 3 addresses are withheld (0); counts are always shown. When the operator has switched listing data off, every listing-derived answer is an empty success; bad arguments are refused all the same.\n\nRegister of interests. While the operator has switched it off, no suburb has data for the metric politician_property: its column is null, no predicate on it matches, and politician_property_count is 0.",
  "shorts.v1alpha1.HousingService.FilterSuburbs":
    "The suburbs of a state that satisfy every predicate, as a bit mask in index order.\n\nAn unknown state gives an empty mask. invalid_argument, for the whole call: empty state; no predicates; an unknown key; a predicate without bounds, with a bound that is not finite, or with min above max.",
  "shorts.v1alpha1.HousingService.GetCouncilProfile":
    "Everything known about one council.\n\nA suburb is a member when the council is its dominant one or holds at least 5 % of its residents; its weight is its residents times that share. invalid_argument: empty or unknown state, empty slug. not_found: a slug that no council of the state has.",
  "shorts.v1alpha1.HousingService.GetDropIndexSeries":
    "The daily price-drop index of the country, a state or a suburb, date ascending.\n\nDays that were not computed are absent, not zero. The index counts address keys and ignores single cuts above 0.40, as every other drop answer does. A listing was seen from its first_seen_at to its last_seen_at, except between a delisting and the next relisting; it counts on day d when a time in which it was seen meets d-13..d, all of them UTC dates. Every figure of a day, the catalogue of suburbs too, rests on what had been observed by that day. A well-formed but unknown key gives no points. invalid_argument: an unknown grain; a national key other than AU; a state key that is no state; a suburb key that is not five digits; a date that is malformed or not in the calendar; a from that, once clamped, is later than to (so every to before 2026-08-13). Today is the later of the clock's UTC date and the date that the snapshot stands for; when it is before 2026-08-13, there are no points.",
  "shorts.v1alpha1.HousingService.GetHousePriceSeries":
    "One price series, oldest first, all frequencies, without a limit.\n\nAn unknown region, measure or dwelling type gives no points. invalid_argument: empty region_code or measure.",
  "shorts.v1alpha1.HousingService.GetHousingOverview":
    "The latest value of every region, measure and dwelling type: region_type ascending, measure ascending, value descending, then region_code and dwelling_type ascending.\n\ninvalid_argument: an unknown region type.",
  "shorts.v1alpha1.HousingService.GetPriceDropsOverview":
    "Cuts of the past 30 days, asking and sold prices, for the country and every state.",
  "shorts.v1alpha1.HousingService.GetPropertyHistory":
    "The price history of one address over all its listings.\n\nAn unknown address succeeds with an empty response. invalid_argument: empty address_key.",
  "shorts.v1alpha1.HousingService.GetSuburbIndex":
    "The suburb order of a state, to which metric columns and filter masks are aligned.\n\nAn unknown state has no suburbs. invalid_argument: empty state.",
  "shorts.v1alpha1.HousingService.GetSuburbMetricColumns":
    "Whole metric columns of a state, one float32 a suburb in index order.\n\nAn unknown state gives empty columns. invalid_argument: empty state; no keys; any unknown key.",
  "shorts.v1alpha1.HousingService.GetSuburbProfile":
    "Everything known about one suburb. An optional block that cannot be read is left out; the call succeeds.\n\ninvalid_argument: empty sal_code. not_found: an unknown one.",
  "shorts.v1alpha1.HousingService.ListAddressPriceDrops":
    "Addresses ranked by the total cut from the first ask in the window to the current ask, from 0.03 to 0.40, both inclusive.\n\nEach live advert with a price, a page at its portal and an address key is judged on its own chain of asks, and the address keeps the deepest cut (then the larger in AUD, then the portal ascending, then the newest listing). An advert is superseded, and not judged, when another of the same portal and bedroom count at the address began later and was seen as lately. The chain takes in earlier adverts of the same portal that ended before this one began, and of another portal that ended more than 14 days before, if their bedroom count is the same; an unknown count (0) goes with any. Asks are compared only within a kind (fixed with offers_over, range_low, range_high); a move of an advert already seen brings in its previous price; and at least one real cut of at most 0.40 must be in the window. invalid_argument: an unknown state.",
  "shorts.v1alpha1.HousingService.ListAgencyPriceStats":
    "Agencies with their listings and cuts, one row a portal, agency and state with at least 3 active addresses.\n\ninvalid_argument: an unknown state.",
  "shorts.v1alpha1.HousingService.ListCouncils":
    "The councils and unincorporated areas of a state: population descending, then display_name and lga_code.\n\ninvalid_argument: empty or unknown state.",
  "shorts.v1alpha1.HousingService.ListHousingRegions":
    "The regions that have price series: region_name ascending, then region_code. Filters combine with AND.\n\nA region whose only prices are restricted is hidden; one without any price is listed with value 0. invalid_argument: an unknown region type or state.",
  "shorts.v1alpha1.HousingService.ListStateSuburbs":
    "The suburbs of a state, priced or not: sal_name ascending, then sal_code.\n\ninvalid_argument: empty or unknown state.",
  "shorts.v1alpha1.HousingService.ListSuburbDropListings":
    "The live listings of one suburb that were cut, one row an address: its largest cut in AUD, then the newest. Order: drop_pct descending, observed_at descending, address_key ascending.\n\nAn unknown suburb gives no rows. invalid_argument: neither sal_code nor region_code.",
  "shorts.v1alpha1.HousingService.ListSuburbPriceDrops":
    "Suburbs ranked by asking-price cuts of the past 30 days, with asking and sold statistics.\n\ninvalid_argument: an unknown state.",
  "shorts.v1alpha1.IndexDefinition":
    "An index and what is held of it.",
  "shorts.v1alpha1.IndexDefinition.code":
    "Code.",
  "shorts.v1alpha1.IndexDefinition.currency":
    "Currency, AUD.",
  "shorts.v1alpha1.IndexDefinition.earliest_date":
    "YYYY-MM-DD of the first session; \"\" without any.",
  "shorts.v1alpha1.IndexDefinition.latest_date":
    "YYYY-MM-DD of the last session; \"\" without any.",
  "shorts.v1alpha1.IndexDefinition.name":
    "Name.",
  "shorts.v1alpha1.IndexDefinition.observations":
    "Sessions held.",
  "shorts.v1alpha1.IndexDefinition.return_type":
    "price, or total when dividends are reinvested.",
  "shorts.v1alpha1.IndexPoint":
    "One session of an index. A value that is not held is 0.",
  "shorts.v1alpha1.IndexPoint.close":
    "Last level.",
  "shorts.v1alpha1.IndexPoint.date":
    "YYYY-MM-DD.",
  "shorts.v1alpha1.IndexPoint.high":
    "Highest level.",
  "shorts.v1alpha1.IndexPoint.low":
    "Lowest level.",
  "shorts.v1alpha1.IndexPoint.open":
    "First level.",
  "shorts.v1alpha1.IndexPoint.volume":
    "Shares traded.",
  "shorts.v1alpha1.IndustryCompanies":
    "Companies of an industry that one member declares now.",
  "shorts.v1alpha1.IndustryCompanies.company_count":
    "Different companies.",
  "shorts.v1alpha1.IndustryCompanies.industry":
    "Industry.",
  "shorts.v1alpha1.IndustryIntelligenceEntityTotal":
    "Records with a value and a stock, of one metric, source, unit and stock.",
  "shorts.v1alpha1.IndustryIntelligenceEntityTotal.entity_label":
    "Company's name; the code when unknown.",
  "shorts.v1alpha1.IndustryIntelligenceEntityTotal.latest_as_of":
    "Newest as_of, YYYY-MM-DD.",
  "shorts.v1alpha1.IndustryIntelligenceEntityTotal.metric_key":
    "Metric.",
  "shorts.v1alpha1.IndustryIntelligenceEntityTotal.record_count":
    "Records.",
  "shorts.v1alpha1.IndustryIntelligenceEntityTotal.signal_kind":
    "Kind of facts.",
  "shorts.v1alpha1.IndustryIntelligenceEntityTotal.source_key":
    "Source.",
  "shorts.v1alpha1.IndustryIntelligenceEntityTotal.stock_code":
    "Stock.",
  "shorts.v1alpha1.IndustryIntelligenceEntityTotal.total_value":
    "Sum.",
  "shorts.v1alpha1.IndustryIntelligenceEntityTotal.unit":
    "Unit.",
  "shorts.v1alpha1.IndustryIntelligenceRecord":
    "One fact.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.as_of":
    "Day that the fact stands for.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.confidence":
    "From 0 to 1.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.entity_abn":
    "Australian business number; \"\" when unknown.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.has_metric_value":
    "False when the source gives no value.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.industry":
    "Industry; \"\" when it is about none.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.metric_key":
    "What is measured.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.metric_label":
    "The same for people.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.metric_value":
    "Value; absent with has_metric_value false, which is not zero.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.period_end":
    "Last day of the period; \"\" when unknown.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.period_start":
    "First day of the period, YYYY-MM-DD; \"\" when unknown.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.signal_kind":
    "Kind of fact.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.source_key":
    "Source.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.source_record_id":
    "Its id there.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.source_url":
    "Where it comes from.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.stock_code":
    "Stock; \"\" when it is about none.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.summary":
    "A sentence or two.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.title":
    "Title.",
  "shorts.v1alpha1.IndustryIntelligenceRecord.unit":
    "Unit.",
  "shorts.v1alpha1.IndustryIntelligenceService":
    "Cited facts about industries and companies, each with its source, licence and period.",
  "shorts.v1alpha1.IndustryIntelligenceService.GetIndustryIntelligence":
    "Facts of public sources about an industry, a stock, or both.\n\nRecords come newest first: as_of descending, then signal_kind, source_key, metric_key, source_record_id ascending. Only their list is cut by record_limit; sources, time buckets and totals are made of all matching records. Sums are plain, also over measures such as percentages: look at the unit. Sources that are not public, or not enabled, are not in a snapshot. Unknown names give empty lists. invalid_argument: an industry of more than 120 bytes or a stock_code of more than 6, after trimming.",
  "shorts.v1alpha1.IndustryIntelligenceSource":
    "Who published facts, and under which licence.",
  "shorts.v1alpha1.IndustryIntelligenceSource.cadence":
    "How often it is published.",
  "shorts.v1alpha1.IndustryIntelligenceSource.display_name":
    "Name for people.",
  "shorts.v1alpha1.IndustryIntelligenceSource.licence":
    "Licence.",
  "shorts.v1alpha1.IndustryIntelligenceSource.publisher":
    "Publisher.",
  "shorts.v1alpha1.IndustryIntelligenceSource.signal_kind":
    "Kind of facts, an open set: short_interest, trade_exposure, public_money, tax_environment, policy_footprint, emissions.",
  "shorts.v1alpha1.IndustryIntelligenceSource.source_key":
    "Key, for example `asic-short-interest`.",
  "shorts.v1alpha1.IndustryIntelligenceSource.source_url":
    "Where it comes from.",
  "shorts.v1alpha1.IndustryIntelligenceTimeBucket":
    "Records with a value of one metric, source, unit and financial year.",
  "shorts.v1alpha1.IndustryIntelligenceTimeBucket.bucket_label":
    "Financial year such as `2023-24`: of period_end, else of as_of; it ends on 30 June.",
  "shorts.v1alpha1.IndustryIntelligenceTimeBucket.bucket_start":
    "Its first day, `2023-07-01`.",
  "shorts.v1alpha1.IndustryIntelligenceTimeBucket.entity_count":
    "Different stocks.",
  "shorts.v1alpha1.IndustryIntelligenceTimeBucket.metric_key":
    "Metric.",
  "shorts.v1alpha1.IndustryIntelligenceTimeBucket.metric_label":
    "The first label of these records by the alphabet.",
  "shorts.v1alpha1.IndustryIntelligenceTimeBucket.record_count":
    "Records.",
  "shorts.v1alpha1.IndustryIntelligenceTimeBucket.signal_kind":
    "Kind of facts.",
  "shorts.v1alpha1.IndustryIntelligenceTimeBucket.source_key":
    "Source.",
  "shorts.v1alpha1.IndustryIntelligenceTimeBucket.total_value":
    "Sum.",
  "shorts.v1alpha1.IndustryIntelligenceTimeBucket.unit":
    "Unit.",
  "shorts.v1alpha1.IndustryIntelligenceTimeBucket.zero_value_count":
    "Values that are exactly zero.",
  "shorts.v1alpha1.IndustryPeople":
    "An industry over all parties.",
  "shorts.v1alpha1.IndustryPeople.companies":
    "Different companies.",
  "shorts.v1alpha1.IndustryPeople.industry":
    "Industry.",
  "shorts.v1alpha1.IndustryPeople.people":
    "Different people.",
  "shorts.v1alpha1.IndustryTrend":
    "Declarations of companies of one industry, now and 90 days before.",
  "shorts.v1alpha1.IndustryTrend.count_90d_ago":
    "Rows with a known start that were declared 90 days before the last refresh.",
  "shorts.v1alpha1.IndustryTrend.current_count":
    "Rows declared now.",
  "shorts.v1alpha1.IndustryTrend.industry":
    "Industry.",
  "shorts.v1alpha1.InlineImage":
    "A picture in the body of a take.",
  "shorts.v1alpha1.InlineImage.alt":
    "Text in its place.",
  "shorts.v1alpha1.InlineImage.topic":
    "What it is about.",
  "shorts.v1alpha1.InlineImage.url":
    "Address.",
  "shorts.v1alpha1.LayoutImage":
    "A picture and where it stands.",
  "shorts.v1alpha1.LayoutImage.anchor_after_block":
    "Block of the body that it stands behind, from 0.",
  "shorts.v1alpha1.LayoutImage.brief":
    "What it was made for.",
  "shorts.v1alpha1.LayoutImage.caption":
    "Caption.",
  "shorts.v1alpha1.LayoutImage.placement":
    "full, left, right or inset.",
  "shorts.v1alpha1.LayoutImage.ratio":
    "landscape, portrait or square.",
  "shorts.v1alpha1.LayoutImage.style":
    "documentary, aerial, still_life, isometric, archival, abstract or environmental.",
  "shorts.v1alpha1.LayoutImage.url":
    "Address.",
  "shorts.v1alpha1.LgaInfo":
    "One council. Plain fields: 0 and \"\" = unknown; optional fields are absent when unknown.",
  "shorts.v1alpha1.LgaInfo.area_sqkm":
    "Area, square km.",
  "shorts.v1alpha1.LgaInfo.asset_renewal_ratio":
    "Asset renewal ratio, percent.",
  "shorts.v1alpha1.LgaInfo.avg_household_size":
    "Persons a household.",
  "shorts.v1alpha1.LgaInfo.avg_rates":
    "Average residential rates, AUD a year.",
  "shorts.v1alpha1.LgaInfo.centroid_lat":
    "Latitude of the centre, degrees (south negative).",
  "shorts.v1alpha1.LgaInfo.centroid_lon":
    "Longitude of the centre, degrees.",
  "shorts.v1alpha1.LgaInfo.council_house_median":
    "Median price of houses in the council, AUD.",
  "shorts.v1alpha1.LgaInfo.council_house_median_period":
    "Period of that median; \"\" = none.",
  "shorts.v1alpha1.LgaInfo.display_name":
    "Name for people.",
  "shorts.v1alpha1.LgaInfo.dominant_share":
    "Share of the suburb's residents who live in this council, or of its area where the source measured areas, a fraction above 0 up to 1; absent where the source names the council without a share.",
  "shorts.v1alpha1.LgaInfo.erp_year":
    "Year of the resident estimate; 0 = unknown.",
  "shorts.v1alpha1.LgaInfo.fed_fag_aud":
    "Federal financial assistance grant, AUD.",
  "shorts.v1alpha1.LgaInfo.fed_fag_year":
    "Year of that grant.",
  "shorts.v1alpha1.LgaInfo.fin_source":
    "Source of the financial figures.",
  "shorts.v1alpha1.LgaInfo.fin_year":
    "Year of the financial figures.",
  "shorts.v1alpha1.LgaInfo.former_name":
    "Name that the council had before it was renamed; absent = none known.",
  "shorts.v1alpha1.LgaInfo.kind":
    "council, unincorporated or pseudo.",
  "shorts.v1alpha1.LgaInfo.lga_code":
    "Council code, 5 digits.",
  "shorts.v1alpha1.LgaInfo.lga_name":
    "Official name.",
  "shorts.v1alpha1.LgaInfo.median_age":
    "Median age, years.",
  "shorts.v1alpha1.LgaInfo.median_hhd_income":
    "Median household income, AUD a week.",
  "shorts.v1alpha1.LgaInfo.median_mortgage_monthly":
    "Median mortgage repayment, AUD a month.",
  "shorts.v1alpha1.LgaInfo.median_weekly_rent":
    "Median rent, AUD a week.",
  "shorts.v1alpha1.LgaInfo.op_surplus_ratio":
    "Operating surplus ratio, percent; may be negative.",
  "shorts.v1alpha1.LgaInfo.pct_rented":
    "Dwellings rented, percent 0..100.",
  "shorts.v1alpha1.LgaInfo.pop_growth_pct":
    "Growth of the population over a year, percent; may be negative.",
  "shorts.v1alpha1.LgaInfo.population":
    "Residents.",
  "shorts.v1alpha1.LgaInfo.seifa_irsad_decile":
    "Decile of relative advantage and disadvantage, 1 to 10.",
  "shorts.v1alpha1.LgaInfo.seifa_irsd_decile":
    "Decile of relative disadvantage, 1 to 10.",
  "shorts.v1alpha1.LgaInfo.slug":
    "Name for addresses of web pages.",
  "shorts.v1alpha1.LgaInfo.state_code":
    "State code.",
  "shorts.v1alpha1.LgaInfo.website":
    "Web site.",
  "shorts.v1alpha1.LgaInfo.wikidata_qid":
    "Wikidata item.",
  "shorts.v1alpha1.LgaOverlap":
    "Another council that a suburb reaches into.",
  "shorts.v1alpha1.LgaOverlap.display_name":
    "Name for people; the official name where the dataset has no other.",
  "shorts.v1alpha1.LgaOverlap.lga_code":
    "Council code, 5 digits.",
  "shorts.v1alpha1.LgaOverlap.share":
    "Share of the suburb's residents who live there, a fraction 0 to 1.",
  "shorts.v1alpha1.LgaOverlap.slug":
    "Name for addresses of web pages.",
  "shorts.v1alpha1.LgaOverlap.state_code":
    "State code.",
  "shorts.v1alpha1.ListAddressPriceDropsRequest":
    "Asks for addresses ranked by their total cut.",
  "shorts.v1alpha1.ListAddressPriceDropsRequest.limit":
    "Most rows wanted: default 50, maximum 200; above it the default applies.",
  "shorts.v1alpha1.ListAddressPriceDropsRequest.sort":
    "pct (default), abs or recent.",
  "shorts.v1alpha1.ListAddressPriceDropsRequest.state_code":
    "State; empty = the whole country.",
  "shorts.v1alpha1.ListAddressPriceDropsRequest.window_days":
    "Days back: default 90, maximum 365; above it the default applies.",
  "shorts.v1alpha1.ListAddressPriceDropsResponse":
    "The addresses found.",
  "shorts.v1alpha1.ListAddressPriceDropsResponse.addresses":
    "pct: drop_pct, drop_abs descending; abs: drop_abs, drop_pct descending; recent: last_observed_at, drop_pct descending; then address_key ascending.",
  "shorts.v1alpha1.ListAgencyPriceStatsRequest":
    "Asks for agencies.",
  "shorts.v1alpha1.ListAgencyPriceStatsRequest.limit":
    "Most rows wanted: default 20; above 100 it is clamped to 100.",
  "shorts.v1alpha1.ListAgencyPriceStatsRequest.sort":
    "drops (default), listings, avg_cut or value.",
  "shorts.v1alpha1.ListAgencyPriceStatsRequest.state_code":
    "State; empty = all states, one row each.",
  "shorts.v1alpha1.ListAgencyPriceStatsResponse":
    "The agencies found.",
  "shorts.v1alpha1.ListAgencyPriceStatsResponse.agencies":
    "drops: dropped_count, total_drop_value, active_listings; listings: active_listings, dropped_count; avg_cut: avg_drop_pct, dropped_count; value: total_drop_value, dropped_count; all descending, missing last; then source, agency_id, state_code ascending.",
  "shorts.v1alpha1.ListCouncilsRequest":
    "Which state.",
  "shorts.v1alpha1.ListCouncilsRequest.state_code":
    "State code; required.",
  "shorts.v1alpha1.ListCouncilsResponse":
    "The councils of a state.",
  "shorts.v1alpha1.ListCouncilsResponse.councils":
    "The councils, in the order of the method.",
  "shorts.v1alpha1.ListCouncilsResponse.lga_vintage":
    "Edition of the boundaries, the newest of the councils'; \"\" = not known.",
  "shorts.v1alpha1.ListCouncilsResponse.price_drops_as_of":
    "When the drop shares were computed; absent when no council has one.",
  "shorts.v1alpha1.ListCouncilsResponse.price_drops_data_through":
    "Newest observation behind them.",
  "shorts.v1alpha1.ListDistinctiveHoldingsRequest":
    "Which member.",
  "shorts.v1alpha1.ListDistinctiveHoldingsRequest.slug":
    "Slug.",
  "shorts.v1alpha1.ListDistinctiveHoldingsResponse":
    "The companies of one member.",
  "shorts.v1alpha1.ListDistinctiveHoldingsResponse.as_at":
    "When the register was last refreshed.",
  "shorts.v1alpha1.ListDistinctiveHoldingsResponse.canonical_slug":
    "The slug under which the person is kept.",
  "shorts.v1alpha1.ListDistinctiveHoldingsResponse.disclosure_note":
    "What short interest says and does not say; \"\" when no row has a percentage.",
  "shorts.v1alpha1.ListDistinctiveHoldingsResponse.holdings":
    "Fewest declarers first, then stock_code.",
  "shorts.v1alpha1.ListDistinctiveHoldingsResponse.more_count":
    "Companies beyond those listed.",
  "shorts.v1alpha1.ListDistinctiveHoldingsResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.ListEconomicSeriesRequest":
    "Filters are trimmed, lower-cased, compared exactly and combined with AND; empty = no restriction, so \"no product\" cannot be asked for.",
  "shorts.v1alpha1.ListEconomicSeriesRequest.after_key":
    "Only series whose key follows this one, trimmed and in lower case: the last key of one answer begins the next. Empty = from the first.",
  "shorts.v1alpha1.ListEconomicSeriesRequest.limit":
    "Most rows wanted: 0 or less = 200; above 500 = 500.",
  "shorts.v1alpha1.ListEconomicSeriesRequest.metric":
    "Metric; empty = all.",
  "shorts.v1alpha1.ListEconomicSeriesRequest.product":
    "Product; empty = all.",
  "shorts.v1alpha1.ListEconomicSeriesRequest.region_code":
    "Region code; empty = all.",
  "shorts.v1alpha1.ListEconomicSeriesRequest.region_type":
    "Region type; empty = all.",
  "shorts.v1alpha1.ListEconomicSeriesRequest.topic":
    "Topic; empty = all.",
  "shorts.v1alpha1.ListEconomicSeriesResponse":
    "The matching catalogue entries.",
  "shorts.v1alpha1.ListEconomicSeriesResponse.series":
    "series_key ascending in byte order. Series without observations are listed too.",
  "shorts.v1alpha1.ListEconomicSeriesResponse.total":
    "How many series match the filters, whatever the limit and after_key: more than were listed means that there are more.",
  "shorts.v1alpha1.ListEditorialTakesRequest":
    "Asks for takes.",
  "shorts.v1alpha1.ListEditorialTakesRequest.limit":
    "At most so many; 20 when it is 0 or less, and also when it is above 100.",
  "shorts.v1alpha1.ListEditorialTakesRequest.offset":
    "So many are passed over first.",
  "shorts.v1alpha1.ListEditorialTakesRequest.stock_code":
    "Stock, compared exactly; \"\" = all takes.",
  "shorts.v1alpha1.ListEditorialTakesResponse":
    "Takes.",
  "shorts.v1alpha1.ListEditorialTakesResponse.takes":
    "The newest first.",
  "shorts.v1alpha1.ListEditorialTakesResponse.total_count":
    "All published takes that match, whatever limit and offset.",
  "shorts.v1alpha1.ListHousingRegionsRequest":
    "Asks for regions.",
  "shorts.v1alpha1.ListHousingRegionsRequest.limit":
    "Most rows wanted: default 2000, maximum 5000; above it the default applies.",
  "shorts.v1alpha1.ListHousingRegionsRequest.query":
    "Part of the region name; empty = all.",
  "shorts.v1alpha1.ListHousingRegionsRequest.region_type":
    "national, state, gccsa, rest_of_state, suburb or lga; empty = all.",
  "shorts.v1alpha1.ListHousingRegionsRequest.state_code":
    "State; empty = all.",
  "shorts.v1alpha1.ListHousingRegionsResponse":
    "The regions found.",
  "shorts.v1alpha1.ListHousingRegionsResponse.regions":
    "region_name ascending, then region_code ascending.",
  "shorts.v1alpha1.ListIndicesRequest":
    "Nothing to ask.",
  "shorts.v1alpha1.ListIndicesResponse":
    "The indices.",
  "shorts.v1alpha1.ListIndicesResponse.indices":
    "By code.",
  "shorts.v1alpha1.ListPartyFundingRequest":
    "Which party group.",
  "shorts.v1alpha1.ListPartyFundingRequest.financial_year":
    "Label of the year of the payers; \"\" or one that the group lacks = its latest.",
  "shorts.v1alpha1.ListPartyFundingRequest.limit":
    "Most payers wanted in each list: default 25, at most 200.",
  "shorts.v1alpha1.ListPartyFundingRequest.party_group":
    "Party group, letter for letter.",
  "shorts.v1alpha1.ListPartyFundingResponse":
    "One party group over the years.",
  "shorts.v1alpha1.ListPartyFundingResponse.as_at":
    "When the returns were fetched.",
  "shorts.v1alpha1.ListPartyFundingResponse.attribution":
    "The credit that the licence asks for.",
  "shorts.v1alpha1.ListPartyFundingResponse.branch_names":
    "Branches whose returns the series sums, ascending.",
  "shorts.v1alpha1.ListPartyFundingResponse.censoring_note":
    "What is not published.",
  "shorts.v1alpha1.ListPartyFundingResponse.financial_year":
    "The year of the payers.",
  "shorts.v1alpha1.ListPartyFundingResponse.listed_company_payers":
    "Those of all payers that are listed companies, in the same order.",
  "shorts.v1alpha1.ListPartyFundingResponse.party_group":
    "The group asked for.",
  "shorts.v1alpha1.ListPartyFundingResponse.reform_note":
    "What changes on 1 January 2027.",
  "shorts.v1alpha1.ListPartyFundingResponse.series":
    "Years ascending.",
  "shorts.v1alpha1.ListPartyFundingResponse.source_licence":
    "Licence of the returns.",
  "shorts.v1alpha1.ListPartyFundingResponse.top_donors":
    "Amount descending, then normalised name.",
  "shorts.v1alpha1.ListPartyFundingResponse.verbatim_note":
    "How the figures are given.",
  "shorts.v1alpha1.ListPoliticianStocksRequest":
    "How many companies.",
  "shorts.v1alpha1.ListPoliticianStocksRequest.current_only":
    "Leave out what is no longer declared.",
  "shorts.v1alpha1.ListPoliticianStocksRequest.limit":
    "Most rows wanted: default 50, at most 200.",
  "shorts.v1alpha1.ListPoliticianStocksResponse":
    "Declared companies.",
  "shorts.v1alpha1.ListPoliticianStocksResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.ListPoliticianStocksResponse.stocks":
    "People descending, then stock_code.",
  "shorts.v1alpha1.ListPoliticianSummariesRequest":
    "Filters are combined; an empty one restricts nothing.",
  "shorts.v1alpha1.ListPoliticianSummariesRequest.chamber":
    "`house` or `senate`.",
  "shorts.v1alpha1.ListPoliticianSummariesRequest.item_no":
    "Members with a row of this item now; outside 1..14 = all.",
  "shorts.v1alpha1.ListPoliticianSummariesRequest.limit":
    "Most rows wanted: default 50, at most 200.",
  "shorts.v1alpha1.ListPoliticianSummariesRequest.offset":
    "Rows to leave out first.",
  "shorts.v1alpha1.ListPoliticianSummariesRequest.party_ab":
    "Party, abbreviated.",
  "shorts.v1alpha1.ListPoliticianSummariesRequest.query":
    "Part of the name as shown, any case.",
  "shorts.v1alpha1.ListPoliticianSummariesRequest.sort":
    "Order.",
  "shorts.v1alpha1.ListPoliticianSummariesRequest.state_code":
    "State or territory.",
  "shorts.v1alpha1.ListPoliticianSummariesResponse":
    "One page of summaries.",
  "shorts.v1alpha1.ListPoliticianSummariesResponse.as_at":
    "When the register was last refreshed.",
  "shorts.v1alpha1.ListPoliticianSummariesResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.ListPoliticianSummariesResponse.summaries":
    "In the order asked for.",
  "shorts.v1alpha1.ListPoliticianSummariesResponse.total":
    "Members that match, on all pages.",
  "shorts.v1alpha1.ListPoliticiansRequest":
    "Filters are combined; an empty one restricts nothing.",
  "shorts.v1alpha1.ListPoliticiansRequest.chamber":
    "`house` or `senate`.",
  "shorts.v1alpha1.ListPoliticiansRequest.limit":
    "Most rows wanted: default 100, at most 500.",
  "shorts.v1alpha1.ListPoliticiansRequest.offset":
    "Rows to leave out first.",
  "shorts.v1alpha1.ListPoliticiansRequest.party_ab":
    "Party, abbreviated.",
  "shorts.v1alpha1.ListPoliticiansRequest.query":
    "Part of the name as shown, any case.",
  "shorts.v1alpha1.ListPoliticiansRequest.state_code":
    "State or territory.",
  "shorts.v1alpha1.ListPoliticiansResponse":
    "One page of members.",
  "shorts.v1alpha1.ListPoliticiansResponse.politicians":
    "Surname, given names, slug ascending.",
  "shorts.v1alpha1.ListPoliticiansResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.ListPoliticiansResponse.total":
    "Members that match, on all pages.",
  "shorts.v1alpha1.ListRegisterChangesRequest":
    "Filters are combined; an empty one restricts nothing.",
  "shorts.v1alpha1.ListRegisterChangesRequest.chamber":
    "`house` or `senate`.",
  "shorts.v1alpha1.ListRegisterChangesRequest.item_no":
    "Item; outside 1..14 = all.",
  "shorts.v1alpha1.ListRegisterChangesRequest.kind":
    "Additions, removals or both.",
  "shorts.v1alpha1.ListRegisterChangesRequest.limit":
    "Most rows wanted: default 100, at most 500.",
  "shorts.v1alpha1.ListRegisterChangesRequest.offset":
    "Rows to leave out first.",
  "shorts.v1alpha1.ListRegisterChangesRequest.party_ab":
    "Party, abbreviated.",
  "shorts.v1alpha1.ListRegisterChangesRequest.politician_slug":
    "Slug of a member.",
  "shorts.v1alpha1.ListRegisterChangesRequest.since":
    "Changes on or after the UTC day of this instant.",
  "shorts.v1alpha1.ListRegisterChangesRequest.stock_code":
    "Ticker.",
  "shorts.v1alpha1.ListRegisterChangesResponse":
    "One page of changes.",
  "shorts.v1alpha1.ListRegisterChangesResponse.as_at":
    "When the register was last refreshed.",
  "shorts.v1alpha1.ListRegisterChangesResponse.events":
    "Newest first.",
  "shorts.v1alpha1.ListRegisterChangesResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.ListRegisterChangesResponse.total":
    "Changes that match, on all pages.",
  "shorts.v1alpha1.ListReportsRequest":
    "Asks for the list of reports.",
  "shorts.v1alpha1.ListReportsRequest.limit":
    "At most so many; 0 or less = 24, above 100 it is 100.",
  "shorts.v1alpha1.ListReportsRequest.report_type":
    "`weekly`, `monthly`, `yearly`; \"\" or `all` = all. Trimmed and lower-cased.",
  "shorts.v1alpha1.ListReportsResponse":
    "Reports.",
  "shorts.v1alpha1.ListReportsResponse.reports":
    "The newest first.",
  "shorts.v1alpha1.ListSeriesCorrelationsRequest":
    "Asks which series moved with a base series.",
  "shorts.v1alpha1.ListSeriesCorrelationsRequest.base_series_key":
    "Key of a `markets.*` series, trimmed and lower-cased; required.",
  "shorts.v1alpha1.ListSeriesCorrelationsRequest.limit":
    "Most rows wanted: 0 = 100; above 250 = 250; negative is invalid_argument.",
  "shorts.v1alpha1.ListSeriesCorrelationsRequest.min_abs_r":
    "Smallest |r| wanted, inclusive; finite, 0 to 1. Default 0.",
  "shorts.v1alpha1.ListSeriesCorrelationsRequest.window_months":
    "Aligned months to use: 0 = 24; 12 to 120, both inclusive, are answered; negative is invalid_argument.",
  "shorts.v1alpha1.ListSeriesCorrelationsResponse":
    "The correlations found.",
  "shorts.v1alpha1.ListSeriesCorrelationsResponse.correlations":
    "|r| descending, then overlay_series_key ascending.",
  "shorts.v1alpha1.ListSeriesCorrelationsResponse.renamed_base":
    "The base when it was asked for under an earlier spelling, and how it is spelled now.",
  "shorts.v1alpha1.ListShortInterestOverlapRequest":
    "From which percentage.",
  "shorts.v1alpha1.ListShortInterestOverlapRequest.limit":
    "Most rows wanted: default 50, at most 200.",
  "shorts.v1alpha1.ListShortInterestOverlapRequest.min_short_percent":
    "Least short interest in percent; 0 or less = 2.",
  "shorts.v1alpha1.ListShortInterestOverlapResponse":
    "Companies that are both.",
  "shorts.v1alpha1.ListShortInterestOverlapResponse.disclosure_note":
    "What the two disclosures say and do not say; always there.",
  "shorts.v1alpha1.ListShortInterestOverlapResponse.overlaps":
    "Short interest descending, then stock_code.",
  "shorts.v1alpha1.ListShortInterestOverlapResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.ListStateCompaniesRequest":
    "Asks for the companies of one state.",
  "shorts.v1alpha1.ListStateCompaniesRequest.limit":
    "Most rows wanted: 0 or less = 10; above 50 = 50.",
  "shorts.v1alpha1.ListStateCompaniesRequest.state":
    "One of nsw, vic, qld, sa, wa, tas, nt, act, or a full name, in any case, trimmed; required.",
  "shorts.v1alpha1.ListStateCompaniesResponse":
    "The companies found.",
  "shorts.v1alpha1.ListStateCompaniesResponse.companies":
    "weight * market_cap descending, then weight descending, then stock_code ascending.",
  "shorts.v1alpha1.ListStatePoliticianHoldingsRequest":
    "Which state.",
  "shorts.v1alpha1.ListStatePoliticianHoldingsRequest.limit":
    "Most rows wanted: default 20, at most 100.",
  "shorts.v1alpha1.ListStatePoliticianHoldingsRequest.state_code":
    "One of the eight.",
  "shorts.v1alpha1.ListStatePoliticianHoldingsResponse":
    "What its members declare now.",
  "shorts.v1alpha1.ListStatePoliticianHoldingsResponse.politician_count":
    "Members of the state who declare a listed company now.",
  "shorts.v1alpha1.ListStatePoliticianHoldingsResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.ListStatePoliticianHoldingsResponse.state_code":
    "State.",
  "shorts.v1alpha1.ListStatePoliticianHoldingsResponse.stocks":
    "People descending, then stock_code.",
  "shorts.v1alpha1.ListStateSuburbsRequest":
    "Asks for the suburbs of a state.",
  "shorts.v1alpha1.ListStateSuburbsRequest.limit":
    "Most rows wanted: default 5000, maximum 20000; above it the default applies.",
  "shorts.v1alpha1.ListStateSuburbsRequest.query":
    "Part of the suburb name; empty = all.",
  "shorts.v1alpha1.ListStateSuburbsRequest.state_code":
    "State; required.",
  "shorts.v1alpha1.ListStateSuburbsResponse":
    "The suburbs found.",
  "shorts.v1alpha1.ListStateSuburbsResponse.suburbs":
    "sal_name ascending, then sal_code ascending.",
  "shorts.v1alpha1.ListStockPoliticiansRequest":
    "Which company.",
  "shorts.v1alpha1.ListStockPoliticiansRequest.current_only":
    "Leave out what is no longer declared.",
  "shorts.v1alpha1.ListStockPoliticiansRequest.stock_code":
    "Ticker.",
  "shorts.v1alpha1.ListStockPoliticiansResponse":
    "Who declares it.",
  "shorts.v1alpha1.ListStockPoliticiansResponse.company_name":
    "Name; \"\" for a code that the company table lacks.",
  "shorts.v1alpha1.ListStockPoliticiansResponse.interests":
    "By name of the member, then current rows first, then the newest.",
  "shorts.v1alpha1.ListStockPoliticiansResponse.party_counts":
    "The same by party: people descending, then abbreviation.",
  "shorts.v1alpha1.ListStockPoliticiansResponse.politician_count":
    "Different people.",
  "shorts.v1alpha1.ListStockPoliticiansResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.ListStockPoliticiansResponse.stock_code":
    "Ticker asked for.",
  "shorts.v1alpha1.ListSuburbDropListingsRequest":
    "Asks for the cut listings of one suburb. One of the two codes is required; given both, both must match.",
  "shorts.v1alpha1.ListSuburbDropListingsRequest.limit":
    "Most rows wanted: default 30, maximum 200; above it the default applies.",
  "shorts.v1alpha1.ListSuburbDropListingsRequest.region_code":
    "Region code.",
  "shorts.v1alpha1.ListSuburbDropListingsRequest.sal_code":
    "Statistical suburb code.",
  "shorts.v1alpha1.ListSuburbDropListingsRequest.window_days":
    "Days back: default 30, maximum 365; above it the default applies.",
  "shorts.v1alpha1.ListSuburbDropListingsResponse":
    "The listings found.",
  "shorts.v1alpha1.ListSuburbDropListingsResponse.listings":
    "drop_pct descending, observed_at descending, address_key ascending.",
  "shorts.v1alpha1.ListSuburbPoliticiansRequest":
    "Which suburb.",
  "shorts.v1alpha1.ListSuburbPoliticiansRequest.sal_code":
    "Suburb code.",
  "shorts.v1alpha1.ListSuburbPoliticiansResponse":
    "Who declares real estate there.",
  "shorts.v1alpha1.ListSuburbPoliticiansResponse.declaring_member_count":
    "Different people.",
  "shorts.v1alpha1.ListSuburbPoliticiansResponse.properties":
    "By name of the member, then current rows first, then the newest.",
  "shorts.v1alpha1.ListSuburbPoliticiansResponse.sal_code":
    "Suburb code.",
  "shorts.v1alpha1.ListSuburbPoliticiansResponse.source_licence":
    "Terms of the register.",
  "shorts.v1alpha1.ListSuburbPoliticiansResponse.state_code":
    "State.",
  "shorts.v1alpha1.ListSuburbPoliticiansResponse.suburb_name":
    "Name.",
  "shorts.v1alpha1.ListSuburbPriceDropsRequest":
    "Asks for suburbs ranked by cuts.",
  "shorts.v1alpha1.ListSuburbPriceDropsRequest.limit":
    "Most rows wanted: default 50, maximum 500; above it the default applies.",
  "shorts.v1alpha1.ListSuburbPriceDropsRequest.sort":
    "count (default), avg, max, asking, sold or share.",
  "shorts.v1alpha1.ListSuburbPriceDropsRequest.state_code":
    "State; empty = the whole country.",
  "shorts.v1alpha1.ListSuburbPriceDropsRequest.window_days":
    "Reserved and ignored: the window is always 30 days.",
  "shorts.v1alpha1.ListSuburbPriceDropsResponse":
    "The suburbs found.",
  "shorts.v1alpha1.ListSuburbPriceDropsResponse.as_of":
    "When the older of the two joined aggregates was computed; absent = not recorded.",
  "shorts.v1alpha1.ListSuburbPriceDropsResponse.data_through":
    "The older of their newest observations; absent = not recorded.",
  "shorts.v1alpha1.ListSuburbPriceDropsResponse.suburbs":
    "Descending by dropped_listing_count, avg_drop_pct, max_drop_pct, avg_asking, avg_sold or dropped_share as sort asks, missing last, then region_code ascending. Under share, suburbs with fewer than 20 active addresses come after all others.",
  "shorts.v1alpha1.ListTopDonorsRequest":
    "Which payers.",
  "shorts.v1alpha1.ListTopDonorsRequest.financial_year":
    "Label of the year, verbatim; \"\" or one that is not held = the latest.",
  "shorts.v1alpha1.ListTopDonorsRequest.limit":
    "Most rows wanted: default 50, at most 200.",
  "shorts.v1alpha1.ListTopDonorsRequest.offset":
    "Rows to leave out first.",
  "shorts.v1alpha1.ListTopDonorsRequest.party_group":
    "Party group, letter for letter; \"\" = all.",
  "shorts.v1alpha1.ListTopDonorsResponse":
    "One page of payers.",
  "shorts.v1alpha1.ListTopDonorsResponse.as_at":
    "When the returns were fetched.",
  "shorts.v1alpha1.ListTopDonorsResponse.attribution":
    "The credit that the licence asks for.",
  "shorts.v1alpha1.ListTopDonorsResponse.censoring_note":
    "What is not published.",
  "shorts.v1alpha1.ListTopDonorsResponse.donors":
    "Amount descending, then normalised name.",
  "shorts.v1alpha1.ListTopDonorsResponse.financial_year":
    "The year served.",
  "shorts.v1alpha1.ListTopDonorsResponse.party_group":
    "The group asked for.",
  "shorts.v1alpha1.ListTopDonorsResponse.reform_note":
    "What changes on 1 January 2027.",
  "shorts.v1alpha1.ListTopDonorsResponse.scope_note":
    "Whose payers these are.",
  "shorts.v1alpha1.ListTopDonorsResponse.source_licence":
    "Licence of the returns.",
  "shorts.v1alpha1.ListTopDonorsResponse.total":
    "Payers on all pages.",
  "shorts.v1alpha1.ListTopDonorsResponse.verbatim_note":
    "How the figures are given.",
  "shorts.v1alpha1.MarketService":
    "Short positions of every listed security, by day.\n\nA limit or offset outside its range is refused, not clamped; 0 and absent mean the default. A period is one of 1D, 1W, 1M, 3M, 6M, 1Y, 2Y, 5Y, 10Y and MAX (100 years) in either case. Its window is anchored on the newest stored date, not on today, and begins after that date minus the period, so that a lagging feed narrows nothing. A stock code is trimmed, upper-cased and then three to six letters or digits. \"Ordinary\" is the security_type of Stock. Ties are broken by code.",
  "shorts.v1alpha1.MarketService.GetAvailableDates":
    "Dates with a report, newest first.\n\ninvalid_argument: a limit outside 0..1000; a before that is no date.",
  "shorts.v1alpha1.MarketService.GetBattlegroundStocks":
    "Where shorts are fought over: securities with at least 1 % short, by squeeze or by divergence score.\n\nA security whose newest report is more than six months older than the newest date is left out. total_count is the number of rows of the view, whatever the page. invalid_argument: an unknown view; a limit outside 0..100; a negative offset.",
  "shorts.v1alpha1.MarketService.GetIndexSeries":
    "Levels of an index over a window.\n\nThe period defaults to 1Y when neither from nor to is given, and is ignored when either is. Thinning keeps both ends. invalid_argument: no code; an unknown period; a malformed date; to before from; a negative max_points. not_found: an unknown code.",
  "shorts.v1alpha1.MarketService.GetIndustryTreeMap":
    "Short positions by industry.\n\nOrdinary lines of known companies with an industry, whose latest percent in the window is above 0 and reported within six months of the newest date. Here the window includes its first day, and MAX is ten years; all other periods are as long as they say. invalid_argument: an unknown period or view mode; a limit outside 0..500.",
  "shorts.v1alpha1.MarketService.GetMarketByDate":
    "Every position of one report, percent descending.\n\nSecurities that left the exchange since are there. Sizes use prices on or before the date. A date without a report succeeds without stocks and with its neighbours. Filters apply before paging, and total_count counts what they leave. invalid_argument: a date that is missing or none; a limit outside 0..1000; a negative offset.",
  "shorts.v1alpha1.MarketService.GetShortCampaignScoreboard":
    "The largest peaks of short interest of the past three years, and how prices went on.\n\nOrdinary lines only. Totals and win rates are over the whole filtered set, whatever the page. invalid_argument: a limit outside 0..100; a negative offset.",
  "shorts.v1alpha1.MarketService.GetTopShorts":
    "The most shorted securities, or the named ones, with their points over a period.\n\nThe ranking takes of each code the newest row above 0 % of the past month (dated later than one month before the newest date), ordinary lines only. A ranked code with fewer than two points in the window is left out of the answer unless summaries are asked for, so page on offset and not on length. Points are rows above 0 %, oldest first, never bucketed. Named codes come in the order of the request, without points where there are none; unknown ones are missing. invalid_argument: an unknown period; a limit outside 0..1000; a negative offset; a malformed code.",
  "shorts.v1alpha1.MarketService.ListIndices":
    "The indices and what each covers, by code.",
  "shorts.v1alpha1.MemberAnnualReturn":
    "A member's annual return.",
  "shorts.v1alpha1.MemberAnnualReturn.chamber":
    "`house` or `senate`.",
  "shorts.v1alpha1.MemberAnnualReturn.donor_count":
    "Donors as the return declares them.",
  "shorts.v1alpha1.MemberAnnualReturn.financial_year":
    "Label of the year, verbatim.",
  "shorts.v1alpha1.MemberAnnualReturn.financial_year_end":
    "Calendar year in which it ends.",
  "shorts.v1alpha1.MemberAnnualReturn.member_name":
    "Name as lodged.",
  "shorts.v1alpha1.MemberAnnualReturn.return_type":
    "Type of return, verbatim.",
  "shorts.v1alpha1.MemberAnnualReturn.source_url":
    "Where it is published.",
  "shorts.v1alpha1.MemberAnnualReturn.total_donations_cents":
    "Donations as the return declares them, in cents.",
  "shorts.v1alpha1.MetricProvenance":
    "Where the values of some metrics come from. How each is made stands in DescribeMetrics of terrace.v1.",
  "shorts.v1alpha1.MetricProvenance.metric_keys":
    "Keys of the metrics, as in GetSuburbMetricColumns, in the order of the registry.",
  "shorts.v1alpha1.MetricProvenance.source_ids":
    "Ids of their sources; empty when the dataset does not say.",
  "shorts.v1alpha1.NewlyDeclaredCompany":
    "A company that nobody declared before the window. It is withheld when any row that names it has no known start.",
  "shorts.v1alpha1.NewlyDeclaredCompany.company_name":
    "Name.",
  "shorts.v1alpha1.NewlyDeclaredCompany.declarer_count":
    "People who declare it now.",
  "shorts.v1alpha1.NewlyDeclaredCompany.first_declared_on":
    "Day of the first declaration.",
  "shorts.v1alpha1.NewlyDeclaredCompany.industry":
    "Industry.",
  "shorts.v1alpha1.NewlyDeclaredCompany.stock_code":
    "Ticker.",
  "shorts.v1alpha1.NewsArticle":
    "One article about one stock.",
  "shorts.v1alpha1.NewsArticle.headline":
    "Headline.",
  "shorts.v1alpha1.NewsArticle.id":
    "Id, a UUID.",
  "shorts.v1alpha1.NewsArticle.image_url":
    "Picture; \"\" when there is none.",
  "shorts.v1alpha1.NewsArticle.is_price_sensitive":
    "True when the exchange marked it so.",
  "shorts.v1alpha1.NewsArticle.published_at":
    "When it was published; absent when unknown.",
  "shorts.v1alpha1.NewsArticle.relevance_score":
    "How much it is about the stock, from 0 to 1.",
  "shorts.v1alpha1.NewsArticle.sentiment":
    "`positive`, `negative` or `neutral`; \"\" when unknown.",
  "shorts.v1alpha1.NewsArticle.source":
    "Outlet, a lower-case key such as `asx`.",
  "shorts.v1alpha1.NewsArticle.stock_code":
    "Stock it is about.",
  "shorts.v1alpha1.NewsArticle.summary":
    "A sentence or two; \"\" when there is none.",
  "shorts.v1alpha1.NewsArticle.syndicated_sources":
    "The different outlets of the cluster's other articles, ascending. Always empty in GetRelatedNews.",
  "shorts.v1alpha1.NewsArticle.syndication_count":
    "Articles of the cluster, this one included; 1 when it is not syndicated. Always 1 in GetRelatedNews.",
  "shorts.v1alpha1.NewsArticle.tags":
    "Subjects.",
  "shorts.v1alpha1.NewsArticle.url":
    "Where it can be read.",
  "shorts.v1alpha1.NewsService":
    "News about listed companies, and editorial takes.\n\nSyndication. Articles of one stock are gathered into clusters when a snapshot is built. Going through them oldest first (then by id), an article joins the oldest cluster whose first article is at most 12 hours older and has a like headline, else it begins one. Headlines are alike when their sets of neighbouring word pairs (lower case, letters and digits only; a headline of one word is that word) have at least half of their union in common. The first article is the cluster's primary. GetStockNews and GetMarketNews give primaries only.\n\nTexts. Headlines, summaries and tags are plain text, never markup: control characters and marks that turn the direction of text are taken out when a snapshot is built, everything else is as the outlet wrote it, so a page must escape it. Links are http or https.",
  "shorts.v1alpha1.NewsService.GetEditorialTake":
    "One published take by its slug.\n\ninvalid_argument: an empty slug. not_found: no published take has the slug; drafts, and takes dated after the snapshot, are not in it.",
  "shorts.v1alpha1.NewsService.GetMarketNews":
    "The newest articles about all stocks, ordered and filtered as in GetStockNews.\n\ninvalid_argument: a limit outside 0..200.",
  "shorts.v1alpha1.NewsService.GetRelatedNews":
    "The articles whose words are nearest to those of one article, nearest first.\n\nThe anchor is article_id, or the newest primary of the stock. Candidates are the primaries of all stocks but the anchor itself. Nearness is lexical and computed when a snapshot is built: headline (counted twice) and summary are split into words (letters and digits, lower case, accents taken off, at least 2 characters, common English words left out); a word weighs (1 + ln(count)) * ln(1 + N / n), N being all articles and n those with the word, and is left out where n is above both 50 and a fiftieth of N; an article keeps its 16 heaviest words (then the alphabet), and nearness is the cosine of the kept weights, in whole billionths. Ties: newer first, then id. Articles without a kept word in common are not related. An unknown anchor, and a stock without articles, give an empty list. invalid_argument: an empty stock_code.",
  "shorts.v1alpha1.NewsService.GetStockNews":
    "The newest articles about one stock: published_at descending, then id ascending.\n\nFilters are exact and case-sensitive, look at the primary alone and must all hold. Nothing found, and an unknown stock, give an empty list. invalid_argument: a stock_code that is empty or not 3 to 6 letters and digits; a limit outside 0..100.",
  "shorts.v1alpha1.NewsService.ListEditorialTakes":
    "Published takes: published_at descending, then slug ascending.\n\ninvalid_argument: a negative offset.",
  "shorts.v1alpha1.PartyCount":
    "People of one party.",
  "shorts.v1alpha1.PartyCount.party":
    "Party, full name.",
  "shorts.v1alpha1.PartyCount.party_ab":
    "Party, abbreviated; \"\" = not recorded.",
  "shorts.v1alpha1.PartyCount.politician_count":
    "People, not rows.",
  "shorts.v1alpha1.PartyFundingSummary":
    "The funding of one party group in one financial year. The recipients' side (itemised receipts) and the donors' side (declared donations) are lodged by different people and do not reconcile.",
  "shorts.v1alpha1.PartyFundingSummary.declared_donations_cents":
    "Their sum in cents.",
  "shorts.v1alpha1.PartyFundingSummary.distinct_donor_count":
    "Different donors by normalised name.",
  "shorts.v1alpha1.PartyFundingSummary.distinct_payer_count":
    "Different payers by normalised name.",
  "shorts.v1alpha1.PartyFundingSummary.donation_count":
    "Donations that donors declare.",
  "shorts.v1alpha1.PartyFundingSummary.financial_year":
    "Label of the year, verbatim.",
  "shorts.v1alpha1.PartyFundingSummary.financial_year_end":
    "Calendar year in which it ends.",
  "shorts.v1alpha1.PartyFundingSummary.itemised_receipt_count":
    "Receipts listed one by one.",
  "shorts.v1alpha1.PartyFundingSummary.itemised_receipts_cents":
    "Their sum in cents.",
  "shorts.v1alpha1.PartyFundingSummary.listed_donor_cents":
    "Their donations in cents.",
  "shorts.v1alpha1.PartyFundingSummary.listed_donor_count":
    "Those whose name is that of one listed company.",
  "shorts.v1alpha1.PartyFundingSummary.listed_payer_cents":
    "Their receipts in cents.",
  "shorts.v1alpha1.PartyFundingSummary.listed_payer_count":
    "Those whose name is that of one listed company.",
  "shorts.v1alpha1.PartyFundingSummary.party_group":
    "Party group; a party without one stands under its own name.",
  "shorts.v1alpha1.PartyFundingSummary.party_return_count":
    "Annual returns of branches.",
  "shorts.v1alpha1.PartyFundingSummary.post_reform_scheme":
    "The year ends in 2027 or later, under the scheme of 1 January 2027.",
  "shorts.v1alpha1.PartyFundingSummary.threshold_censored":
    "Amounts below the disclosure threshold are not in it; always true.",
  "shorts.v1alpha1.PartyFundingSummary.total_debts_cents":
    "Debts as the returns declare them, in cents.",
  "shorts.v1alpha1.PartyFundingSummary.total_payments_cents":
    "Payments as the returns declare them, in cents.",
  "shorts.v1alpha1.PartyFundingSummary.total_receipts_cents":
    "Receipts as the returns declare them, in cents.",
  "shorts.v1alpha1.PartyIndustryCell":
    "People of a party who declare companies of an industry.",
  "shorts.v1alpha1.PartyIndustryCell.companies":
    "Different companies.",
  "shorts.v1alpha1.PartyIndustryCell.industry":
    "Industry.",
  "shorts.v1alpha1.PartyIndustryCell.party_ab":
    "Party, abbreviated; \"\" = not recorded.",
  "shorts.v1alpha1.PartyIndustryCell.people":
    "Different people.",
  "shorts.v1alpha1.PartyPeople":
    "A party over all industries.",
  "shorts.v1alpha1.PartyPeople.party_ab":
    "Party, abbreviated; \"\" = not recorded.",
  "shorts.v1alpha1.PartyPeople.people":
    "Different people.",
  "shorts.v1alpha1.PeerStock":
    "Figures of a company beside its peers; 0 unknown.",
  "shorts.v1alpha1.PeerStock.company_name":
    "Company or product name.",
  "shorts.v1alpha1.PeerStock.dividend_yield":
    "Dividends of a year over the price, percent.",
  "shorts.v1alpha1.PeerStock.industry":
    "Industry group.",
  "shorts.v1alpha1.PeerStock.logo_url":
    "Logo address.",
  "shorts.v1alpha1.PeerStock.market_cap":
    "Market capitalisation, AUD, as the company list has it.",
  "shorts.v1alpha1.PeerStock.pe_ratio":
    "Price over earnings.",
  "shorts.v1alpha1.PeerStock.price_change_1m":
    "Change of the price over a month, percent, of stocks in the screener.",
  "shorts.v1alpha1.PeerStock.short_position_percent":
    "Percent of the shares on issue held short, of the newest row.",
  "shorts.v1alpha1.PeerStock.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.Politician":
    "A member or senator, present or former, as of the newest term held.",
  "shorts.v1alpha1.Politician.aph_mpid":
    "Id of the parliament's own web site; \"\" = unknown.",
  "shorts.v1alpha1.Politician.chamber":
    "`house` or `senate`; \"\" without a term.",
  "shorts.v1alpha1.Politician.declared_listed_count":
    "Different listed companies ever declared. Current ones are counted in PoliticianSummary.",
  "shorts.v1alpha1.Politician.declared_property_count":
    "Different suburbs in which real estate was ever declared.",
  "shorts.v1alpha1.Politician.display_name":
    "Name as shown.",
  "shorts.v1alpha1.Politician.division":
    "Electoral division of a member of the House; \"\" for senators.",
  "shorts.v1alpha1.Politician.first_parliament":
    "First parliament sat in; 0 = unknown.",
  "shorts.v1alpha1.Politician.given_names":
    "Given names.",
  "shorts.v1alpha1.Politician.honorific":
    "Such as `Hon.`; \"\" when none is known.",
  "shorts.v1alpha1.Politician.last_parliament":
    "Last parliament sat in; 0 = unknown.",
  "shorts.v1alpha1.Politician.party":
    "Party, full name; where no term records one, that of the member's division. \"\" = not recorded.",
  "shorts.v1alpha1.Politician.party_ab":
    "Party, abbreviated; \"\" = not recorded, which is no party.",
  "shorts.v1alpha1.Politician.photo_author":
    "Its author.",
  "shorts.v1alpha1.Politician.photo_licence":
    "Licence of the portrait.",
  "shorts.v1alpha1.Politician.photo_source_url":
    "Where it was published.",
  "shorts.v1alpha1.Politician.photo_url":
    "Portrait. The four photo fields travel together: all are \"\" when the licence or the source is missing.",
  "shorts.v1alpha1.Politician.slug":
    "Key of the person, given once; never derive it from a name.",
  "shorts.v1alpha1.Politician.state_code":
    "State or territory that is represented.",
  "shorts.v1alpha1.Politician.surname":
    "Surname.",
  "shorts.v1alpha1.PoliticianDeclaration":
    "A declaration and who made it.",
  "shorts.v1alpha1.PoliticianDeclaration.interest":
    "What is declared.",
  "shorts.v1alpha1.PoliticianDeclaration.politician":
    "The member.",
  "shorts.v1alpha1.PoliticianOnlyCompany":
    "A company that one of them has ever declared.",
  "shorts.v1alpha1.PoliticianOnlyCompany.company_name":
    "Name.",
  "shorts.v1alpha1.PoliticianOnlyCompany.currently_declared":
    "Whether it is declared now.",
  "shorts.v1alpha1.PoliticianOnlyCompany.holders":
    "For whom it is declared, ascending.",
  "shorts.v1alpha1.PoliticianOnlyCompany.industry":
    "Industry.",
  "shorts.v1alpha1.PoliticianOnlyCompany.stock_code":
    "Ticker.",
  "shorts.v1alpha1.PoliticianStockRollup":
    "A listed company and who declares it.",
  "shorts.v1alpha1.PoliticianStockRollup.company_name":
    "Name; \"\" for a code that the company table lacks.",
  "shorts.v1alpha1.PoliticianStockRollup.industry":
    "Industry.",
  "shorts.v1alpha1.PoliticianStockRollup.party_counts":
    "The same by party: people descending, then abbreviation.",
  "shorts.v1alpha1.PoliticianStockRollup.politician_count":
    "People who declare it.",
  "shorts.v1alpha1.PoliticianStockRollup.short_percent":
    "The company's own reported short interest, in percent of its shares: the newest figure above 0 of the past month, that is dated later than one month before the newest report of any company; 0 = none.",
  "shorts.v1alpha1.PoliticianStockRollup.stock_code":
    "Ticker.",
  "shorts.v1alpha1.PoliticianSummary":
    "Counts of one member's declarations.",
  "shorts.v1alpha1.PoliticianSummary.changes_90d":
    "Known starts and ends on or after the day 90 days before the last refresh.",
  "shorts.v1alpha1.PoliticianSummary.distinct_company_count":
    "Different listed companies declared now.",
  "shorts.v1alpha1.PoliticianSummary.gifts_travel_count":
    "Rows of items 11 and 12 declared now.",
  "shorts.v1alpha1.PoliticianSummary.item_counts":
    "14 rows, item 1 to 14.",
  "shorts.v1alpha1.PoliticianSummary.liability_count":
    "Rows of item 6 declared now.",
  "shorts.v1alpha1.PoliticianSummary.politician":
    "The member.",
  "shorts.v1alpha1.PoliticianSummary.property_count":
    "Rows of item 3 declared now.",
  "shorts.v1alpha1.PoliticianSummary.trend":
    "Twelve months that end with that of the last refresh, oldest first.",
  "shorts.v1alpha1.PoliticianSummary.undated_count":
    "Rows declared now without a known start; they have no place in `trend`.",
  "shorts.v1alpha1.PoliticianSummarySort":
    "Order of summaries. Numbers descend; ties stand in order of name.",
  "shorts.v1alpha1.PoliticianSummarySort.POLITICIAN_SUMMARY_SORT_COMPANIES":
    "Listed companies declared now.",
  "shorts.v1alpha1.PoliticianSummarySort.POLITICIAN_SUMMARY_SORT_DECLARED_ITEMS":
    "Rows declared now.",
  "shorts.v1alpha1.PoliticianSummarySort.POLITICIAN_SUMMARY_SORT_NAME":
    "Surname, given names, slug, ascending.",
  "shorts.v1alpha1.PoliticianSummarySort.POLITICIAN_SUMMARY_SORT_PROPERTIES":
    "Properties declared now.",
  "shorts.v1alpha1.PoliticianSummarySort.POLITICIAN_SUMMARY_SORT_RECENT_CHANGES":
    "Changes of the last 90 days.",
  "shorts.v1alpha1.PoliticianTerm":
    "A seat held in one parliament.",
  "shorts.v1alpha1.PoliticianTerm.chamber":
    "`house` or `senate`.",
  "shorts.v1alpha1.PoliticianTerm.division":
    "Electoral division; \"\" for senators.",
  "shorts.v1alpha1.PoliticianTerm.parliament":
    "Number of the parliament.",
  "shorts.v1alpha1.PoliticianTerm.party":
    "Party, full name.",
  "shorts.v1alpha1.PoliticianTerm.party_ab":
    "Party, abbreviated.",
  "shorts.v1alpha1.PoliticianTerm.state_code":
    "State or territory.",
  "shorts.v1alpha1.PoliticiansService":
    "Federal members and senators, what they declare, and the money that parties report.\n\nTwo data sets stand behind this service and share nothing but a member's identity. The register of interests says what is declared and never how much: no answer of that part holds an amount, a number of shares, a price or a score. The funding returns hold money in cents as it was lodged. Nothing here is derived from both, and the money of a party is never attributed to a member.\n\nMembers are people: they are counted, never the rows that name them. A person whose record was merged into another is served as that other person. A date that is not known is absent. Limits are clamped: 0 or less is the default, above the maximum is the maximum; a negative offset is 0. Slugs and chambers are read in lower case, codes of states, parties and stocks in upper case, all trimmed. An empty required field is invalid_argument, an unknown slug not_found. While an operator has switched a data set off, its methods answer with an empty message, and suburbs have no data for the metric that counts its declarations.\n\nCoverage lists say which parliaments have been read, so that an empty list is never taken for \"declared nothing\": extracted (at least 95 % of the documents of each chamber), partial (some), pending (none).",
  "shorts.v1alpha1.PoliticiansService.ComparePoliticians":
    "Two members side by side; swapping the slugs swaps the sides and changes nothing else.\n\ninvalid_argument: an empty slug, or the same slug twice. not_found: an unknown slug, or that of a merged person.",
  "shorts.v1alpha1.PoliticiansService.GetDonationsOverview":
    "The funding of party groups in one financial year: total receipts descending, then itemised receipts descending, then group ascending. A year that is not held gives the latest one: compare financial_year with what was asked.",
  "shorts.v1alpha1.PoliticiansService.GetParliamentOverview":
    "Counts over the whole register.",
  "shorts.v1alpha1.PoliticiansService.GetPolitician":
    "One member with everything ever declared. The slug of a merged person gives the person it was merged into.\n\ninvalid_argument: empty slug. not_found: unknown slug.",
  "shorts.v1alpha1.PoliticiansService.GetPoliticianAnalytics":
    "People and declared companies by party, industry and state.",
  "shorts.v1alpha1.PoliticiansService.GetPoliticianExplorerProfile":
    "Counts for one member. The slug of a merged person gives the person it was merged into.\n\ninvalid_argument: empty slug. not_found: unknown slug.",
  "shorts.v1alpha1.PoliticiansService.GetPoliticianFunding":
    "The returns that name one member, as lodged.\n\ninvalid_argument: empty slug. not_found: unknown slug.",
  "shorts.v1alpha1.PoliticiansService.GetRegisterActivity":
    "Dated changes of the last days, week by week.\n\nnot_found: unknown politician_slug.",
  "shorts.v1alpha1.PoliticiansService.GetRegisterExplorer":
    "Counts for the front page of the register.",
  "shorts.v1alpha1.PoliticiansService.ListDistinctiveHoldings":
    "The companies one member declares now and how many people of the register declare each: fewest first, then stock_code; at most 20.\n\ninvalid_argument: empty slug. not_found: unknown slug.",
  "shorts.v1alpha1.PoliticiansService.ListPartyFunding":
    "One party group over the years, and its payers in one of them. A group that is not held gives an empty series.\n\ninvalid_argument: empty party_group.",
  "shorts.v1alpha1.PoliticiansService.ListPoliticianStocks":
    "Declared companies: number of people descending, then stock_code.",
  "shorts.v1alpha1.PoliticiansService.ListPoliticianSummaries":
    "One summary a member, filtered and sorted.",
  "shorts.v1alpha1.PoliticiansService.ListPoliticians":
    "Members by surname, given names, slug.",
  "shorts.v1alpha1.PoliticiansService.ListRegisterChanges":
    "Dated additions and removals, newest first; of one day by slug, item and declaration, removals behind additions.\n\nnot_found: unknown politician_slug.",
  "shorts.v1alpha1.PoliticiansService.ListShortInterestOverlap":
    "Companies declared now whose reported short interest is at least a percentage: percentage descending, then stock_code. The two are unrelated disclosures.",
  "shorts.v1alpha1.PoliticiansService.ListStatePoliticianHoldings":
    "Companies that the members of one state declare now: number of people descending, then stock_code.\n\ninvalid_argument: a state outside the eight, empty included.",
  "shorts.v1alpha1.PoliticiansService.ListStockPoliticians":
    "Who declares one listed company. A code that nobody declares gives empty lists.\n\ninvalid_argument: empty stock_code.",
  "shorts.v1alpha1.PoliticiansService.ListSuburbPoliticians":
    "Who declares real estate in one suburb.\n\ninvalid_argument: empty sal_code. not_found: unknown suburb.",
  "shorts.v1alpha1.PoliticiansService.ListTopDonors":
    "Payers into party branches in one financial year: amount descending, then normalised name. A year that is not held gives the latest one.",
  "shorts.v1alpha1.PropertyListingSnapshot":
    "One listing as last seen.",
  "shorts.v1alpha1.PropertyListingSnapshot.agency_name":
    "Agency; \"\" = unknown.",
  "shorts.v1alpha1.PropertyListingSnapshot.agent_names":
    "Agents named in the listing.",
  "shorts.v1alpha1.PropertyListingSnapshot.bathrooms":
    "Bathrooms; 0 = unknown.",
  "shorts.v1alpha1.PropertyListingSnapshot.bedrooms":
    "Bedrooms; 0 = unknown.",
  "shorts.v1alpha1.PropertyListingSnapshot.car_spaces":
    "Car spaces; 0 = unknown.",
  "shorts.v1alpha1.PropertyListingSnapshot.first_seen_at":
    "First seen, RFC 3339 text.",
  "shorts.v1alpha1.PropertyListingSnapshot.is_active":
    "True while it is live: active and seen within the past 14 days.",
  "shorts.v1alpha1.PropertyListingSnapshot.land_size_sqm":
    "Land, square m; 0 = unknown.",
  "shorts.v1alpha1.PropertyListingSnapshot.last_seen_at":
    "Last seen, RFC 3339 text.",
  "shorts.v1alpha1.PropertyListingSnapshot.listing_id":
    "Id at the portal.",
  "shorts.v1alpha1.PropertyListingSnapshot.listing_status":
    "for_sale, under_offer, sold, withdrawn or unknown.",
  "shorts.v1alpha1.PropertyListingSnapshot.listing_url":
    "Page at the portal; \"\" = none.",
  "shorts.v1alpha1.PropertyListingSnapshot.price":
    "Asking price, AUD; 0 = none stated.",
  "shorts.v1alpha1.PropertyListingSnapshot.price_display":
    "Price text of the advert.",
  "shorts.v1alpha1.PropertyListingSnapshot.price_kind":
    "fixed, range_low, range_high, offers_over, auction, poa or unknown.",
  "shorts.v1alpha1.PropertyListingSnapshot.property_type":
    "Kind of property.",
  "shorts.v1alpha1.PropertyListingSnapshot.source":
    "Portal slug.",
  "shorts.v1alpha1.PropertyPriceEvent":
    "One event in the life of a listing.",
  "shorts.v1alpha1.PropertyPriceEvent.drop_abs":
    "prev_price - price, AUD: above 0 a cut, below 0 a rise.",
  "shorts.v1alpha1.PropertyPriceEvent.drop_pct":
    "drop_abs / prev_price, fraction, same sign.",
  "shorts.v1alpha1.PropertyPriceEvent.event_type":
    "first_seen, price_drop, price_rise, relisted, status_change or delisted.",
  "shorts.v1alpha1.PropertyPriceEvent.listing_id":
    "Id at the portal.",
  "shorts.v1alpha1.PropertyPriceEvent.listing_status":
    "Status after the event.",
  "shorts.v1alpha1.PropertyPriceEvent.observed_at":
    "When it was seen, RFC 3339 text.",
  "shorts.v1alpha1.PropertyPriceEvent.prev_price":
    "Price before the event, AUD; 0 = none.",
  "shorts.v1alpha1.PropertyPriceEvent.prev_status":
    "Status before the event; \"\" = none.",
  "shorts.v1alpha1.PropertyPriceEvent.price":
    "Price after the event, AUD; 0 = none.",
  "shorts.v1alpha1.PropertyPriceEvent.source":
    "Portal slug.",
  "shorts.v1alpha1.PropertyValuation":
    "Estimate of a property's value by a third party. Zeros mean unknown.",
  "shorts.v1alpha1.PropertyValuation.bathrooms":
    "Bathrooms.",
  "shorts.v1alpha1.PropertyValuation.bedrooms":
    "Bedrooms.",
  "shorts.v1alpha1.PropertyValuation.building_size_sqm":
    "Building, square m.",
  "shorts.v1alpha1.PropertyValuation.car_spaces":
    "Car spaces.",
  "shorts.v1alpha1.PropertyValuation.estimate_confidence":
    "Confidence in the source's own words.",
  "shorts.v1alpha1.PropertyValuation.estimate_high":
    "High end, AUD.",
  "shorts.v1alpha1.PropertyValuation.estimate_low":
    "Low end, AUD.",
  "shorts.v1alpha1.PropertyValuation.estimate_mid":
    "Estimate, AUD.",
  "shorts.v1alpha1.PropertyValuation.fetched_at":
    "When it was read, RFC 3339 text.",
  "shorts.v1alpha1.PropertyValuation.land_size_sqm":
    "Land, square m.",
  "shorts.v1alpha1.PropertyValuation.profile_url":
    "Page of the estimate.",
  "shorts.v1alpha1.PropertyValuation.property_type":
    "Kind of property.",
  "shorts.v1alpha1.PropertyValuation.rent_estimate_mid":
    "Estimated rent, AUD a week.",
  "shorts.v1alpha1.PropertyValuation.sales_history":
    "Earlier sales, newest first.",
  "shorts.v1alpha1.PropertyValuation.source":
    "Who estimated.",
  "shorts.v1alpha1.PropertyValuation.valuation_granularity":
    "exact, or building when the estimate is of the whole building and must be labelled so.",
  "shorts.v1alpha1.PropertyValuation.year_built":
    "Year of construction.",
  "shorts.v1alpha1.PropertyValuationSale":
    "One earlier sale.",
  "shorts.v1alpha1.PropertyValuationSale.agency":
    "Agency; \"\" = unknown.",
  "shorts.v1alpha1.PropertyValuationSale.date":
    "YYYY-MM-DD; \"\" = could not be read.",
  "shorts.v1alpha1.PropertyValuationSale.event_type":
    "Kind of event.",
  "shorts.v1alpha1.PropertyValuationSale.price":
    "AUD; 0 = undisclosed.",
  "shorts.v1alpha1.ProvenanceSource":
    "A source of figures.",
  "shorts.v1alpha1.ProvenanceSource.attribution":
    "Words the licence asks for.",
  "shorts.v1alpha1.ProvenanceSource.id":
    "Id within the snapshot.",
  "shorts.v1alpha1.ProvenanceSource.licence":
    "Licence.",
  "shorts.v1alpha1.ProvenanceSource.publisher":
    "Who publishes it; \"\" when the dataset does not declare the source.",
  "shorts.v1alpha1.ProvenanceSource.title":
    "Table or file.",
  "shorts.v1alpha1.ProvenanceSource.url":
    "Where it can be found; \"\" = not recorded.",
  "shorts.v1alpha1.ProvenanceSource.vintage":
    "Date of the source, YYYY-MM-DD.",
  "shorts.v1alpha1.RangeFilter":
    "Bounds of a column. A bound applies when its flag is set.",
  "shorts.v1alpha1.RangeFilter.has_max":
    "Whether max applies.",
  "shorts.v1alpha1.RangeFilter.has_min":
    "Whether min applies.",
  "shorts.v1alpha1.RangeFilter.max":
    "Largest value, included.",
  "shorts.v1alpha1.RangeFilter.min":
    "Least value, included.",
  "shorts.v1alpha1.ReceiptTypeAmounts":
    "Amounts by the type that the return gives; they sum to the total.",
  "shorts.v1alpha1.ReceiptTypeAmounts.donation_cents":
    "Donation Received, in cents.",
  "shorts.v1alpha1.ReceiptTypeAmounts.other_receipt_cents":
    "Other Receipt, in cents; not a donation.",
  "shorts.v1alpha1.ReceiptTypeAmounts.public_funding_cents":
    "Public Funding, in cents.",
  "shorts.v1alpha1.ReceiptTypeAmounts.subscription_cents":
    "Subscription, in cents.",
  "shorts.v1alpha1.ReceiptTypeAmounts.unspecified_cents":
    "Any other or no type, in cents.",
  "shorts.v1alpha1.RegisterActivityWeek":
    "Changes of one week.",
  "shorts.v1alpha1.RegisterActivityWeek.added_count":
    "Additions.",
  "shorts.v1alpha1.RegisterActivityWeek.removed_count":
    "Removals.",
  "shorts.v1alpha1.RegisterActivityWeek.week_start":
    "Its Monday.",
  "shorts.v1alpha1.RegisterChangeEvent":
    "One dated change.",
  "shorts.v1alpha1.RegisterChangeEvent.changed_on":
    "Day of the change.",
  "shorts.v1alpha1.RegisterChangeEvent.company_name":
    "Its name.",
  "shorts.v1alpha1.RegisterChangeEvent.declared_text":
    "The declaration, verbatim.",
  "shorts.v1alpha1.RegisterChangeEvent.entity_kind":
    "Kind of entity; see DeclaredInterest.",
  "shorts.v1alpha1.RegisterChangeEvent.holder":
    "For whom it is declared.",
  "shorts.v1alpha1.RegisterChangeEvent.item_label":
    "Heading of the item.",
  "shorts.v1alpha1.RegisterChangeEvent.item_no":
    "Item, 1 to 14.",
  "shorts.v1alpha1.RegisterChangeEvent.kind":
    "What happened.",
  "shorts.v1alpha1.RegisterChangeEvent.politician":
    "The member.",
  "shorts.v1alpha1.RegisterChangeEvent.source_url":
    "The statement.",
  "shorts.v1alpha1.RegisterChangeEvent.stock_code":
    "Listed company, where the text names one.",
  "shorts.v1alpha1.RegisterChangeKind":
    "What happened to a declaration.",
  "shorts.v1alpha1.RegisterChangeKind.REGISTER_CHANGE_KIND_ADDED":
    "Declared from this day on.",
  "shorts.v1alpha1.RegisterChangeKind.REGISTER_CHANGE_KIND_REMOVED":
    "No longer declared from this day on.",
  "shorts.v1alpha1.RegisterChangeKind.REGISTER_CHANGE_KIND_UNSPECIFIED":
    "In a request: both kinds.",
  "shorts.v1alpha1.RegisterHolder":
    "For whom an interest is declared. In counts, UNSPECIFIED stands last.",
  "shorts.v1alpha1.RegisterHolder.REGISTER_HOLDER_DEPENDENT_CHILDREN":
    "Children who depend on the member.",
  "shorts.v1alpha1.RegisterHolder.REGISTER_HOLDER_SELF":
    "The member.",
  "shorts.v1alpha1.RegisterHolder.REGISTER_HOLDER_SPOUSE_PARTNER":
    "The member's spouse or partner.",
  "shorts.v1alpha1.RegisterHolder.REGISTER_HOLDER_UNSPECIFIED":
    "The statement does not say.",
  "shorts.v1alpha1.RegisterHolderCount":
    "Rows of one holder.",
  "shorts.v1alpha1.RegisterHolderCount.current_count":
    "Rows declared now.",
  "shorts.v1alpha1.RegisterHolderCount.holder":
    "For whom they are declared.",
  "shorts.v1alpha1.RegisterItemCount":
    "Rows of one item of the form.",
  "shorts.v1alpha1.RegisterItemCount.all_time_count":
    "Rows ever declared.",
  "shorts.v1alpha1.RegisterItemCount.current_count":
    "Rows declared now.",
  "shorts.v1alpha1.RegisterItemCount.item_label":
    "Heading of the item.",
  "shorts.v1alpha1.RegisterItemCount.item_no":
    "Item, 1 to 14.",
  "shorts.v1alpha1.RegisterItemCount.politician_count":
    "People with such a row now; not filled for one member.",
  "shorts.v1alpha1.RegisterSourceDocument":
    "A statement.",
  "shorts.v1alpha1.RegisterSourceDocument.chamber":
    "`house` or `senate`.",
  "shorts.v1alpha1.RegisterSourceDocument.label":
    "What a reader calls it.",
  "shorts.v1alpha1.RegisterSourceDocument.parliament":
    "Number of the parliament.",
  "shorts.v1alpha1.RegisterSourceDocument.source_url":
    "Where it is published.",
  "shorts.v1alpha1.RenamedSeriesKey":
    "A series key that has another spelling now.",
  "shorts.v1alpha1.RenamedSeriesKey.asked":
    "As it was asked for.",
  "shorts.v1alpha1.RenamedSeriesKey.series_key":
    "As it is spelled now.",
  "shorts.v1alpha1.ReportCitation":
    "What figures come from.",
  "shorts.v1alpha1.ReportCitation.date":
    "Reporting date, YYYY-MM-DD.",
  "shorts.v1alpha1.ReportCitation.id":
    "`ref-1`, `ref-2`.",
  "shorts.v1alpha1.ReportCitation.source":
    "Publisher and title.",
  "shorts.v1alpha1.ReportCitation.type":
    "`data`.",
  "shorts.v1alpha1.ReportCitation.url":
    "Where it comes from; \"\" when unknown.",
  "shorts.v1alpha1.ReportHighlight":
    "What was read out of a report.",
  "shorts.v1alpha1.ReportHighlight.confidence":
    "How sure the reading is, 0 to 1.",
  "shorts.v1alpha1.ReportHighlight.digest":
    "What it says, in a few sentences.",
  "shorts.v1alpha1.ReportHighlight.metrics":
    "Figures in the text.",
  "shorts.v1alpha1.ReportHighlight.report_date":
    "Day it was lodged; \"\" unknown.",
  "shorts.v1alpha1.ReportHighlight.report_title":
    "Title.",
  "shorts.v1alpha1.ReportHighlight.report_type":
    "Kind of report.",
  "shorts.v1alpha1.ReportIndustry":
    "An industry on the report's date.",
  "shorts.v1alpha1.ReportIndustry.avg_short_pct":
    "Mean percentage of its shorted stocks.",
  "shorts.v1alpha1.ReportIndustry.industry":
    "Industry.",
  "shorts.v1alpha1.ReportIndustry.stock_count":
    "Its shorted stocks.",
  "shorts.v1alpha1.ReportIndustry.top_stock_code":
    "The largest position, the first by code.",
  "shorts.v1alpha1.ReportIndustry.top_stock_pct":
    "Its percentage.",
  "shorts.v1alpha1.ReportIndustry.wow_change":
    "Change of that mean; absent when none was shorted on the previous date.",
  "shorts.v1alpha1.ReportListItem":
    "A report in a list.",
  "shorts.v1alpha1.ReportListItem.headline":
    "Headline.",
  "shorts.v1alpha1.ReportListItem.max_short_code":
    "Its stock.",
  "shorts.v1alpha1.ReportListItem.max_short_pct":
    "Largest percentage.",
  "shorts.v1alpha1.ReportListItem.quality_score":
    "As in GetWeeklyReportResponse.",
  "shorts.v1alpha1.ReportListItem.report_date":
    "YYYY-MM-DD.",
  "shorts.v1alpha1.ReportListItem.report_type":
    "`weekly`, `monthly` or `yearly`.",
  "shorts.v1alpha1.ReportListItem.slug":
    "Slug.",
  "shorts.v1alpha1.ReportListItem.summary":
    "One paragraph.",
  "shorts.v1alpha1.ReportListItem.top_codes":
    "The largest positions, at most 5.",
  "shorts.v1alpha1.ReportListItem.top_logo_urls":
    "Their logos, in the same order; \"\" where there is none.",
  "shorts.v1alpha1.ReportListItem.total_stocks_shorted":
    "Stocks that are shorted.",
  "shorts.v1alpha1.ReportMarketStats":
    "The market on the report's date.",
  "shorts.v1alpha1.ReportMarketStats.avg_short_pct":
    "Mean percentage of these.",
  "shorts.v1alpha1.ReportMarketStats.faller_count":
    "Those that fell.",
  "shorts.v1alpha1.ReportMarketStats.max_short_code":
    "Its stock, the first by code.",
  "shorts.v1alpha1.ReportMarketStats.max_short_pct":
    "Largest percentage.",
  "shorts.v1alpha1.ReportMarketStats.median_short_pct":
    "Median percentage of those that are shorted.",
  "shorts.v1alpha1.ReportMarketStats.riser_count":
    "Stocks reported on both dates that rose.",
  "shorts.v1alpha1.ReportMarketStats.stocks_above_10pct":
    "Stocks above 10 %.",
  "shorts.v1alpha1.ReportMarketStats.stocks_above_5pct":
    "Stocks above 5 %.",
  "shorts.v1alpha1.ReportMarketStats.total_stocks_shorted":
    "Stocks that are shorted.",
  "shorts.v1alpha1.ReportMarketStats.wow_avg_change":
    "Mean change of the stocks that are reported on both dates.",
  "shorts.v1alpha1.ReportMover":
    "One of the largest changes.",
  "shorts.v1alpha1.ReportMover.change":
    "Difference in percentage points.",
  "shorts.v1alpha1.ReportMover.code":
    "Stock.",
  "shorts.v1alpha1.ReportMover.current_pct":
    "Percentage on the report's date.",
  "shorts.v1alpha1.ReportMover.days_to_cover":
    "Shares held short over the mean volume of the newest 20 sessions with a volume above zero up to the report's date, two decimals: GetMarketByDate's days_to_cover of that day. Absent when the shares are unknown or fewer than 5 such sessions exist.",
  "shorts.v1alpha1.ReportMover.history":
    "As in ReportStock.",
  "shorts.v1alpha1.ReportMover.industry":
    "Industry; \"\" when unknown.",
  "shorts.v1alpha1.ReportMover.logo_url":
    "Logo; \"\" when none.",
  "shorts.v1alpha1.ReportMover.name":
    "Name; the code when unknown.",
  "shorts.v1alpha1.ReportMover.previous_pct":
    "Percentage on the previous date.",
  "shorts.v1alpha1.ReportMover.significance":
    "`high` for a z_score of 3 or more either way, `elevated` from 2, else `normal`; \"\" without a z_score.",
  "shorts.v1alpha1.ReportMover.streak_weeks":
    "Periods in a row, this one included, in which it moved in this direction.",
  "shorts.v1alpha1.ReportMover.z_score":
    "(change - mean) / standard deviation of the stock's changes in up to 26 periods before; absent with fewer than 8 of them or when they do not vary.",
  "shorts.v1alpha1.ReportNarrative":
    "A report in sentences.",
  "shorts.v1alpha1.ReportNarrative.industry_analysis":
    "The industries.",
  "shorts.v1alpha1.ReportNarrative.movers_analysis":
    "The largest changes.",
  "shorts.v1alpha1.ReportNarrative.opening_hook":
    "What stands out.",
  "shorts.v1alpha1.ReportNarrative.outlook":
    "What the next report will be compared with; no forecast.",
  "shorts.v1alpha1.ReportNarrative.top_analysis":
    "The largest positions.",
  "shorts.v1alpha1.ReportQuestion":
    "A question and its answer.",
  "shorts.v1alpha1.ReportQuestion.answer":
    "Answer.",
  "shorts.v1alpha1.ReportQuestion.question":
    "Question.",
  "shorts.v1alpha1.ReportStock":
    "One of the largest positions.",
  "shorts.v1alpha1.ReportStock.code":
    "Stock.",
  "shorts.v1alpha1.ReportStock.days_to_cover":
    "Shares held short over the mean volume of the newest 20 sessions with a volume above zero up to the report's date, two decimals: GetMarketByDate's days_to_cover of that day. Absent when the shares are unknown or fewer than 5 such sessions exist.",
  "shorts.v1alpha1.ReportStock.history":
    "Percentages on the dates of up to 12 periods, oldest first, this one last; periods without a row are left out.",
  "shorts.v1alpha1.ReportStock.industry":
    "Industry; \"\" when unknown.",
  "shorts.v1alpha1.ReportStock.is_new_entrant":
    "True when it was not among the 20 largest on the previous date.",
  "shorts.v1alpha1.ReportStock.logo_url":
    "Logo; \"\" when none.",
  "shorts.v1alpha1.ReportStock.name":
    "Name; the code when unknown.",
  "shorts.v1alpha1.ReportStock.rank":
    "Place, from 1.",
  "shorts.v1alpha1.ReportStock.short_pct":
    "Percentage sold short.",
  "shorts.v1alpha1.ReportStock.wow_change":
    "Change since the previous date in percentage points; absent when it was not reported then.",
  "shorts.v1alpha1.ReportTrendInsight":
    "A change beside the price.",
  "shorts.v1alpha1.ReportTrendInsight.code":
    "Stock.",
  "shorts.v1alpha1.ReportTrendInsight.composite_signal":
    "Both in words, such as `shorts up, price down`; \"\" without prices.",
  "shorts.v1alpha1.ReportTrendInsight.direction":
    "`rising` or `falling` short positions.",
  "shorts.v1alpha1.ReportTrendInsight.financial_signals":
    "Empty: reports look at no accounts.",
  "shorts.v1alpha1.ReportTrendInsight.key_announcements":
    "Headlines marked price sensitive between the two dates, newest first, at most 3.",
  "shorts.v1alpha1.ReportTrendInsight.price_pattern":
    "`up`, `down` or `flat` (within 1 %); \"\" without prices.",
  "shorts.v1alpha1.ReportTrendInsight.short_change":
    "Change in percentage points.",
  "shorts.v1alpha1.ReportTrendInsight.weekly_price_change":
    "Change of the last close in per cent; absent unless both dates have a close of their own, at most 7 days old.",
  "shorts.v1alpha1.ReportsService":
    "Reports on short positions, computed when a snapshot is built.\n\nA period is an ISO week, a month or a year. Its date is the newest reporting date in it, so the newest period is reported as far as it has come; it has a report when the period right before has a date too, which is the report's previous_date. Changes are differences between the two dates in percentage points; they and means are rounded to 6 decimals. Ordinary shares only: no product whose name has a word ending in ETF, a coupon or DEFERRED, no code of more than 4 characters, no issue below 5 million shares. A stock is shorted when its percentage is above 0. Sentences are made from the figures by fixed forms and say nothing that the figures do not.",
  "shorts.v1alpha1.ReportsService.GetWeeklyReport":
    "One report, weekly, monthly or yearly: the form of the slug tells which.\n\ninvalid_argument: a week_slug that is not of the form 2026-W06, 2026-02 or 2026. not_found: no report has the slug.",
  "shorts.v1alpha1.ReportsService.ListReports":
    "The reports that there are: report_date descending, then slug descending.\n\ninvalid_argument: an unknown report_type.",
  "shorts.v1alpha1.RepresentedSuburb":
    "A suburb in a member's division.",
  "shorts.v1alpha1.RepresentedSuburb.sal_code":
    "Suburb code.",
  "shorts.v1alpha1.RepresentedSuburb.state_code":
    "State.",
  "shorts.v1alpha1.RepresentedSuburb.suburb_name":
    "Name.",
  "shorts.v1alpha1.ScreenStocksRequest":
    "Filters, order and page.",
  "shorts.v1alpha1.ScreenStocksRequest.filters":
    "Filters.",
  "shorts.v1alpha1.ScreenStocksRequest.limit":
    "0 is 50, at most 4000.",
  "shorts.v1alpha1.ScreenStocksRequest.offset":
    "Offset in the order.",
  "shorts.v1alpha1.ScreenStocksRequest.sort_direction":
    "Direction of the order.",
  "shorts.v1alpha1.ScreenStocksRequest.sort_field":
    "Column of the order; ties by code.",
  "shorts.v1alpha1.ScreenStocksResponse":
    "A page of stocks.",
  "shorts.v1alpha1.ScreenStocksResponse.stocks":
    "In the order asked for.",
  "shorts.v1alpha1.ScreenStocksResponse.total_count":
    "Stocks that pass the filters.",
  "shorts.v1alpha1.ScreenerFilters":
    "Every given filter must hold.",
  "shorts.v1alpha1.ScreenerFilters.avg_sentiment":
    "-1 to 1.",
  "shorts.v1alpha1.ScreenerFilters.days_to_cover":
    "Days.",
  "shorts.v1alpha1.ScreenerFilters.dividend_yield":
    "Percent.",
  "shorts.v1alpha1.ScreenerFilters.has_director_buys":
    "Directors bought in the past 90 days.",
  "shorts.v1alpha1.ScreenerFilters.industries":
    "Any of these industry groups, exactly; all when empty.",
  "shorts.v1alpha1.ScreenerFilters.market_cap":
    "AUD.",
  "shorts.v1alpha1.ScreenerFilters.net_director_buy":
    "AUD over 90 days.",
  "shorts.v1alpha1.ScreenerFilters.pe_ratio":
    "Price over earnings.",
  "shorts.v1alpha1.ScreenerFilters.price_change_1m":
    "Percent over a month.",
  "shorts.v1alpha1.ScreenerFilters.product_codes":
    "Only these codes; at most 200, all when empty.",
  "shorts.v1alpha1.ScreenerFilters.short_pct":
    "Latest percent short.",
  "shorts.v1alpha1.ScreenerFilters.short_pct_change":
    "Percentage points over four weeks.",
  "shorts.v1alpha1.ScreenerService":
    "Filters over the newest figures of every ordinary line.",
  "shorts.v1alpha1.ScreenerService.ScreenStocks":
    "The stocks that pass every filter.\n\nA bound applies when its flag says so, and includes its value. 0 means unknown in most columns, so a filter on them may let unknown ones through. total_count is over all pages. invalid_argument: an unknown sort field or direction; a limit outside 0..4000; a negative offset; a bound that is no number; more than 200 product codes; a malformed code.",
  "shorts.v1alpha1.ScreenerSortDirection":
    "Direction of the order.",
  "shorts.v1alpha1.ScreenerSortDirection.SCREENER_SORT_DIRECTION_ASC":
    "Smallest first.",
  "shorts.v1alpha1.ScreenerSortDirection.SCREENER_SORT_DIRECTION_DESC":
    "Largest first.",
  "shorts.v1alpha1.ScreenerSortField":
    "Columns to order by.",
  "shorts.v1alpha1.ScreenerSortField.SCREENER_SORT_FIELD_DAYS_TO_COVER":
    "Days to cover.",
  "shorts.v1alpha1.ScreenerSortField.SCREENER_SORT_FIELD_DIVIDEND_YIELD":
    "Dividend yield.",
  "shorts.v1alpha1.ScreenerSortField.SCREENER_SORT_FIELD_MARKET_CAP":
    "Market value.",
  "shorts.v1alpha1.ScreenerSortField.SCREENER_SORT_FIELD_NET_DIRECTOR_BUY":
    "Net director buying.",
  "shorts.v1alpha1.ScreenerSortField.SCREENER_SORT_FIELD_NEWS_SENTIMENT":
    "Mean sentiment of news.",
  "shorts.v1alpha1.ScreenerSortField.SCREENER_SORT_FIELD_PE_RATIO":
    "Price over earnings.",
  "shorts.v1alpha1.ScreenerSortField.SCREENER_SORT_FIELD_PRICE_CHANGE_1M":
    "Price change over a month.",
  "shorts.v1alpha1.ScreenerSortField.SCREENER_SORT_FIELD_SHORT_PCT":
    "Latest percent short.",
  "shorts.v1alpha1.ScreenerSortField.SCREENER_SORT_FIELD_SHORT_PCT_CHANGE":
    "Change over four weeks.",
  "shorts.v1alpha1.ScreenerStock":
    "The newest figures of an ordinary line; 0 means unknown in figures that are not counts.",
  "shorts.v1alpha1.ScreenerStock.avg_franking_pct":
    "Percent: mean franking of the same.",
  "shorts.v1alpha1.ScreenerStock.avg_sentiment":
    "Mean of 1 for positive, -1 for negative and 0 for other news of the past 30 days.",
  "shorts.v1alpha1.ScreenerStock.avg_volume_20d":
    "Mean volume of sessions with volume in the 35 days to the newest session of the market, in whole shares; 0 with fewer than 5.",
  "shorts.v1alpha1.ScreenerStock.company_name":
    "Company name, else the product's.",
  "shorts.v1alpha1.ScreenerStock.days_to_cover":
    "Shares short over avg_volume_20d, two decimals; 0 unknown.",
  "shorts.v1alpha1.ScreenerStock.director_buy_count":
    "Purchases of directors over 90 days.",
  "shorts.v1alpha1.ScreenerStock.director_sell_count":
    "Sales of directors over 90 days.",
  "shorts.v1alpha1.ScreenerStock.dividend_yield":
    "Percent, as the company list has it.",
  "shorts.v1alpha1.ScreenerStock.industry":
    "Industry group; \"\" unknown.",
  "shorts.v1alpha1.ScreenerStock.latest_price":
    "AUD: close of the last session.",
  "shorts.v1alpha1.ScreenerStock.latest_volume":
    "Shares traded in the last session.",
  "shorts.v1alpha1.ScreenerStock.logo_url":
    "Logo address; \"\" unknown.",
  "shorts.v1alpha1.ScreenerStock.market_cap":
    "AUD, as the company list has it.",
  "shorts.v1alpha1.ScreenerStock.net_director_buy_value":
    "AUD: purchases less sales of directors over 90 days.",
  "shorts.v1alpha1.ScreenerStock.news_count_30d":
    "News of the past 30 days.",
  "shorts.v1alpha1.ScreenerStock.pe_ratio":
    "Price over earnings, as the company list has it.",
  "shorts.v1alpha1.ScreenerStock.price_change_1m":
    "Percent against the newest close at least 30 days older; 0 without one.",
  "shorts.v1alpha1.ScreenerStock.price_sensitive_count":
    "Price-sensitive news of the past 30 days.",
  "shorts.v1alpha1.ScreenerStock.short_pct":
    "Percent of the newest row above 0 %.",
  "shorts.v1alpha1.ScreenerStock.short_pct_change_4w":
    "short_pct less the percent of the newest row at least 28 days older; 0 without one.",
  "shorts.v1alpha1.ScreenerStock.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.ScreenerStock.trailing_12m_dividend":
    "AUD: dividends with an ex-date in the past 12 months.",
  "shorts.v1alpha1.SearchService":
    "Finds securities by code, name and words.",
  "shorts.v1alpha1.SearchService.SearchStocks":
    "The securities that match a text, most relevant first.\n\nOver the newest row of every code that has a price. The code itself scores 100, a code that contains the text 50, a name that contains it 20, a company with words that begin with each word of it 10; the largest counts. Then percent descending, then code. Letter case does not matter, and no character of the text is a pattern. A limit of 0 or less is 50, above 100 it is 100. invalid_argument: an empty query.",
  "shorts.v1alpha1.SearchStocksRequest":
    "What to look for.",
  "shorts.v1alpha1.SearchStocksRequest.include_details":
    "Fill sizes and liquidity too (fields 9 to 14 of Stock).",
  "shorts.v1alpha1.SearchStocksRequest.limit":
    "0 or less is 50, above 100 it is 100.",
  "shorts.v1alpha1.SearchStocksRequest.query":
    "Code, name or words; required.",
  "shorts.v1alpha1.SearchStocksResponse":
    "What was found.",
  "shorts.v1alpha1.SearchStocksResponse.count":
    "Number of stocks returned.",
  "shorts.v1alpha1.SearchStocksResponse.query":
    "The query as asked.",
  "shorts.v1alpha1.SearchStocksResponse.stocks":
    "Most relevant first.",
  "shorts.v1alpha1.SeriesCorrelation":
    "Correlation of the base with one other series.",
  "shorts.v1alpha1.SeriesCorrelation.last_period":
    "First day of the newest aligned month, midnight UTC.",
  "shorts.v1alpha1.SeriesCorrelation.n":
    "Aligned months used, at least 12.",
  "shorts.v1alpha1.SeriesCorrelation.overlay":
    "Catalogue entry of the other series, without latest_period.",
  "shorts.v1alpha1.SeriesCorrelation.overlay_series_key":
    "Key of the other series.",
  "shorts.v1alpha1.SeriesCorrelation.r":
    "Pearson coefficient, signed, -1 to 1.",
  "shorts.v1alpha1.SharedDeclaredCompany":
    "A company that both have ever declared.",
  "shorts.v1alpha1.SharedDeclaredCompany.company_name":
    "Name.",
  "shorts.v1alpha1.SharedDeclaredCompany.currently_declared_a":
    "Whether side a declares it now.",
  "shorts.v1alpha1.SharedDeclaredCompany.currently_declared_b":
    "Whether side b declares it now.",
  "shorts.v1alpha1.SharedDeclaredCompany.holders_a":
    "For whom side a declares it, ascending.",
  "shorts.v1alpha1.SharedDeclaredCompany.holders_b":
    "For whom side b declares it, ascending.",
  "shorts.v1alpha1.SharedDeclaredCompany.industry":
    "Industry.",
  "shorts.v1alpha1.SharedDeclaredCompany.stock_code":
    "Ticker.",
  "shorts.v1alpha1.ShortCampaign":
    "The largest percent of a security in the past three years, when it is 5 or more; the latest date on a tie.",
  "shorts.v1alpha1.ShortCampaign.company_name":
    "Company name, else the product's.",
  "shorts.v1alpha1.ShortCampaign.current_short_pct":
    "Percent of the newest row.",
  "shorts.v1alpha1.ShortCampaign.has_3m":
    "Both prices are known.",
  "shorts.v1alpha1.ShortCampaign.has_6m":
    "Both prices are known.",
  "shorts.v1alpha1.ShortCampaign.industry":
    "Industry group; \"\" unknown.",
  "shorts.v1alpha1.ShortCampaign.latest_price":
    "AUD: last close; 0 unknown.",
  "shorts.v1alpha1.ShortCampaign.logo_url":
    "Logo address; \"\" unknown.",
  "shorts.v1alpha1.ShortCampaign.peak_date":
    "YYYY-MM-DD.",
  "shorts.v1alpha1.ShortCampaign.peak_short_pct":
    "Percent at the peak.",
  "shorts.v1alpha1.ShortCampaign.price_3m_after":
    "AUD: first close three calendar months after or later; valid with has_3m.",
  "shorts.v1alpha1.ShortCampaign.price_6m_after":
    "AUD: first close six calendar months after or later; valid with has_6m.",
  "shorts.v1alpha1.ShortCampaign.price_at_peak":
    "AUD: last close on or before the peak; 0 unknown.",
  "shorts.v1alpha1.ShortCampaign.return_3m":
    "Percent, two decimals.",
  "shorts.v1alpha1.ShortCampaign.return_6m":
    "Percent, two decimals.",
  "shorts.v1alpha1.ShortCampaign.shorts_won_3m":
    "The price was strictly lower.",
  "shorts.v1alpha1.ShortCampaign.shorts_won_6m":
    "The price was strictly lower.",
  "shorts.v1alpha1.ShortCampaign.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.ShortInterestOverlap":
    "A declared company that carries short interest.",
  "shorts.v1alpha1.ShortInterestOverlap.company_name":
    "Name.",
  "shorts.v1alpha1.ShortInterestOverlap.industry":
    "Industry.",
  "shorts.v1alpha1.ShortInterestOverlap.party_counts":
    "The same by party.",
  "shorts.v1alpha1.ShortInterestOverlap.politician_count":
    "People who declare it now.",
  "shorts.v1alpha1.ShortInterestOverlap.short_percent":
    "The company's own reported short interest, in percent of its shares: the newest figure above 0 of the past month, as in PoliticianStockRollup.",
  "shorts.v1alpha1.ShortInterestOverlap.stock_code":
    "Ticker.",
  "shorts.v1alpha1.SimilarCompany":
    "A company like another.",
  "shorts.v1alpha1.SimilarCompany.company_name":
    "Name; \"\" unknown.",
  "shorts.v1alpha1.SimilarCompany.industry":
    "Industry group; \"\" unknown.",
  "shorts.v1alpha1.SimilarCompany.similarity":
    "Weight, 0 to 1.",
  "shorts.v1alpha1.SimilarCompany.stock_code":
    "Code of the security.",
  "shorts.v1alpha1.SimilarSuburb":
    "A suburb much like the one asked for.",
  "shorts.v1alpha1.SimilarSuburb.compared_metrics":
    "Keys of the metrics that are known of both suburbs and were compared, at least 4 of age, income, born_overseas, amenity_density, population and distance_to_coast. An unknown amenity density or distance counts as 0 in the distance and is not named here.",
  "shorts.v1alpha1.SimilarSuburb.latest_median_price":
    "Latest public median price of houses, AUD; 0 = none.",
  "shorts.v1alpha1.SimilarSuburb.region_code":
    "Priced region; \"\" = unpriced.",
  "shorts.v1alpha1.SimilarSuburb.sal_code":
    "Statistical suburb code.",
  "shorts.v1alpha1.SimilarSuburb.sal_name":
    "Name.",
  "shorts.v1alpha1.SimilarSuburb.similarity":
    "1 / (1 + distance), above 0 up to 1; distance is Euclidean over six features in standard deviations: age, household income, share born overseas, amenity density, logarithm of population, distance to the coast capped at 100 km.",
  "shorts.v1alpha1.SimilarSuburb.state_code":
    "State code.",
  "shorts.v1alpha1.StateCensusAverages":
    "Census shares of a state, percent 0..100; 0 = not available. Each is the publisher's where the dataset has the publisher's state table, and otherwise rebuilt from the suburbs, weighted by dwellings in fields 1 to 7 and by residents in 8 to 12.",
  "shorts.v1alpha1.StateCensusAverages.basis":
    "What the shares are: `published`, `weighted mean of suburbs`, or `mixed` where the publisher's table lacks some; \"\" = there are none.",
  "shorts.v1alpha1.StateCensusAverages.labour_force_participation_rate":
    "Labour force, percent of persons aged 15 or more.",
  "shorts.v1alpha1.StateCensusAverages.pct_bachelor_or_higher":
    "Persons with a bachelor degree or higher.",
  "shorts.v1alpha1.StateCensusAverages.pct_couple_with_children":
    "Couples with children.",
  "shorts.v1alpha1.StateCensusAverages.pct_flat_apartment":
    "Flats and apartments.",
  "shorts.v1alpha1.StateCensusAverages.pct_high_personal_income":
    "Persons with an income of 2000 AUD a week or more.",
  "shorts.v1alpha1.StateCensusAverages.pct_lone_person_household":
    "Lone-person households.",
  "shorts.v1alpha1.StateCensusAverages.pct_low_personal_income":
    "Persons with an income of 1 to 499 AUD a week.",
  "shorts.v1alpha1.StateCensusAverages.pct_owned_mortgage":
    "Dwellings owned with a mortgage.",
  "shorts.v1alpha1.StateCensusAverages.pct_owned_outright":
    "Dwellings owned outright.",
  "shorts.v1alpha1.StateCensusAverages.pct_rented":
    "Dwellings rented.",
  "shorts.v1alpha1.StateCensusAverages.pct_separate_house":
    "Separate houses.",
  "shorts.v1alpha1.StateCensusAverages.unemployment_rate":
    "Unemployed, percent of the labour force.",
  "shorts.v1alpha1.StateCompany":
    "A company's exposure to the state.",
  "shorts.v1alpha1.StateCompany.basis":
    "Short reason for the weight, for people.",
  "shorts.v1alpha1.StateCompany.company_name":
    "Company name; \"\" when unknown.",
  "shorts.v1alpha1.StateCompany.industry":
    "Industry; \"\" when unknown.",
  "shorts.v1alpha1.StateCompany.logo_url":
    "Address of a logo; \"\" = none.",
  "shorts.v1alpha1.StateCompany.market_cap":
    "Market capitalisation in AUD, as the company list has it; 0 = unknown.",
  "shorts.v1alpha1.StateCompany.short_percent":
    "Short positions in percent (0 to 100) of shares on issue, the newest figure above 0 of the past month, that is dated later than one month before the newest report of any company; 0 = none. short_percent_date tells of when it is.",
  "shorts.v1alpha1.StateCompany.short_percent_date":
    "Date of short_percent, YYYY-MM-DD; \"\" without one.",
  "shorts.v1alpha1.StateCompany.source":
    "`llm` for a modelled footprint, `hq_fallback` for the state of the registered office.",
  "shorts.v1alpha1.StateCompany.stock_code":
    "Ticker.",
  "shorts.v1alpha1.StateCompany.weight":
    "Share of the company's operations in this state, a fraction 0 to 1.",
  "shorts.v1alpha1.StateCompanyAggregate":
    "Exposure summed over one state.",
  "shorts.v1alpha1.StateCompanyAggregate.company_count":
    "Companies whose weight is at least 0.2.",
  "shorts.v1alpha1.StateCompanyAggregate.exposure_weighted_market_cap":
    "Sum of weight * market cap in AUD over companies with a known market cap.",
  "shorts.v1alpha1.StateCompanyAggregate.exposure_weighted_short_percent":
    "Mean short percent (0 to 100) weighted by weight * market cap, over companies with both a market cap and a short percent; 0 when there are none.",
  "shorts.v1alpha1.StateCompanyAggregate.short_percent_from_date":
    "Oldest date of the short percents in that mean, YYYY-MM-DD; \"\" when there are none.",
  "shorts.v1alpha1.StateCompanyAggregate.short_percent_to_date":
    "Newest date of them.",
  "shorts.v1alpha1.StateCompanyAggregate.state":
    "Lower-case state code.",
  "shorts.v1alpha1.StatePeople":
    "A state over all industries.",
  "shorts.v1alpha1.StatePeople.companies":
    "Different companies.",
  "shorts.v1alpha1.StatePeople.people":
    "Different people.",
  "shorts.v1alpha1.StatePeople.state_code":
    "State or territory.",
  "shorts.v1alpha1.StatePriceDropSummary":
    "Cuts, asking and sold prices of a state or the country. Do not rank a state whose suburbs_swept_14d is below 0.6 of catalog_suburbs.",
  "shorts.v1alpha1.StatePriceDropSummary.avg_asking":
    "Mean asking price, AUD; 0 under 3 priced addresses.",
  "shorts.v1alpha1.StatePriceDropSummary.avg_drop_pct":
    "Mean over addresses of the address's largest cut, fraction; 0 under 3 cut addresses.",
  "shorts.v1alpha1.StatePriceDropSummary.avg_sold":
    "Mean sold price, AUD; 0 under 3 sold addresses with a known price.",
  "shorts.v1alpha1.StatePriceDropSummary.catalog_suburbs":
    "Suburbs that ever had a listing.",
  "shorts.v1alpha1.StatePriceDropSummary.dropped_count":
    "Distinct addresses cut in 30 days.",
  "shorts.v1alpha1.StatePriceDropSummary.dropped_share":
    "dropped_count / total_active_listings, fraction; 0 when none is active.",
  "shorts.v1alpha1.StatePriceDropSummary.dropped_value":
    "Sum of all cuts, AUD; 0 under 3 cut addresses.",
  "shorts.v1alpha1.StatePriceDropSummary.for_sale_count":
    "Live addresses for sale or under offer.",
  "shorts.v1alpha1.StatePriceDropSummary.for_sale_priced":
    "Those with a numeric asking price.",
  "shorts.v1alpha1.StatePriceDropSummary.max_drop_pct":
    "Largest of the same, fraction; 0 under 3 cut addresses.",
  "shorts.v1alpha1.StatePriceDropSummary.median_asking":
    "Median asking price, AUD; 0 under 3 priced addresses.",
  "shorts.v1alpha1.StatePriceDropSummary.median_drop_pct":
    "Median of the same, fraction; 0 under 3 cut addresses.",
  "shorts.v1alpha1.StatePriceDropSummary.median_sold":
    "Median sold price, AUD; 0 under 3 sold addresses with a known price.",
  "shorts.v1alpha1.StatePriceDropSummary.sold_count":
    "Addresses sold within 12 months.",
  "shorts.v1alpha1.StatePriceDropSummary.state_code":
    "State code, or `AU`.",
  "shorts.v1alpha1.StatePriceDropSummary.suburbs_swept_14d":
    "Suburbs with any listing seen in 14 days.",
  "shorts.v1alpha1.StatePriceDropSummary.suburbs_tracked":
    "Distinct suburb regions with active or sold addresses.",
  "shorts.v1alpha1.StatePriceDropSummary.total_active_listings":
    "Active addresses.",
  "shorts.v1alpha1.StockFinancialHighlights":
    "The newest reports of a company.",
  "shorts.v1alpha1.StockFinancialHighlights.reports":
    "Newest first.",
  "shorts.v1alpha1.StockPricePoint":
    "One session. A price or volume that is not known is 0.",
  "shorts.v1alpha1.StockPricePoint.adjusted_close":
    "Close in today's shares; returns are computed from it.",
  "shorts.v1alpha1.StockPricePoint.close":
    "Last price.",
  "shorts.v1alpha1.StockPricePoint.date":
    "Day of the session.",
  "shorts.v1alpha1.StockPricePoint.high":
    "Highest price.",
  "shorts.v1alpha1.StockPricePoint.low":
    "Lowest price.",
  "shorts.v1alpha1.StockPricePoint.open":
    "First price.",
  "shorts.v1alpha1.StockPricePoint.volume":
    "Shares traded.",
  "shorts.v1alpha1.StockService":
    "Everything about one listed security: its short positions and prices, what its company reports, pays and announces, who runs it, and what it pays in tax.\n\nA code is trimmed and upper-cased and must then be three to six letters or digits; methods whose answer is empty for an unknown code take any text. An error names the field as the request spells it. A limit outside its range is refused, not clamped, unless a method says otherwise; 0 and absent mean the default. not_found means that no row is held: a store that fails is internal or unavailable. Dates are YYYY-MM-DD. \"Today\" is the day in Sydney, and never before the day the data stands for.",
  "shorts.v1alpha1.StockService.GetCompanyTaxProfile":
    "Yearly tax figures of the entity behind a code, as the tax office publishes them.\n\nOf several entities the one with the highest confidence counts, then the smaller business number. invalid_argument: a malformed code. not_found: no entity, or one without figures.",
  "shorts.v1alpha1.StockService.GetDirectorTrades":
    "Trades of a company's directors, newest first, then by id. An unknown code has none.\n\ninvalid_argument: a malformed code; a limit outside 0..200.",
  "shorts.v1alpha1.StockService.GetDividendHistory":
    "Dividends of the last years, newest ex-date first, then by type and id; those announced for later days are listed too. Only declared ones count, no estimate. An unknown code has none.\n\ninvalid_argument: a malformed code; years outside 0..20.",
  "shorts.v1alpha1.StockService.GetEventTimeline":
    "What happened around a stock: announcements, director trades, jumps of its short position and news, newest first.\n\nOf one day: announcements, director trades, jumps, news; then by title. A jump is a rise of one percentage point or more against the row stored before. An unknown code has no events. invalid_argument: an empty code.",
  "shorts.v1alpha1.StockService.GetPeerComparison":
    "A company and the largest of its industry: market capitalisation descending, unknown ones last, then code.\n\nA company without an industry has no peers. invalid_argument: a malformed code; a limit outside 0..20. not_found: a code that neither companies, short positions nor prices know.",
  "shorts.v1alpha1.StockService.GetStock":
    "One security with the figures of its newest row, zero and missing percentages included.\n\nSizes are over the last 20 sessions held, which may be later than the row. invalid_argument: a malformed code. not_found: a code without a row.",
  "shorts.v1alpha1.StockService.GetStockData":
    "The short position of a security over time, oldest first; rows without a percentage are left out, zeros are not.\n\nA period ends with the newest report of the whole dataset, and begins on the day after its bound. Periods 5Y, 10Y and MAX are one point an ISO week, labelled with its Monday: means of the rows, available from the day of the last of them. from and to are days that count; one alone leaves the other end open, either puts the period out of use for the window, and a long period still makes weeks. as_of keeps the rows that were public by that day and implies full_resolution. total_observations counts the rows of the window that as_of leaves; max and min are over its points before thinning. An unknown code is an empty series. invalid_argument: a malformed code, period or day; to before from; negative max_points.",
  "shorts.v1alpha1.StockService.GetStockDetails":
    "What is known about a company beside its figures of the day.\n\nA code that only the short positions know has its name and the status `pending`. invalid_argument: a malformed code. not_found: a code that neither companies nor short positions know.",
  "shorts.v1alpha1.StockService.GetStockFinancialHighlights":
    "Figures that were read out of the newest reports of up to 50 companies.\n\nCodes without any are not in the map. invalid_argument: no code; more than 50 different ones; a malformed code.",
  "shorts.v1alpha1.StockService.GetStockFundamentals":
    "What a company reported, newest first, and how it grew.\n\nPeriods are ordered by their end, newest first, then annual, half, quarter, ttm, and cut to the limit after the filter. Figures are as the source reports them, in whole units of the reporting currency, and never converted. The growth record looks at every stored period whatever was asked for. A company without periods is an empty answer, and so is every company of a dataset that has no such table. invalid_argument: a malformed code; a period_type beside annual, half, quarter, ttm; a limit outside 0..40. not_found: a code that no company and no period has.",
  "shorts.v1alpha1.StockService.GetStockGraph":
    "The people of a company and the companies like it. An unknown code has neither.\n\ninvalid_argument: an empty code.",
  "shorts.v1alpha1.StockService.GetStockPrices":
    "The prices of a security, every session, oldest first.\n\nA period ends with the newest session of the security. An unknown code has no sessions. Every session has a close: a row without one is refused when a snapshot is built. invalid_argument: a malformed code, period or day; to before from; negative max_points.",
  "shorts.v1alpha1.StockService.GetStockSignals":
    "Findings that speak against and for a company: severity high to low, confidence descending, newest found first, then by id. No finding is the usual answer.\n\ninvalid_argument: an empty code.",
  "shorts.v1alpha1.StockService.GetStockVerdict":
    "A score of a stock from -100 to 100 and what it is made of; an input that is missing counts as 0.\n\nScores: short_trend -change over 4 weeks / 3 within -1..1 (weight 0.30), short_level -percent / 15 within -1..0 (0.15), director_signal net buying of 90 days / 1,000,000 AUD within -1..1 (0.25), sentiment the mean of 30 days within -1..1 (0.20), squeeze_pressure half of days to cover / 10 within 0..1 (0.10). invalid_argument: a code of other than one to ten letters or digits. not_found: a code outside the screener.",
  "shorts.v1alpha1.StockSignal":
    "A finding.",
  "shorts.v1alpha1.StockSignal.citations":
    "Where it was read.",
  "shorts.v1alpha1.StockSignal.confidence":
    "How sure it is, 0 to 1.",
  "shorts.v1alpha1.StockSignal.detail":
    "What happened.",
  "shorts.v1alpha1.StockSignal.event_date":
    "Day or year, YYYY-MM-DD or YYYY; \"\" unknown.",
  "shorts.v1alpha1.StockSignal.headline":
    "Headline.",
  "shorts.v1alpha1.StockSignal.kind":
    "Kind of finding.",
  "shorts.v1alpha1.StockSignal.polarity":
    "`adverse` or `positive`.",
  "shorts.v1alpha1.StockSignal.severity":
    "`high`, `medium` or `low`.",
  "shorts.v1alpha1.SuburbAmenities":
    "Amenities of a suburb. 0 = none or not loaded.",
  "shorts.v1alpha1.SuburbAmenities.aldi_count":
    "Aldi supermarkets.",
  "shorts.v1alpha1.SuburbAmenities.amenity_density_score":
    "Density of amenities, score 0..100.",
  "shorts.v1alpha1.SuburbAmenities.coles_count":
    "Coles supermarkets.",
  "shorts.v1alpha1.SuburbAmenities.dist_to_coast_km":
    "Distance to the coast, km.",
  "shorts.v1alpha1.SuburbAmenities.gp_count":
    "General practices.",
  "shorts.v1alpha1.SuburbAmenities.hospitals_count":
    "Hospitals.",
  "shorts.v1alpha1.SuburbAmenities.iga_count":
    "IGA supermarkets.",
  "shorts.v1alpha1.SuburbAmenities.libraries_count":
    "Libraries.",
  "shorts.v1alpha1.SuburbAmenities.nearest_hospital_km":
    "Distance to the nearest hospital, km.",
  "shorts.v1alpha1.SuburbAmenities.nearest_secondary_km":
    "Distance to the nearest secondary school, km.",
  "shorts.v1alpha1.SuburbAmenities.nearest_supermarket_km":
    "Distance to the nearest supermarket, km.",
  "shorts.v1alpha1.SuburbAmenities.nearest_train_km":
    "Distance to the nearest train station, km.",
  "shorts.v1alpha1.SuburbAmenities.parks_count":
    "Parks.",
  "shorts.v1alpha1.SuburbAmenities.pharmacy_count":
    "Pharmacies.",
  "shorts.v1alpha1.SuburbAmenities.pubs_bars":
    "Pubs and bars.",
  "shorts.v1alpha1.SuburbAmenities.schools_catholic":
    "Catholic schools.",
  "shorts.v1alpha1.SuburbAmenities.schools_gov":
    "Government schools.",
  "shorts.v1alpha1.SuburbAmenities.schools_independent":
    "Independent schools.",
  "shorts.v1alpha1.SuburbAmenities.schools_primary":
    "Primary schools.",
  "shorts.v1alpha1.SuburbAmenities.schools_secondary":
    "Secondary schools.",
  "shorts.v1alpha1.SuburbAmenities.schools_total":
    "Schools of every kind.",
  "shorts.v1alpha1.SuburbAmenities.supermarkets_total":
    "Supermarkets of every chain.",
  "shorts.v1alpha1.SuburbAmenities.woolworths_count":
    "Woolworths supermarkets.",
  "shorts.v1alpha1.SuburbBanner":
    "Editorial header of a suburb page.",
  "shorts.v1alpha1.SuburbBanner.archetype":
    "Kind of place, for example coastal-beach or leafy-suburban; \"\" = plain residential.",
  "shorts.v1alpha1.SuburbBanner.bg_key":
    "Key of a background picture; the archetype when the dataset has none.",
  "shorts.v1alpha1.SuburbBanner.bg_url":
    "Address of a background picture; \"\" = none.",
  "shorts.v1alpha1.SuburbBanner.blurb":
    "A sentence about the suburb; written from name, kind and council when the dataset has none.",
  "shorts.v1alpha1.SuburbBanner.landmarks":
    "Places worth naming, in the dataset's order.",
  "shorts.v1alpha1.SuburbCrime":
    "Recorded crime in a suburb.",
  "shorts.v1alpha1.SuburbCrime.source":
    "Source of the figures.",
  "shorts.v1alpha1.SuburbCrime.source_jurisdiction":
    "State whose police recorded it.",
  "shorts.v1alpha1.SuburbCrime.source_licence":
    "Licence of the source.",
  "shorts.v1alpha1.SuburbCrime.stats":
    "crime_type ascending; only reliable figures.",
  "shorts.v1alpha1.SuburbCrimeStat":
    "One kind of crime.",
  "shorts.v1alpha1.SuburbCrimeStat.crime_type":
    "break_ins, violent, motor_vehicle or property_damage.",
  "shorts.v1alpha1.SuburbCrimeStat.fy_ending":
    "Year in which the financial year ends (2025 = 2024-25).",
  "shorts.v1alpha1.SuburbCrimeStat.pct_rank":
    "Percentile within the state, weighted by residents, above 0 to 100.",
  "shorts.v1alpha1.SuburbCrimeStat.rate_per_100k":
    "Offences a year for 100 000 residents; 0 is a measured zero.",
  "shorts.v1alpha1.SuburbDemographics":
    "Census block. Percentages are 0..100; absent_fields says which fields are missing.",
  "shorts.v1alpha1.SuburbDemographics.absent_fields":
    "Names of the fields above that are not known, in their order: their 0 or \"\" is no figure. A field that is not named here is known, also where it is 0.",
  "shorts.v1alpha1.SuburbDemographics.census_year":
    "Census year; 2021 when not recorded.",
  "shorts.v1alpha1.SuburbDemographics.dwelling_count":
    "Dwellings.",
  "shorts.v1alpha1.SuburbDemographics.labour_force_participation_rate":
    "Labour force, percent of persons aged 15 or more.",
  "shorts.v1alpha1.SuburbDemographics.median_age":
    "Median age, years.",
  "shorts.v1alpha1.SuburbDemographics.median_monthly_mortgage":
    "Median mortgage repayment, AUD a month.",
  "shorts.v1alpha1.SuburbDemographics.median_weekly_hhd_income":
    "Median household income, AUD a week.",
  "shorts.v1alpha1.SuburbDemographics.median_weekly_per_income":
    "Median personal income, AUD a week.",
  "shorts.v1alpha1.SuburbDemographics.median_weekly_rent":
    "Median rent, AUD a week.",
  "shorts.v1alpha1.SuburbDemographics.pct_bachelor_or_higher":
    "Persons with a bachelor degree or higher.",
  "shorts.v1alpha1.SuburbDemographics.pct_born_overseas":
    "Residents born overseas.",
  "shorts.v1alpha1.SuburbDemographics.pct_couple_with_children":
    "Couples with children, percent of families.",
  "shorts.v1alpha1.SuburbDemographics.pct_english_only":
    "Residents who speak only English at home.",
  "shorts.v1alpha1.SuburbDemographics.pct_flat_apartment":
    "Flats and apartments, percent of occupied private dwellings.",
  "shorts.v1alpha1.SuburbDemographics.pct_high_personal_income":
    "Persons with an income of 2000 AUD a week or more.",
  "shorts.v1alpha1.SuburbDemographics.pct_lone_person_household":
    "Lone persons, percent of households.",
  "shorts.v1alpha1.SuburbDemographics.pct_low_personal_income":
    "Persons with an income of 1 to 499 AUD a week.",
  "shorts.v1alpha1.SuburbDemographics.pct_no_religion":
    "Residents without religion.",
  "shorts.v1alpha1.SuburbDemographics.pct_owned_mortgage":
    "Dwellings owned with a mortgage.",
  "shorts.v1alpha1.SuburbDemographics.pct_owned_outright":
    "Dwellings owned outright.",
  "shorts.v1alpha1.SuburbDemographics.pct_rented":
    "Dwellings rented.",
  "shorts.v1alpha1.SuburbDemographics.pct_separate_house":
    "Separate houses, percent of occupied private dwellings.",
  "shorts.v1alpha1.SuburbDemographics.pct_top_language":
    "Residents who speak it.",
  "shorts.v1alpha1.SuburbDemographics.pct_top_religion":
    "Residents with that affiliation.",
  "shorts.v1alpha1.SuburbDemographics.population":
    "Residents.",
  "shorts.v1alpha1.SuburbDemographics.top_language":
    "Most common home language other than English; \"\" = none.",
  "shorts.v1alpha1.SuburbDemographics.top_religion":
    "Most common religious affiliation; \"\" = none.",
  "shorts.v1alpha1.SuburbDemographics.unemployment_rate":
    "Unemployed, percent of the labour force.",
  "shorts.v1alpha1.SuburbDropListing":
    "The largest cut at one address.",
  "shorts.v1alpha1.SuburbDropListing.address_key":
    "Key for GetPropertyHistory, never empty.",
  "shorts.v1alpha1.SuburbDropListing.agency_name":
    "Agency; \"\" = unknown.",
  "shorts.v1alpha1.SuburbDropListing.agent_names":
    "Agents named in the listing.",
  "shorts.v1alpha1.SuburbDropListing.bathrooms":
    "Bathrooms; 0 = unknown.",
  "shorts.v1alpha1.SuburbDropListing.bedrooms":
    "Bedrooms; 0 = unknown.",
  "shorts.v1alpha1.SuburbDropListing.car_spaces":
    "Car spaces; 0 = unknown.",
  "shorts.v1alpha1.SuburbDropListing.display_address":
    "Address for people.",
  "shorts.v1alpha1.SuburbDropListing.drop_abs":
    "prev_price - price, AUD, above 0.",
  "shorts.v1alpha1.SuburbDropListing.drop_pct":
    "drop_abs / prev_price, fraction, at most 0.40.",
  "shorts.v1alpha1.SuburbDropListing.listing_url":
    "Page of the listing at the portal, never empty.",
  "shorts.v1alpha1.SuburbDropListing.observed_at":
    "When the cut was seen.",
  "shorts.v1alpha1.SuburbDropListing.prev_price":
    "Price before the cut, AUD.",
  "shorts.v1alpha1.SuburbDropListing.price":
    "Price after the cut, AUD.",
  "shorts.v1alpha1.SuburbDropListing.property_type":
    "Kind of property.",
  "shorts.v1alpha1.SuburbDropListing.source":
    "Portal slug.",
  "shorts.v1alpha1.SuburbElevation":
    "Height of the land above sea level. Absent = no data, 0 = measured zero.",
  "shorts.v1alpha1.SuburbElevation.elevation_max_m":
    "Highest point, m.",
  "shorts.v1alpha1.SuburbElevation.elevation_median_m":
    "Median, m.",
  "shorts.v1alpha1.SuburbElevation.elevation_min_m":
    "Lowest point, m; may be negative.",
  "shorts.v1alpha1.SuburbElevation.land_share_below_1m":
    "Land below 1 m, percent 0..100 of the sampled land.",
  "shorts.v1alpha1.SuburbElevation.land_share_below_2m":
    "Land below 2 m, percent 0..100 of the sampled land.",
  "shorts.v1alpha1.SuburbElevation.land_share_below_5m":
    "Land below 5 m, percent 0..100 of the sampled land.",
  "shorts.v1alpha1.SuburbHazardExposure":
    "Natural hazards, percent 0..100 of the area. Absent = no source covers the suburb, 0 = measured zero.",
  "shorts.v1alpha1.SuburbHazardExposure.bushfire_prone_share_pct":
    "Designated bushfire prone.",
  "shorts.v1alpha1.SuburbHazardExposure.bushfire_source":
    "Source of the bushfire share, likewise.",
  "shorts.v1alpha1.SuburbHazardExposure.flood_planning_share_pct":
    "Inside a statutory flood overlay.",
  "shorts.v1alpha1.SuburbHazardExposure.flood_source":
    "Source of the flood share, also where the state's layer does not cover the suburb; \"\" = the state has no open layer.",
  "shorts.v1alpha1.SuburbHazardExposure.permanent_water_share_pct":
    "Under water in at least 90 % of clear satellite passes.",
  "shorts.v1alpha1.SuburbHazardExposure.water_observed_share_pct":
    "Seen under water in at least 1 % and less than 90 % of clear satellite passes.",
  "shorts.v1alpha1.SuburbHazardExposure.water_source":
    "Source of the two water shares; \"\" = none.",
  "shorts.v1alpha1.SuburbIndexEntry":
    "One position of the suburb order.",
  "shorts.v1alpha1.SuburbIndexEntry.postcode":
    "Postcode; \"\" = none.",
  "shorts.v1alpha1.SuburbIndexEntry.sal_code":
    "Statistical suburb code.",
  "shorts.v1alpha1.SuburbIndexEntry.sal_name":
    "Name.",
  "shorts.v1alpha1.SuburbLandmark":
    "A place worth naming.",
  "shorts.v1alpha1.SuburbLandmark.kind":
    "Kind of place.",
  "shorts.v1alpha1.SuburbLandmark.name":
    "Name.",
  "shorts.v1alpha1.SuburbListingStats":
    "Listings of a suburb, one an address. Price statistics over fewer than 3 addresses are 0. Not a substitute for the public median price.",
  "shorts.v1alpha1.SuburbListingStats.as_of":
    "When the statistics were computed; absent = not recorded.",
  "shorts.v1alpha1.SuburbListingStats.avg_asking":
    "Mean asking price, AUD.",
  "shorts.v1alpha1.SuburbListingStats.avg_sold":
    "Mean sold price, AUD.",
  "shorts.v1alpha1.SuburbListingStats.data_through":
    "Newest observation behind them; absent = not recorded.",
  "shorts.v1alpha1.SuburbListingStats.for_sale_count":
    "Live addresses for sale or under offer.",
  "shorts.v1alpha1.SuburbListingStats.median_asking":
    "Median asking price, AUD.",
  "shorts.v1alpha1.SuburbListingStats.median_sold":
    "Median sold price, AUD.",
  "shorts.v1alpha1.SuburbListingStats.sold_count":
    "Addresses sold within 12 months.",
  "shorts.v1alpha1.SuburbMetricColumn":
    "One metric over all suburbs of the state.",
  "shorts.v1alpha1.SuburbMetricColumn.category_labels":
    "Categorical metrics: a value is the zero-based place in this list. Empty for numeric metrics.",
  "shorts.v1alpha1.SuburbMetricColumn.metric_key":
    "The key asked for.",
  "shorts.v1alpha1.SuburbMetricColumn.null_mask":
    "ceil(n / 8) bytes, also when nothing is missing. Position i is byte i >> 3, bit i & 7 (least significant first); 1 = no data. Spare bits are 0.",
  "shorts.v1alpha1.SuburbMetricColumn.values":
    "One float32 a position, exactly as many as the index has; 0 where there is no data: look at null_mask before you use one. `GET /v1/suburbs/{state}.csv` and `.json` have an empty cell and null there.",
  "shorts.v1alpha1.SuburbMetricPredicate":
    "min <= value <= max in float32, both ends included; a suburb without data never matches.",
  "shorts.v1alpha1.SuburbMetricPredicate.max":
    "Upper bound, finite, not below min; absent = none.",
  "shorts.v1alpha1.SuburbMetricPredicate.metric_key":
    "Registry key, exact and case-sensitive; categorical metrics are compared on their label index.",
  "shorts.v1alpha1.SuburbMetricPredicate.min":
    "Lower bound, finite; absent = none. At least one bound is required.",
  "shorts.v1alpha1.SuburbPlanning":
    "Land-use planning. Absent optional fields = no data or withheld, 0 = measured zero. Zoning and heritage are withheld where zones cover less than 50 % of the area; the NSW standards where mapped on less than 50 % of residential land.",
  "shorts.v1alpha1.SuburbPlanning.dominant_zone_family":
    "Family with the largest share; \"\" = unknown.",
  "shorts.v1alpha1.SuburbPlanning.heritage_item_count":
    "Heritage items.",
  "shorts.v1alpha1.SuburbPlanning.heritage_share_pct":
    "Area under heritage protection, percent 0..100.",
  "shorts.v1alpha1.SuburbPlanning.heritage_source":
    "Source of the heritage figures; \"\" = none.",
  "shorts.v1alpha1.SuburbPlanning.instruments":
    "Names of the planning instruments.",
  "shorts.v1alpha1.SuburbPlanning.nsw_fsr_mapped_pct":
    "NSW only: residential land with a mapped floor space ratio, percent 0..100.",
  "shorts.v1alpha1.SuburbPlanning.nsw_fsr_median":
    "NSW only: median floor space ratio.",
  "shorts.v1alpha1.SuburbPlanning.nsw_height_mapped_pct":
    "NSW only: residential land with a mapped height limit, percent 0..100.",
  "shorts.v1alpha1.SuburbPlanning.nsw_height_max_m":
    "NSW only: largest height limit, m.",
  "shorts.v1alpha1.SuburbPlanning.nsw_height_median_m":
    "NSW only: median height limit, m.",
  "shorts.v1alpha1.SuburbPlanning.nsw_min_lot_mapped_pct":
    "NSW only: residential land with a mapped minimum lot size, percent 0..100.",
  "shorts.v1alpha1.SuburbPlanning.nsw_min_lot_median_m2":
    "NSW only: median minimum lot size, square m.",
  "shorts.v1alpha1.SuburbPlanning.source_licence":
    "Licence of the sources.",
  "shorts.v1alpha1.SuburbPlanning.zone_shares":
    "Families with a share above 0, largest first, ties in family order.",
  "shorts.v1alpha1.SuburbPlanning.zoning_coverage_pct":
    "Area inside any zone, percent 0..100.",
  "shorts.v1alpha1.SuburbPlanning.zoning_source":
    "Source of the zones; \"\" = none.",
  "shorts.v1alpha1.SuburbPriceDrop":
    "Cuts, asking and sold prices of one suburb. With fewer than 3 cut addresses all drop fields are 0.",
  "shorts.v1alpha1.SuburbPriceDrop.avg_asking":
    "Mean asking price, AUD; 0 under 3 priced addresses.",
  "shorts.v1alpha1.SuburbPriceDrop.avg_drop_pct":
    "Mean over addresses of the address's largest cut, fraction.",
  "shorts.v1alpha1.SuburbPriceDrop.avg_sold":
    "Mean sold price, AUD; 0 under 3 sold addresses with a known price.",
  "shorts.v1alpha1.SuburbPriceDrop.dropped_listing_count":
    "Distinct addresses cut in 30 days.",
  "shorts.v1alpha1.SuburbPriceDrop.dropped_share":
    "dropped_listing_count / total_active_listings, fraction.",
  "shorts.v1alpha1.SuburbPriceDrop.dropped_value":
    "Sum of all cuts over addresses, AUD, each address on its winning portal.",
  "shorts.v1alpha1.SuburbPriceDrop.for_sale_count":
    "Live addresses for sale or under offer.",
  "shorts.v1alpha1.SuburbPriceDrop.max_drop_abs":
    "Largest single cut on a winning portal, AUD.",
  "shorts.v1alpha1.SuburbPriceDrop.max_drop_pct":
    "Largest of the same, fraction.",
  "shorts.v1alpha1.SuburbPriceDrop.median_asking":
    "Median asking price, AUD; 0 under 3 priced addresses.",
  "shorts.v1alpha1.SuburbPriceDrop.median_drop_pct":
    "Median of the same, fraction.",
  "shorts.v1alpha1.SuburbPriceDrop.median_sold":
    "Median sold price, AUD; 0 under 3 sold addresses with a known price.",
  "shorts.v1alpha1.SuburbPriceDrop.postcode":
    "Postcode; \"\" = unknown.",
  "shorts.v1alpha1.SuburbPriceDrop.region_code":
    "Region.",
  "shorts.v1alpha1.SuburbPriceDrop.sal_code":
    "Statistical suburb code; \"\" = unlinked.",
  "shorts.v1alpha1.SuburbPriceDrop.sal_name":
    "Suburb name, else the region's name.",
  "shorts.v1alpha1.SuburbPriceDrop.sold_count":
    "Addresses sold within 12 months.",
  "shorts.v1alpha1.SuburbPriceDrop.state_code":
    "State code.",
  "shorts.v1alpha1.SuburbPriceDrop.total_active_listings":
    "Active addresses; for_sale_count where there is no drop row.",
  "shorts.v1alpha1.SuburbProvenance":
    "Where the figures of a profile come from.",
  "shorts.v1alpha1.SuburbProvenance.blocks":
    "The blocks of the answer that hold anything, in the order of their fields.",
  "shorts.v1alpha1.SuburbProvenance.cells":
    "The cells of publishers' files that the figures were read from, those of one row of a file together; each figure at most once. Empty for data that no import of files made.",
  "shorts.v1alpha1.SuburbProvenance.metrics":
    "The metrics that the suburb has a value of, those of the same sources together; each metric once.",
  "shorts.v1alpha1.SuburbProvenance.sources":
    "The sources named above and below, id ascending.",
  "shorts.v1alpha1.SuburbProvenance.withheld":
    "Figures that are known and not given, in the order of the registry, with the rule that withholds each.",
  "shorts.v1alpha1.SuburbSeifa":
    "The four socio-economic indexes for areas.",
  "shorts.v1alpha1.SuburbSeifa.ieo":
    "Education and occupation.",
  "shorts.v1alpha1.SuburbSeifa.ier":
    "Economic resources.",
  "shorts.v1alpha1.SuburbSeifa.irsad":
    "Relative advantage and disadvantage.",
  "shorts.v1alpha1.SuburbSeifa.irsd":
    "Relative disadvantage.",
  "shorts.v1alpha1.SuburbSeifaIndex":
    "One socio-economic index. 0 = absent.",
  "shorts.v1alpha1.SuburbSeifaIndex.decile_aus":
    "Decile in the country, 1 (lowest) to 10.",
  "shorts.v1alpha1.SuburbSeifaIndex.decile_state":
    "Decile in the state, 1 (lowest) to 10.",
  "shorts.v1alpha1.SuburbSeifaIndex.score":
    "Index score, about 1000 on average.",
  "shorts.v1alpha1.SuburbSummary":
    "One suburb in a list or at the head of a profile. Missing values are 0 or \"\".",
  "shorts.v1alpha1.SuburbSummary.amenities":
    "Counts and distances; always set, all zero when nothing is loaded.",
  "shorts.v1alpha1.SuburbSummary.connectivity_quality_score":
    "Broadband score 0..100; 0 = unknown or implausible.",
  "shorts.v1alpha1.SuburbSummary.crime_break_ins_rank":
    "Percentile of break-ins within the state, above 0 to 100; 0 = no data. Lists round to one decimal and never below 0.1; profiles do not round.",
  "shorts.v1alpha1.SuburbSummary.crime_motor_vehicle_rank":
    "Percentile of motor-vehicle crime, as above.",
  "shorts.v1alpha1.SuburbSummary.crime_violent_rank":
    "Percentile of violent crime, as above.",
  "shorts.v1alpha1.SuburbSummary.dominant_nbn_tech":
    "Fixed Line, Fixed Wireless or Satellite; \"\" = unknown or implausible (satellite above 1000 residents, fixed wireless above 5000).",
  "shorts.v1alpha1.SuburbSummary.federal_division":
    "Federal electoral division.",
  "shorts.v1alpha1.SuburbSummary.federal_member":
    "Federal member.",
  "shorts.v1alpha1.SuburbSummary.federal_party":
    "Federal member's party, full name.",
  "shorts.v1alpha1.SuburbSummary.federal_party_ab":
    "Federal member's party, abbreviation.",
  "shorts.v1alpha1.SuburbSummary.federal_tpp_alp":
    "Two-party-preferred share for Labor, percent 0..100.",
  "shorts.v1alpha1.SuburbSummary.latest_is_preliminary":
    "True while the publisher calls latest_median_price provisional.",
  "shorts.v1alpha1.SuburbSummary.latest_median_price":
    "Latest public median price of houses, AUD; 0 = none. Latest as in GetHousingOverview; of several linked regions one with a final figure wins, then the newest period, then region_code ascending.",
  "shorts.v1alpha1.SuburbSummary.latest_period":
    "End date of its period; absent = none.",
  "shorts.v1alpha1.SuburbSummary.median_age":
    "Median age, years.",
  "shorts.v1alpha1.SuburbSummary.median_weekly_hhd_income":
    "Median household income, AUD a week.",
  "shorts.v1alpha1.SuburbSummary.pct_born_overseas":
    "Residents born overseas, percent 0..100.",
  "shorts.v1alpha1.SuburbSummary.pct_top_language":
    "Share of residents who speak it, percent 0..100.",
  "shorts.v1alpha1.SuburbSummary.politician_property_count":
    "Properties in this suburb declared by members of parliament (declarations, not persons); 0 while the register of interests is switched off.",
  "shorts.v1alpha1.SuburbSummary.population":
    "Residents.",
  "shorts.v1alpha1.SuburbSummary.postcode":
    "Postcode; \"\" when unknown.",
  "shorts.v1alpha1.SuburbSummary.region_code":
    "Priced region for GetHousePriceSeries; \"\" = unpriced.",
  "shorts.v1alpha1.SuburbSummary.sal_code":
    "Statistical suburb code, 5 digits.",
  "shorts.v1alpha1.SuburbSummary.sal_name":
    "Name.",
  "shorts.v1alpha1.SuburbSummary.seifa":
    "Socio-economic indexes; only in profiles, absent when no index exists.",
  "shorts.v1alpha1.SuburbSummary.state_code":
    "State code.",
  "shorts.v1alpha1.SuburbSummary.state_district":
    "State electoral district.",
  "shorts.v1alpha1.SuburbSummary.state_member":
    "State member; \"\" in TAS and ACT, whose districts have several.",
  "shorts.v1alpha1.SuburbSummary.state_party":
    "State member's party, full name.",
  "shorts.v1alpha1.SuburbSummary.state_party_ab":
    "State member's party, abbreviation.",
  "shorts.v1alpha1.SuburbSummary.top_language":
    "Most common home language other than English; \"\" = none.",
  "shorts.v1alpha1.SuburbSummary.top_religion":
    "Most common religious affiliation; \"\" = none.",
  "shorts.v1alpha1.SuburbSummary.yoy_pct":
    "Percent (0..100 scale) against the same period a year before, of the same region, source and frequency; 0 = none.",
  "shorts.v1alpha1.SuburbZoneShare":
    "Share of one zoning family.",
  "shorts.v1alpha1.SuburbZoneShare.family":
    "res_low, res_medium_high, centre_mixed, industrial, rural, conservation, open_space, infrastructure, water or other.",
  "shorts.v1alpha1.SuburbZoneShare.share_pct":
    "Percent 0..100 of the area, above 0.",
  "shorts.v1alpha1.TakeCitation":
    "What a take rests on; the body names it as `[ref-N]`.",
  "shorts.v1alpha1.TakeCitation.date":
    "YYYY-MM-DD; \"\" when unknown.",
  "shorts.v1alpha1.TakeCitation.headline":
    "Its headline.",
  "shorts.v1alpha1.TakeCitation.ref_id":
    "`ref-1`, `ref-2` and so on.",
  "shorts.v1alpha1.TakeCitation.source":
    "Who published it.",
  "shorts.v1alpha1.TakeCitation.type":
    "`news`, `trade` or `data`.",
  "shorts.v1alpha1.TakeCitation.url":
    "Address.",
  "shorts.v1alpha1.TimelineEvent":
    "Something that happened around a stock.",
  "shorts.v1alpha1.TimelineEvent.date":
    "Day of the event.",
  "shorts.v1alpha1.TimelineEvent.detail":
    "What happened.",
  "shorts.v1alpha1.TimelineEvent.is_price_sensitive":
    "Whether the exchange marked it so.",
  "shorts.v1alpha1.TimelineEvent.sentiment":
    "`positive`, `negative` or `neutral` of news; \"\" of the others.",
  "shorts.v1alpha1.TimelineEvent.title":
    "Title.",
  "shorts.v1alpha1.TimelineEvent.type":
    "`announcement`, `director_trade`, `short_spike` or `news`.",
  "shorts.v1alpha1.TimelineEvent.url":
    "Where it can be read.",
  "shorts.v1alpha1.TopDonor":
    "A payer. Spellings with one normalised name are one payer.",
  "shorts.v1alpha1.TopDonor.company_name":
    "Its name.",
  "shorts.v1alpha1.TopDonor.donor_name":
    "Name as in the payer's largest receipt.",
  "shorts.v1alpha1.TopDonor.donor_name_norm":
    "Normalised name, in which several spellings are one payer: without an article, \"and\" and a form of incorporation, and with one name for each electoral commission.",
  "shorts.v1alpha1.TopDonor.match_method":
    "`name_exact` or `curated_alias`; \"\" without a company.",
  "shorts.v1alpha1.TopDonor.payer_kind":
    "`electoral_commission`: what it pays is public funding and not a donation, whatever the return calls the receipt. \"\" = another payer.",
  "shorts.v1alpha1.TopDonor.receipt_count":
    "Receipts.",
  "shorts.v1alpha1.TopDonor.receipt_types":
    "The same by type.",
  "shorts.v1alpha1.TopDonor.recipients":
    "Amount descending, then group.",
  "shorts.v1alpha1.TopDonor.stock_code":
    "Listed company of that name; \"\" when none, or more than one code fits.",
  "shorts.v1alpha1.TopDonor.total_cents":
    "Sum of the receipts in cents.",
  "shorts.v1alpha1.VerdictComponent":
    "One part of a score.",
  "shorts.v1alpha1.VerdictComponent.contribution":
    "100 x weight x score, one decimal.",
  "shorts.v1alpha1.VerdictComponent.name":
    "Name of the part.",
  "shorts.v1alpha1.VerdictComponent.score":
    "Score within -1..1.",
  "shorts.v1alpha1.VerdictComponent.weight":
    "Weight; all weights sum to 1.",
  "shorts.v1alpha1.VerdictLabel":
    "What a composite score means.",
  "shorts.v1alpha1.VerdictLabel.VERDICT_LABEL_BEARISH":
    "Above -40, up to -10.",
  "shorts.v1alpha1.VerdictLabel.VERDICT_LABEL_BULLISH":
    "From 10, below 40.",
  "shorts.v1alpha1.VerdictLabel.VERDICT_LABEL_NEUTRAL":
    "Between -10 and 10.",
  "shorts.v1alpha1.VerdictLabel.VERDICT_LABEL_STRONG_BEARISH":
    "Up to -40.",
  "shorts.v1alpha1.VerdictLabel.VERDICT_LABEL_STRONG_BULLISH":
    "From 40.",
  "shorts.v1alpha1.VerdictLabel.VERDICT_LABEL_UNSPECIFIED":
    "Never sent.",
  "shorts.v1alpha1.ViewMode":
    "What the tree map shows of a stock.",
  "shorts.v1alpha1.ViewMode.CURRENT_CHANGE":
    "The latest percent.",
  "shorts.v1alpha1.ViewMode.CURRENT_VALUE":
    "Another name of CURRENT_CHANGE.",
  "shorts.v1alpha1.ViewMode.PERCENTAGE_CHANGE":
    "The change of the percent over the window, in percent of the earliest.",
  "shorts.v1alpha1.Visibility":
    "Who may reach a method from outside.",
  "shorts.v1alpha1.Visibility.VISIBILITY_PRIVATE":
    "The method is not offered on the public listener.",
  "shorts.v1alpha1.Visibility.VISIBILITY_PUBLIC":
    "Anyone may call the method, signed in or not.",
  "shorts.v1alpha1.Visibility.VISIBILITY_UNSPECIFIED":
    "Nothing was said: counts as private.",
  "shorts.v1alpha1.WithheldFigure":
    "A figure that is known and not given.",
  "shorts.v1alpha1.WithheldFigure.figure":
    "Key of the metric.",
  "shorts.v1alpha1.WithheldFigure.rule":
    "The rule: `residents below 100`, `residents below 2000` or `licence`.",
  "stocks.v1alpha1.CompanyPerson":
    "A director or an executive.",
  "stocks.v1alpha1.CompanyPerson.bio":
    "Short biography.",
  "stocks.v1alpha1.CompanyPerson.image_gcs_url":
    "Stored copy of the portrait.",
  "stocks.v1alpha1.CompanyPerson.image_url":
    "Portrait.",
  "stocks.v1alpha1.CompanyPerson.linkedin_url":
    "Professional profile.",
  "stocks.v1alpha1.CompanyPerson.name":
    "Name.",
  "stocks.v1alpha1.CompanyPerson.role":
    "Role.",
  "stocks.v1alpha1.CompanyPerson.source_type":
    "Kind of source.",
  "stocks.v1alpha1.CompanyPerson.source_url":
    "Where it was read.",
  "stocks.v1alpha1.FinancialReport":
    "A report that a company lodged.",
  "stocks.v1alpha1.FinancialReport.date":
    "Day it was lodged, YYYY-MM-DD; \"\" unknown.",
  "stocks.v1alpha1.FinancialReport.gcs_url":
    "Stored copy.",
  "stocks.v1alpha1.FinancialReport.source":
    "Where it was found.",
  "stocks.v1alpha1.FinancialReport.title":
    "Title.",
  "stocks.v1alpha1.FinancialReport.type":
    "Kind of report.",
  "stocks.v1alpha1.FinancialReport.url":
    "Address of the report.",
  "stocks.v1alpha1.FinancialStatementPeriod":
    "The figures of a statement.",
  "stocks.v1alpha1.FinancialStatementPeriod.metrics":
    "Figure by name, as GetStockFundamentals spells it; a figure that is missing or zero is left out.",
  "stocks.v1alpha1.FinancialStatementSet":
    "The three statements, each by the last day of the period, YYYY-MM-DD.",
  "stocks.v1alpha1.FinancialStatementSet.balance_sheet":
    "Assets, liabilities, equity.",
  "stocks.v1alpha1.FinancialStatementSet.cash_flow":
    "Cash in and out.",
  "stocks.v1alpha1.FinancialStatementSet.income_statement":
    "Revenue to profit.",
  "stocks.v1alpha1.FinancialStatements":
    "Reported figures of a company, by statement and period.",
  "stocks.v1alpha1.FinancialStatements.annual":
    "Full years.",
  "stocks.v1alpha1.FinancialStatements.error":
    "Always \"\".",
  "stocks.v1alpha1.FinancialStatements.info":
    "Figures of the day.",
  "stocks.v1alpha1.FinancialStatements.quarterly":
    "Quarters.",
  "stocks.v1alpha1.FinancialStatements.success":
    "Whether there is any figure.",
  "stocks.v1alpha1.FinancialStatementsInfo":
    "Figures of the day; what is unknown is 0 or \"\". A figure of the company list or of the newest sessions stands before one that follows from reports.",
  "stocks.v1alpha1.FinancialStatementsInfo.beta":
    "How the price moves with the market.",
  "stocks.v1alpha1.FinancialStatementsInfo.current_price":
    "Last close, AUD.",
  "stocks.v1alpha1.FinancialStatementsInfo.dividend_yield":
    "Dividends of a year over the price, percent.",
  "stocks.v1alpha1.FinancialStatementsInfo.employee_count":
    "People employed.",
  "stocks.v1alpha1.FinancialStatementsInfo.eps":
    "Diluted earnings a share of the newest trailing or full year, in the reporting currency.",
  "stocks.v1alpha1.FinancialStatementsInfo.industry":
    "Industry group.",
  "stocks.v1alpha1.FinancialStatementsInfo.market_cap":
    "Market capitalisation, AUD.",
  "stocks.v1alpha1.FinancialStatementsInfo.pe_ratio":
    "Price over earnings.",
  "stocks.v1alpha1.FinancialStatementsInfo.sector":
    "Sector.",
  "stocks.v1alpha1.FinancialStatementsInfo.volume":
    "Shares traded in the last session.",
  "stocks.v1alpha1.FinancialStatementsInfo.week_52_high":
    "Highest price of the 52 weeks to the last session, AUD.",
  "stocks.v1alpha1.FinancialStatementsInfo.week_52_low":
    "Lowest price of the 52 weeks to the last session, AUD.",
  "stocks.v1alpha1.IndustryObservation":
    "An industry group and the day from which it was seen.",
  "stocks.v1alpha1.IndustryObservation.industry":
    "Industry group.",
  "stocks.v1alpha1.IndustryObservation.observed_from":
    "First day, YYYY-MM-DD.",
  "stocks.v1alpha1.IndustryObservation.source":
    "`observed` for a change that was seen, `seed` for the label when recording began.",
  "stocks.v1alpha1.IndustryTreeMap":
    "Short positions by industry. Fields 1 and 2 are the flat form, 101 and up the nested one; both tell the same.",
  "stocks.v1alpha1.IndustryTreeMap.industries":
    "The same by industry.",
  "stocks.v1alpha1.IndustryTreeMap.industry_names":
    "Names of the industries, ascending.",
  "stocks.v1alpha1.IndustryTreeMap.last_updated":
    "YYYY-MM-DD of the newest report.",
  "stocks.v1alpha1.IndustryTreeMap.period":
    "The period that was answered for, such as 3M.",
  "stocks.v1alpha1.IndustryTreeMap.positions":
    "All kept stocks: industry ascending, value descending, then code.",
  "stocks.v1alpha1.IndustryTreeMap.view_mode":
    "CURRENT_CHANGE or PERCENTAGE_CHANGE.",
  "stocks.v1alpha1.SocialMediaLinks":
    "Addresses of a company's accounts.",
  "stocks.v1alpha1.SocialMediaLinks.facebook":
    "Social network.",
  "stocks.v1alpha1.SocialMediaLinks.linkedin":
    "Professional network.",
  "stocks.v1alpha1.SocialMediaLinks.twitter":
    "Short messages.",
  "stocks.v1alpha1.SocialMediaLinks.website":
    "The company's site.",
  "stocks.v1alpha1.SocialMediaLinks.youtube":
    "Videos.",
  "stocks.v1alpha1.Stock":
    "One security on one day. Percent means percent of the shares on issue: 12.34 is 12.34 %.\n\nFields 3 to 5 have 32 bits, as callers know them: counts above 16,777,216 are rounded on the wire, and what follows from them is computed before that. Fields 15 to 22 stand for the day that was asked for; in GetStock and SearchStocks, where none is, for that of the newest row.",
  "stocks.v1alpha1.Stock.average_daily_value_20d":
    "AUD: mean of close times volume over the last 20 sessions with volume; 0 with fewer than 5 such sessions.",
  "stocks.v1alpha1.Stock.average_daily_volume_20d":
    "Shares: mean volume of the same sessions.",
  "stocks.v1alpha1.Stock.days_to_cover":
    "Shares short over average_daily_volume_20d; 0 when it cannot be computed.",
  "stocks.v1alpha1.Stock.final_close":
    "AUD: last close held for the code, later ones than the day included; 0 none.",
  "stocks.v1alpha1.Stock.final_close_date":
    "YYYY-MM-DD of final_close; \"\" none.",
  "stocks.v1alpha1.Stock.gics_sector":
    "Sector of industry; \"\" when the label is none of the 25 groups.",
  "stocks.v1alpha1.Stock.has_price_history":
    "Whether a close exists on or before the day.",
  "stocks.v1alpha1.Stock.industry":
    "Industry group; \"\" unknown.",
  "stocks.v1alpha1.Stock.industry_as_of":
    "YYYY-MM-DD from which the label was observed; \"\" when current.",
  "stocks.v1alpha1.Stock.industry_source":
    "What industry rests on for the day: observed (a recorded change on or before it), seed (the label when recording began), current (no history covers the day: today's label); \"\" without an industry.",
  "stocks.v1alpha1.Stock.last_reported_date":
    "YYYY-MM-DD of the last report of this code in the whole dataset, later ones than the day included.",
  "stocks.v1alpha1.Stock.liquidity_band":
    "From average_daily_value_20d: mega (100 million and more), large (10 million), mid (1 million), small (100,000), micro; \"\" unknown.",
  "stocks.v1alpha1.Stock.logo_url":
    "Logo address; \"\" unknown.",
  "stocks.v1alpha1.Stock.market_cap":
    "AUD: last close times shares on issue of the row; 0 unknown. GetMarketByDate takes the last close on or before its day; methods that show the newest row take the newest close, which may be later than the row.",
  "stocks.v1alpha1.Stock.name":
    "Company name if known, else the product's name without the class of its shares.",
  "stocks.v1alpha1.Stock.percentage_shorted":
    "Percent of the shares on issue held short.",
  "stocks.v1alpha1.Stock.price_status":
    "priced, or unavailable when no price is held.",
  "stocks.v1alpha1.Stock.product_code":
    "Code of the security.",
  "stocks.v1alpha1.Stock.reported_short_positions":
    "Shares held short.",
  "stocks.v1alpha1.Stock.security_type":
    "ordinary, etf, debt or other; read from the product's name, its code and the shares on issue.",
  "stocks.v1alpha1.Stock.tags":
    "Words the company may be looked up by (GetStock, SearchStocks).",
  "stocks.v1alpha1.Stock.total_product_in_issue":
    "Shares on issue.",
  "stocks.v1alpha1.StockDetails":
    "What is known about a company beside its figures of the day.",
  "stocks.v1alpha1.StockDetails.address":
    "Registered office.",
  "stocks.v1alpha1.StockDetails.company_history":
    "Where it came from.",
  "stocks.v1alpha1.StockDetails.company_name":
    "Name of the company; of a code that only the short positions know, the product's name, cleaned.",
  "stocks.v1alpha1.StockDetails.competitive_advantages":
    "What it says it does better.",
  "stocks.v1alpha1.StockDetails.details":
    "The same at length.",
  "stocks.v1alpha1.StockDetails.enhanced_summary":
    "A longer summary, edited.",
  "stocks.v1alpha1.StockDetails.enrichment_date":
    "When the profile was written; absent when never.",
  "stocks.v1alpha1.StockDetails.enrichment_error":
    "Always \"\": what went wrong inside is nobody else's business.",
  "stocks.v1alpha1.StockDetails.enrichment_status":
    "How far the profile got: `pending`, `processing`, `completed` or `failed`. `pending` where no profile is held.",
  "stocks.v1alpha1.StockDetails.financial_reports":
    "Lodged reports, newest first; those without an address are left out.",
  "stocks.v1alpha1.StockDetails.financial_statements":
    "Reported figures by period; absent when no period and no figure of the day is held.",
  "stocks.v1alpha1.StockDetails.gcs_url":
    "Address of the logo; the same as logo_gcs_url.",
  "stocks.v1alpha1.StockDetails.industry":
    "Industry group; \"\" unknown.",
  "stocks.v1alpha1.StockDetails.industry_history":
    "The industry group over time, oldest first.",
  "stocks.v1alpha1.StockDetails.key_people":
    "Directors and executives in the company's own order; rows without a name, a role and a biography are left out.",
  "stocks.v1alpha1.StockDetails.logo_format":
    "Format of the logo.",
  "stocks.v1alpha1.StockDetails.logo_gcs_url":
    "Address of the logo.",
  "stocks.v1alpha1.StockDetails.logo_icon_gcs_url":
    "Square logo.",
  "stocks.v1alpha1.StockDetails.logo_source_url":
    "Where the logo was found.",
  "stocks.v1alpha1.StockDetails.logo_svg_gcs_url":
    "Logo as SVG.",
  "stocks.v1alpha1.StockDetails.product_code":
    "Code of the security.",
  "stocks.v1alpha1.StockDetails.recent_developments":
    "What happened lately.",
  "stocks.v1alpha1.StockDetails.risk_factors":
    "What it says may go wrong.",
  "stocks.v1alpha1.StockDetails.social_media_links":
    "Its accounts elsewhere; absent when there are none.",
  "stocks.v1alpha1.StockDetails.summary":
    "What the company does, in a sentence or two.",
  "stocks.v1alpha1.StockDetails.tags":
    "Words that a reader may look the company up by.",
  "stocks.v1alpha1.StockDetails.website":
    "Address of its site.",
  "stocks.v1alpha1.TimeSeriesData":
    "The short positions of a security over time.\n\nThe largest and the smallest point stand here, once a series. How far the position went is the last point against the first; no field repeats that.",
  "stocks.v1alpha1.TimeSeriesData.downsampled":
    "True when there are fewer points than total_observations.",
  "stocks.v1alpha1.TimeSeriesData.industry":
    "Industry group; filled in summaries.",
  "stocks.v1alpha1.TimeSeriesData.latest_short_position":
    "Percent of the last point; 0 without points.",
  "stocks.v1alpha1.TimeSeriesData.max":
    "First point with the largest percent.",
  "stocks.v1alpha1.TimeSeriesData.min":
    "First point with the smallest percent.",
  "stocks.v1alpha1.TimeSeriesData.name":
    "Company or product name.",
  "stocks.v1alpha1.TimeSeriesData.points":
    "Oldest first.",
  "stocks.v1alpha1.TimeSeriesData.product_code":
    "Code of the security.",
  "stocks.v1alpha1.TimeSeriesData.total_observations":
    "Rows in the window before bucketing or thinning.",
  "stocks.v1alpha1.TimeSeriesPoint":
    "The short position of a security on one day.",
  "stocks.v1alpha1.TimeSeriesPoint.available_from":
    "YYYY-MM-DD on which the row became public: four trading days later.",
  "stocks.v1alpha1.TimeSeriesPoint.reported_short_positions":
    "Shares held short.",
  "stocks.v1alpha1.TimeSeriesPoint.short_position":
    "Percent of the shares on issue held short.",
  "stocks.v1alpha1.TimeSeriesPoint.timestamp":
    "Report date, midnight UTC.",
  "stocks.v1alpha1.TimeSeriesPoint.total_product_in_issue":
    "Shares on issue that day.",
  "stocks.v1alpha1.TreemapIndustry":
    "One industry of the tree map.",
  "stocks.v1alpha1.TreemapIndustry.aggregate_short_position":
    "Sum of the kept stocks' latest percentages.",
  "stocks.v1alpha1.TreemapIndustry.average_percentage":
    "Mean of the same.",
  "stocks.v1alpha1.TreemapIndustry.name":
    "Industry group.",
  "stocks.v1alpha1.TreemapIndustry.sector":
    "Sector of the group; \"\" when it is none of the 25.",
  "stocks.v1alpha1.TreemapIndustry.stocks":
    "Kept stocks, value of the view mode descending, then code.",
  "stocks.v1alpha1.TreemapShortPosition":
    "One security of the tree map.",
  "stocks.v1alpha1.TreemapShortPosition.industry":
    "Industry group.",
  "stocks.v1alpha1.TreemapShortPosition.product_code":
    "Code of the security.",
  "stocks.v1alpha1.TreemapShortPosition.short_position":
    "Value of the view mode: the latest percent, or the change of it in percent.",
  "stocks.v1alpha1.TreemapStock":
    "One security inside its industry.",
  "stocks.v1alpha1.TreemapStock.change":
    "Value of the view mode.",
  "stocks.v1alpha1.TreemapStock.color":
    "Always \"\": no palette is agreed.",
  "stocks.v1alpha1.TreemapStock.percentage":
    "The same as short_position.",
  "stocks.v1alpha1.TreemapStock.product_code":
    "Code of the security.",
  "stocks.v1alpha1.TreemapStock.product_name":
    "Company or product name.",
  "stocks.v1alpha1.TreemapStock.short_position":
    "Latest percent of the shares on issue held short.",
  "terrace.v1.AggregateAgenciesRequest":
    "Asks for the agencies of a set of suburbs.",
  "terrace.v1.AggregateAgenciesRequest.filter":
    "The condition; absent = every suburb.",
  "terrace.v1.AggregateAgenciesRequest.limit":
    "Most rows wanted: 0 = 20; above 100 it is clamped to 100.",
  "terrace.v1.AggregateAgenciesRequest.sal_codes":
    "The suburbs by code instead, each counted once; up to 5,000. Not together with state_code or filter.",
  "terrace.v1.AggregateAgenciesRequest.sort":
    "drops (default), listings, avg_cut or value, as in ListAgencyPriceStats.",
  "terrace.v1.AggregateAgenciesRequest.state_code":
    "A state; empty or `AU` = the whole country.",
  "terrace.v1.AggregateAgenciesRequest.window_days":
    "Days back from the as-of instant in which cuts count: 0 = 30, at most 365.",
  "terrace.v1.AggregateAgenciesResponse":
    "The agencies of a set of suburbs.",
  "terrace.v1.AggregateAgenciesResponse.agencies":
    "In the order of ListAgencyPriceStats; one row a portal, agency and state.",
  "terrace.v1.AggregateAgenciesResponse.as_of":
    "Instant that the figures stand for.",
  "terrace.v1.AggregateAgenciesResponse.suburb_count":
    "Suburbs in the set.",
  "terrace.v1.AggregateAgenciesResponse.total_count":
    "Agencies of the set with at least 3 active addresses, before the limit.",
  "terrace.v1.AggregateAgenciesResponse.withheld":
    "True when listings are switched off: then there are no agencies.",
  "terrace.v1.AggregateDeclarationsRequest":
    "Asks for counts over a set of declarations. Members that are given must all hold.",
  "terrace.v1.AggregateDeclarationsRequest.chambers":
    "`house`, `senate`; none = both.",
  "terrace.v1.AggregateDeclarationsRequest.current_only":
    "True leaves out what is no longer declared.",
  "terrace.v1.AggregateDeclarationsRequest.group_by":
    "What to count by; none = by item.",
  "terrace.v1.AggregateDeclarationsRequest.holders":
    "Holders; none = all.",
  "terrace.v1.AggregateDeclarationsRequest.industries":
    "Industries of companies, as they are; none = all.",
  "terrace.v1.AggregateDeclarationsRequest.item_nos":
    "Items of the form, 1..14; none = all.",
  "terrace.v1.AggregateDeclarationsRequest.limit":
    "At most so many; 0 = 50, at most 200.",
  "terrace.v1.AggregateDeclarationsRequest.offset":
    "So many are passed over first.",
  "terrace.v1.AggregateDeclarationsRequest.order":
    "Order; PEOPLE unless given.",
  "terrace.v1.AggregateDeclarationsRequest.party_abs":
    "Parties of members, trimmed and upper-cased; \"\" = not recorded; none = all.",
  "terrace.v1.AggregateDeclarationsRequest.state_codes":
    "States of members; none = all.",
  "terrace.v1.AggregateDeclarationsRequest.stock_codes":
    "Listed companies, trimmed and upper-cased; none = whatever is declared.",
  "terrace.v1.AggregateDeclarationsResponse":
    "Counts over a set of declarations.",
  "terrace.v1.AggregateDeclarationsResponse.as_at":
    "When the register was last refreshed; absent when none is held.",
  "terrace.v1.AggregateDeclarationsResponse.counts":
    "Counts in the order asked for.",
  "terrace.v1.AggregateDeclarationsResponse.extracted_parliaments":
    "Parliaments whose statements have been read, so that nothing counted is not taken for nothing declared.",
  "terrace.v1.AggregateDeclarationsResponse.member_count":
    "People whom party_abs, state_codes and chambers leave, whatever they declare.",
  "terrace.v1.AggregateDeclarationsResponse.partial_parliaments":
    "Those read in part.",
  "terrace.v1.AggregateDeclarationsResponse.pending_parliaments":
    "Those not read.",
  "terrace.v1.AggregateDeclarationsResponse.politician_count":
    "People with a declaration of the set.",
  "terrace.v1.AggregateDeclarationsResponse.source_licence":
    "Parliamentary material.",
  "terrace.v1.AggregateDeclarationsResponse.total_count":
    "All counts of the set, whatever limit and offset.",
  "terrace.v1.AggregateDonationsRequest":
    "Asks for sums over a set of receipts. Members that are given must all hold.",
  "terrace.v1.AggregateDonationsRequest.donor_contains":
    "Text that the payer's normalised name holds; normalised the same way; \"\" = every payer.",
  "terrace.v1.AggregateDonationsRequest.donor_prefix":
    "Text that it begins with.",
  "terrace.v1.AggregateDonationsRequest.financial_years":
    "Labels as the source writes them; none = every year.",
  "terrace.v1.AggregateDonationsRequest.group_by":
    "What to sum by; none = by payer.",
  "terrace.v1.AggregateDonationsRequest.limit":
    "At most so many; 0 = 50, at most 200.",
  "terrace.v1.AggregateDonationsRequest.listed_only":
    "True leaves out payers whose name means no listed company.",
  "terrace.v1.AggregateDonationsRequest.min_amount_cents":
    "Receipts of at least so many cents; 0 = all.",
  "terrace.v1.AggregateDonationsRequest.offset":
    "So many are passed over first.",
  "terrace.v1.AggregateDonationsRequest.order":
    "Order; TOTAL unless given.",
  "terrace.v1.AggregateDonationsRequest.party_groups":
    "Party groups, letter for letter; none = every group.",
  "terrace.v1.AggregateDonationsRequest.receipt_kinds":
    "Kinds of receipts; none = all.",
  "terrace.v1.AggregateDonationsResponse":
    "Sums over a set of receipts.",
  "terrace.v1.AggregateDonationsResponse.all":
    "The whole set: nothing but its amounts and counts is filled.",
  "terrace.v1.AggregateDonationsResponse.as_at":
    "When the returns were fetched; absent when none are held.",
  "terrace.v1.AggregateDonationsResponse.attribution":
    "Credit that the licence requires.",
  "terrace.v1.AggregateDonationsResponse.censoring_note":
    "What the threshold leaves out.",
  "terrace.v1.AggregateDonationsResponse.reform_note":
    "What the new scheme changes.",
  "terrace.v1.AggregateDonationsResponse.scope_note":
    "What the payers' lists cover.",
  "terrace.v1.AggregateDonationsResponse.source_licence":
    "CC-BY-4.0.",
  "terrace.v1.AggregateDonationsResponse.sums":
    "Sums in the order asked for.",
  "terrace.v1.AggregateDonationsResponse.total_count":
    "All sums of the set, whatever limit and offset.",
  "terrace.v1.AggregateDonationsResponse.verbatim_note":
    "That figures are as lodged.",
  "terrace.v1.AggregateDropsRequest":
    "Asks for the drops of a set of suburbs.",
  "terrace.v1.AggregateDropsRequest.filter":
    "The condition; absent = every suburb.",
  "terrace.v1.AggregateDropsRequest.from":
    "First date of the index, YYYY-MM-DD, inclusive; empty or earlier than 2026-08-13 = 2026-08-13.",
  "terrace.v1.AggregateDropsRequest.sal_codes":
    "The suburbs by code instead, each counted once; up to 5,000. Not together with state_code or filter.",
  "terrace.v1.AggregateDropsRequest.state_code":
    "A state; empty or `AU` = the whole country.",
  "terrace.v1.AggregateDropsRequest.to":
    "Last date, YYYY-MM-DD, inclusive; empty or later than today = today.",
  "terrace.v1.AggregateDropsResponse":
    "The drops of a set of suburbs.",
  "terrace.v1.AggregateDropsResponse.as_of":
    "Instant that the figures stand for.",
  "terrace.v1.AggregateDropsResponse.points":
    "snapshot_date ascending; none when no suburb of the set ever had a listing. The two national counters are 0 unless the set is the whole country.",
  "terrace.v1.AggregateDropsResponse.sources":
    "The sources of the listings, in the order of the dataset; show the attribution beside figures.",
  "terrace.v1.AggregateDropsResponse.suburb_count":
    "Suburbs in the set.",
  "terrace.v1.AggregateDropsResponse.summary":
    "The figures of the set as GetPriceDropsOverview has them for a state, over the past 30 days; state_code is the state or `AU` when the set is just that, otherwise empty. Absent when no listing of the set was ever seen.",
  "terrace.v1.AggregateDropsResponse.tracking_since":
    "2026-08-13: the first day that the index can have, a constant. The first measured day is that of the first point.",
  "terrace.v1.AggregateDropsResponse.withheld":
    "True when listings are switched off: then nothing else but suburb_count and tracking_since is filled.",
  "terrace.v1.AggregatePricesRequest":
    "Asks for the prices of a set of suburbs.",
  "terrace.v1.AggregatePricesRequest.dwelling_type":
    "Dwelling type, for example `house`; empty = `all`.",
  "terrace.v1.AggregatePricesRequest.filter":
    "The condition; absent = every suburb.",
  "terrace.v1.AggregatePricesRequest.from":
    "First period, YYYY-MM-DD, inclusive; empty = from the beginning.",
  "terrace.v1.AggregatePricesRequest.measure":
    "Measure, for example `median_price`; required, trimmed and lower-cased, an unknown one has no points.",
  "terrace.v1.AggregatePricesRequest.sal_codes":
    "The suburbs by code instead, each counted once; up to 5,000. Not together with state_code or filter.",
  "terrace.v1.AggregatePricesRequest.state_code":
    "A state; empty or `AU` = the whole country.",
  "terrace.v1.AggregatePricesRequest.to":
    "Last period, YYYY-MM-DD, inclusive; empty = to the newest.",
  "terrace.v1.AggregatePricesResponse":
    "The prices of a set of suburbs.",
  "terrace.v1.AggregatePricesResponse.as_of":
    "Instant that asking and sold prices stand for.",
  "terrace.v1.AggregatePricesResponse.listings":
    "What is asked and paid now; absent when listings are switched off or none of the set was ever seen.",
  "terrace.v1.AggregatePricesResponse.points":
    "period ascending, then frequency.",
  "terrace.v1.AggregatePricesResponse.suburb_count":
    "Suburbs in the set.",
  "terrace.v1.CategoryPredicate":
    "The value is one of the named categories.",
  "terrace.v1.CategoryPredicate.indexes":
    "Zero-based label indexes, added to labels; an index past the last label is invalid_argument. Labels and indexes together must name at least one category.",
  "terrace.v1.CategoryPredicate.labels":
    "Labels, exact; an unknown label is invalid_argument.",
  "terrace.v1.CategoryPredicate.metric_key":
    "Key of a categorical metric; a numeric one is invalid_argument.",
  "terrace.v1.CorrelateSeriesRequest":
    "Asks how series move together.",
  "terrace.v1.CorrelateSeriesRequest.base_series_keys":
    "1 to 10 series of any topic, or stocks such as `stocks.short_position.bhp`; required.",
  "terrace.v1.CorrelateSeriesRequest.limit":
    "Most rows wanted: 0 = 100; above 500 = 500.",
  "terrace.v1.CorrelateSeriesRequest.max_lag_months":
    "Last lag, inclusive, -12 to 12 months, not below min_lag_months.",
  "terrace.v1.CorrelateSeriesRequest.min_abs_r":
    "Smallest |r| at the best lag wanted, inclusive; finite, 0 to 1. Default 0.",
  "terrace.v1.CorrelateSeriesRequest.min_lag_months":
    "First lag, -12 to 12 months. With both lags 0 only lag 0 is looked at.",
  "terrace.v1.CorrelateSeriesRequest.overlay_series_keys":
    "Up to 500 series of any topic, or stocks; empty = every visible monthly and quarterly series of the catalogue.",
  "terrace.v1.CorrelateSeriesRequest.transform":
    "What is correlated; unspecified = levels.",
  "terrace.v1.CorrelateSeriesRequest.window_months":
    "Pairs to use at each lag, the newest: 0 = 24; otherwise 12 to 120, both inclusive.",
  "terrace.v1.CorrelateSeriesResponse":
    "The pairs found.",
  "terrace.v1.CorrelateSeriesResponse.applied_limit":
    "limit after default and clamp.",
  "terrace.v1.CorrelateSeriesResponse.correlations":
    "|r| descending, then base_series_key, then overlay_series_key ascending.",
  "terrace.v1.CorrelateSeriesResponse.total_count":
    "Pairs that satisfy min_abs_r, before the limit.",
  "terrace.v1.DeclarationCount":
    "People with a declaration of one kind. Members that it was not counted by are empty.",
  "terrace.v1.DeclarationCount.chamber":
    "Chamber of the members.",
  "terrace.v1.DeclarationCount.company_name":
    "Its name; \"\" when unknown.",
  "terrace.v1.DeclarationCount.holder":
    "Holder; absent unless counted by.",
  "terrace.v1.DeclarationCount.industry":
    "Industry of the company.",
  "terrace.v1.DeclarationCount.item_label":
    "Its heading.",
  "terrace.v1.DeclarationCount.item_no":
    "Item of the form.",
  "terrace.v1.DeclarationCount.party_ab":
    "Party of the members; \"\" also when it is not recorded.",
  "terrace.v1.DeclarationCount.politician_count":
    "Different members.",
  "terrace.v1.DeclarationCount.sal_code":
    "Suburb of the property.",
  "terrace.v1.DeclarationCount.state_code":
    "State of the members.",
  "terrace.v1.DeclarationCount.stock_code":
    "Listed company.",
  "terrace.v1.DeclarationCount.suburb_name":
    "Its name.",
  "terrace.v1.DeclarationGroup":
    "What declarations are counted by.",
  "terrace.v1.DeclarationGroup.DECLARATION_GROUP_CHAMBER":
    "Chamber of the member.",
  "terrace.v1.DeclarationGroup.DECLARATION_GROUP_COMPANY":
    "Listed company.",
  "terrace.v1.DeclarationGroup.DECLARATION_GROUP_HOLDER":
    "Holder.",
  "terrace.v1.DeclarationGroup.DECLARATION_GROUP_INDUSTRY":
    "Industry of the company.",
  "terrace.v1.DeclarationGroup.DECLARATION_GROUP_ITEM":
    "Item of the form.",
  "terrace.v1.DeclarationGroup.DECLARATION_GROUP_PARTY":
    "Party of the member.",
  "terrace.v1.DeclarationGroup.DECLARATION_GROUP_STATE":
    "State of the member.",
  "terrace.v1.DeclarationGroup.DECLARATION_GROUP_SUBURB":
    "Suburb of the property.",
  "terrace.v1.DeclarationGroup.DECLARATION_GROUP_UNSPECIFIED":
    "Not used in a request.",
  "terrace.v1.DeclarationHolder":
    "Whose interest it is that a member declares; the numbers of shorts.v1alpha1.RegisterHolder.",
  "terrace.v1.DeclarationHolder.DECLARATION_HOLDER_DEPENDENT_CHILDREN":
    "Children who depend on the member.",
  "terrace.v1.DeclarationHolder.DECLARATION_HOLDER_SELF":
    "The member.",
  "terrace.v1.DeclarationHolder.DECLARATION_HOLDER_SPOUSE_PARTNER":
    "The member's spouse or partner.",
  "terrace.v1.DeclarationHolder.DECLARATION_HOLDER_UNSPECIFIED":
    "The statement does not say.",
  "terrace.v1.DeclarationOrder":
    "Order of counts.",
  "terrace.v1.DeclarationOrder.DECLARATION_ORDER_KEY":
    "By the key.",
  "terrace.v1.DeclarationOrder.DECLARATION_ORDER_PEOPLE":
    "politician_count descending.",
  "terrace.v1.DeclarationOrder.DECLARATION_ORDER_UNSPECIFIED":
    "As PEOPLE.",
  "terrace.v1.DescribeMetricsRequest":
    "Asks for the registry in one scope.",
  "terrace.v1.DescribeMetricsRequest.state_code":
    "A state; empty or `AU` = the whole country.",
  "terrace.v1.DescribeMetricsResponse":
    "The registry in one scope.",
  "terrace.v1.DescribeMetricsResponse.index_version":
    "Version of the scope's suburb order.",
  "terrace.v1.DescribeMetricsResponse.metrics":
    "One entry a metric, in registry order.",
  "terrace.v1.DescribeMetricsResponse.sources":
    "The sources that the metrics name, in the order of the dataset; show the attribution beside figures.",
  "terrace.v1.DonationGroup":
    "What receipts are summed by.",
  "terrace.v1.DonationGroup.DONATION_GROUP_DONOR":
    "Payer, by normalised name.",
  "terrace.v1.DonationGroup.DONATION_GROUP_FINANCIAL_YEAR":
    "Financial year.",
  "terrace.v1.DonationGroup.DONATION_GROUP_PARTY_GROUP":
    "Party group of the recipient.",
  "terrace.v1.DonationGroup.DONATION_GROUP_RECEIPT_KIND":
    "Kind of receipt.",
  "terrace.v1.DonationGroup.DONATION_GROUP_UNSPECIFIED":
    "Not used in a request.",
  "terrace.v1.DonationOrder":
    "Order of sums.",
  "terrace.v1.DonationOrder.DONATION_ORDER_KEY":
    "By the key.",
  "terrace.v1.DonationOrder.DONATION_ORDER_RECEIPTS":
    "receipt_count descending.",
  "terrace.v1.DonationOrder.DONATION_ORDER_TOTAL":
    "total_cents descending.",
  "terrace.v1.DonationOrder.DONATION_ORDER_UNSPECIFIED":
    "As TOTAL.",
  "terrace.v1.DonationSum":
    "A sum of receipts. Members that it was not summed by are empty.",
  "terrace.v1.DonationSum.company_name":
    "Name of that company.",
  "terrace.v1.DonationSum.donor_count":
    "Different payers, by normalised name.",
  "terrace.v1.DonationSum.donor_name":
    "Payer as lodged: the spelling of the payer's largest receipt in the sum, of several the first in the alphabet.",
  "terrace.v1.DonationSum.donor_name_norm":
    "Payer, normalised.",
  "terrace.v1.DonationSum.financial_year":
    "Financial year, as the source writes it.",
  "terrace.v1.DonationSum.financial_year_end":
    "Year it ends in.",
  "terrace.v1.DonationSum.match_method":
    "`name_exact` or `curated_alias`.",
  "terrace.v1.DonationSum.party_group":
    "Party group of the recipient.",
  "terrace.v1.DonationSum.receipt_count":
    "Receipts.",
  "terrace.v1.DonationSum.receipt_kind":
    "Kind of receipt; absent unless summed by.",
  "terrace.v1.DonationSum.receipt_kinds":
    "The same by kind; they add up to total_cents.",
  "terrace.v1.DonationSum.stock_code":
    "Listed company that the name means; \"\" when none, or when it fits two.",
  "terrace.v1.DonationSum.total_cents":
    "Cents as lodged, summed.",
  "terrace.v1.ExploreRequest":
    "Asks for the suburbs that satisfy an expression.",
  "terrace.v1.ExploreRequest.filter":
    "The condition; absent = every suburb.",
  "terrace.v1.ExploreRequest.histograms":
    "Histograms wanted, at most 100; one that is asked for twice is answered once.",
  "terrace.v1.ExploreRequest.state_code":
    "A state; empty or `AU` = the whole country.",
  "terrace.v1.ExploreResponse":
    "The suburbs that satisfy the expression.",
  "terrace.v1.ExploreResponse.histograms":
    "In the order of the request, one each.",
  "terrace.v1.ExploreResponse.index_version":
    "Version of the scope's suburb order.",
  "terrace.v1.ExploreResponse.match_count":
    "Bits set in match_mask.",
  "terrace.v1.ExploreResponse.match_mask":
    "One bit a position, ceil(total_count / 8) bytes, 1 = matches.",
  "terrace.v1.ExploreResponse.total_count":
    "Suburbs of the scope.",
  "terrace.v1.ExplorerService":
    "Interactive questions about suburbs, stocks and series: describe, crossfilter, rank, compare, correlate.\n\nScope. Every `state_code` is trimmed and upper-cased; ACT NSW NT QLD SA TAS VIC WA name one state, empty or `AU` the whole country; anything else is invalid_argument. The suburbs of a scope are ordered by sal_code, byte by byte. The first digit of a sal_code is its state, so in the country each state is one contiguous run.\n\nPosition. A suburb's place in that order, from 0. Position i of a mask is byte i >> 3, bit i & 7 (least significant bit first); spare bits of the last byte are 0.\n\nindex_version. `v1-` and 12 hex digits made from the sal_codes of the scope, by the rule of shorts.v1alpha1.HousingService.GetSuburbIndex; for the country the rule runs over all codes of all states. Masks and positions may be combined only under the same version and scope.\n\nMetrics. Keys are exact and case-sensitive and come from the closed registry that DescribeMetrics lists; any other key is invalid_argument. Values are float32. No data is never zero. While the operator has switched the register of interests off, no suburb has data for politician_property.",
  "terrace.v1.ExplorerService.AggregateAgencies":
    "Agencies with their live addresses in any set of suburbs and the cuts there, ranked.\n\nSets as in AggregateDrops; figures and floors as in shorts.v1alpha1.HousingService.ListAgencyPriceStats, counted over the listings of the set alone: with a window of 30 days a state's set has the rows of that state. invalid_argument: as in AggregateDrops; window_days outside 0..365; negative limit.",
  "terrace.v1.ExplorerService.AggregateDeclarations":
    "Members who declare something, counted over any set of declarations: by item of the form, holder, party, state, chamber, industry, listed company, suburb, or several of these together.\n\nDeclarations are those of shorts.v1alpha1.PoliticiansService. People are counted, never rows, and never how much: a member who declares one thing twice is one member. Party, state and chamber are those of the newest term. A declaration without a company is in no group of companies or industries, one without a suburb in none of suburbs; a member whose party is not recorded is in the group \"\". Order: by people, descending, then by the key, or by the key alone. A key is the members of group_by in the order asked for: items and holders by number, all others by their text. invalid_argument: an item_no outside 1..14; an unknown chamber, state or holder; a number that is no DeclarationGroup or DeclarationOrder; a group_by twice or more than 3; a limit outside 0..200; a negative offset.",
  "terrace.v1.ExplorerService.AggregateDonations":
    "What party branches list as received, summed over any set of receipts: by payer, party group, financial year, kind of receipt, or several of these together.\n\nReceipts are those of shorts.v1alpha1.PoliticiansService.ListTopDonors: one year's set has that method's payers, and by party group the itemised figures of GetDonationsOverview. Two rows that are alike are two payments. What donors declare is another return and is not in it. Names are compared in their normalised form, exactly or by what is asked for, never by likeness. Order: by the key alone, or by an amount or a count, descending, then by the key. A key is the members of group_by in the order asked for: payers by donor_name_norm, groups by name, years by financial_year_end and then label, kinds by number. invalid_argument: an unknown financial_year or party_group; a text without letters and digits; a negative min_amount_cents; a number that is no ReceiptKind, DonationGroup or DonationOrder; a group_by twice; a limit outside 0..200; a negative offset.",
  "terrace.v1.ExplorerService.AggregateDrops":
    "The daily drop index and the cuts, asking and sold prices of any set of suburbs.\n\nSet. The suburbs that satisfy the filter within state_code, as in Explore, or those of sal_codes. A listing belongs to the suburb that its region stands for. One whose region stands for no suburb belongs to its state alone, and is counted when the set holds every suburb of that state. When the set is made of whole states, listings count by the state that their advert names. So a state's set has the figures of GetDropIndexSeries and GetPriceDropsOverview for that state, and the whole country's those of the country, to the last bit. The index of a set is computed as that of a state, also for a single suburb: the panel is every suburb of the set with at least 20 active addresses. invalid_argument: a bad scope, key or expression; sal_codes together with state_code or filter; more than 5,000 sal_codes; a date that is none; from later than to. not_found: an unknown sal_code.",
  "terrace.v1.ExplorerService.AggregatePrices":
    "Published prices of any set of suburbs over time, and what is asked and paid there now.\n\nSets as in AggregateDrops. A point is the distribution over the suburbs of the set that have a published figure for its period and frequency; of several linked regions of a suburb the one with the lowest code counts, of several figures for a period a final one before a preliminary one, then the source's name decides: all are figures of shorts.v1alpha1.HousingService.GetHousePriceSeries. Asking and sold prices are those of GetPriceDropsOverview over the set. invalid_argument: as in AggregateDrops; no measure.",
  "terrace.v1.ExplorerService.CorrelateSeries":
    "How pairs of economic series and stocks move together at several lags, with the lag at which they fit best.\n\nSeries are aligned by UTC calendar month as in shorts.v1alpha1.EconomyService.ListSeriesCorrelations: a value of a series whose frequency is quarterly is carried into the later months of its own quarter only. Then the transform is applied to each series. At lag L the base in month t is paired with the overlay in month t + L, so a positive lag means that the base leads and the overlay follows L months later. For every lag the newest window_months pairs are used; r is undefined with fewer than 12 pairs or no variance on a side. The best lag has the largest |r|; ties go to the lag nearest 0, then to the lower one. A pair without a defined r at any lag is left out, and so is a series paired with itself. Any stock is a series too, monthly like the others: `stocks.short_position.<code>` is the last percentage of shares on issue that was reported short in each month, `stocks.price.<code>` the last adjusted close of each month in AUD. They are used where they are named, never because overlay_series_keys is empty. Unknown and withheld keys are absent from the answer, and annual series are never used. not_found: an unknown stock, with those that are like it. invalid_argument: a key that begins with `stocks.` and is none of the two; no base key or more than 10; more than 500 overlay keys; an unknown transform; a lag outside -12..12 or min_lag_months above max_lag_months; window_months outside 12..120 and not 0; min_abs_r not within 0..1; negative limit. Keys are trimmed, lower-cased and de-duplicated first.",
  "terrace.v1.ExplorerService.DescribeMetrics":
    "The metric registry with coverage and distribution in one scope, in registry order.",
  "terrace.v1.ExplorerService.Explore":
    "The suburbs that satisfy an expression, as a mask, with histograms of chosen metrics over the matches and over the whole scope.\n\ninvalid_argument: a bad scope, key or expression; bin_count outside 0..200; more than 100 histograms.",
  "terrace.v1.ExplorerService.GetColumns":
    "Whole columns of any metrics for a state or the country, and with include_index the suburbs they belong to: what a program needs to filter, rank and draw by itself, in one call.\n\nColumns and index are encoded once a snapshot, so that a call is a copy of bytes. All of an answer is of one snapshot, the one it names; parts of different answers may be put together under the same snapshot_id. invalid_argument: a bad scope; an unknown key; more than 100 keys or a key twice; neither keys nor include_index.",
  "terrace.v1.ExplorerService.RankStocks":
    "The best stocks by a weighted score over the columns of the screener, with what each column contributed.\n\nRankSuburbs over another index: the stocks of shorts.v1alpha1.ScreenerService.ScreenStocks, one row an ordinary line that was reported short within six months of the newest report, by stock_code. Conditions, ranges, weights, percentile ranks and scores are those of RankSuburbs, over all of these stocks whatever the filter. Keys are the columns of ScreenerStock: short_pct, short_pct_change_4w, latest_price, price_change_1m, latest_volume, market_cap, pe_ratio, dividend_yield, net_director_buy_value, director_buy_count, director_sell_count, news_count_30d, avg_sentiment, price_sensitive_count, trailing_12m_dividend, avg_franking_pct, days_to_cover, avg_volume_20d; and, categorical, industry (one of the 25 industry groups) and sector. Values are float32. What ScreenStocks answers with 0 because it is unknown has no data here; counts and sums over a window are 0 where nothing falls in it, and have no data where the snapshot holds none of their kind. A name is the company's, or the product's as ScreenStocks shows it; a state is invalid_argument. invalid_argument: a bad key or expression; no weights or more than 32; a key twice; a categorical metric; a weight that is 0 or not finite; negative k.",
  "terrace.v1.ExplorerService.RankSuburbs":
    "The best suburbs by a weighted score over metrics, with what each metric contributed.\n\nEach metric is first normalised to its percentile rank in the scope, whatever the filter: (suburbs with a lower value + half of those with the same value, itself included) / suburbs with data. A metric contributes |weight| * p / W where more is better (weight > 0) and |weight| * (1 - p) / W where less is better (weight < 0), W being the sum of all |weight|. The score is the sum of the contributions, from 0 to 1, higher being better. A suburb without data for any weighted metric is left out and counted, and where a weight is on a median of the census (age, income, median_weekly_rent, median_monthly_mortgage, median_weekly_per_income) so is one with fewer than 200 residents. invalid_argument: a bad scope, key or expression; no weights or more than 32; a key twice; a categorical or identifier metric; a weight that is 0 or not finite; negative k.",
  "terrace.v1.ExplorerService.Search":
    "Everything that has a name: suburbs, stocks, economic series, articles and what else the snapshot holds, by words.\n\nThe query is split into words: letters and digits, lower case, accents taken off. Every word must be found in an entry: as it is, as the beginning of a word, or, from 4 characters on, with one typing mistake (a letter missing, added, changed, or swapped with its neighbour), from 8 on with two; the first letter must be right. Mistakes are looked for only where a word is otherwise unknown. A word of the query scores idf * quality * field for an entry, the best way of finding it there counting: idf is ln(1 + N / n) for the n of all N entries of known_kinds in which the word is found in any way; quality is 1 whole, 0.4 + 0.4 * typed / whole length as a beginning, 0.5 with one mistake and 0.25 with two; field is 3 in a name or code and 1 elsewhere. The score is the sum, half as much again where name or code are the words of the query, what is in brackets behind them aside, and a quarter where the name's first word begins with the query's first: an exact name comes first. Ties: kinds in the order of known_kinds, then larger or newer entries, then id. invalid_argument: a query without letters and digits, or of more than 16 different words; an unknown kind; a limit outside 0..100; an offset outside 0..1000.",
  "terrace.v1.ExplorerService.SearchNews":
    "Articles by the words of headline, tags, stock and company, found and scored as in Search.\n\nPrimaries only, each once. invalid_argument: as in Search.",
  "terrace.v1.ExplorerService.SimilarStocks":
    "The stocks nearest to one stock by chosen columns of the screener.\n\nSimilarSuburbs over the stocks and keys of RankStocks. Distance is Euclidean over columns scaled by their population standard deviation over all of these stocks; market_cap, latest_volume and avg_volume_20d are taken as ln(max(value, 1)) before scaling; a column without variance adds 0. Columns for which the target has no data are not compared and are named in ignored_metric_keys; a candidate without data for a compared column is left out and counted. When nothing is left to compare, no rows come back. invalid_argument: a stock_code that is none; a bad key or expression; more than 32 keys or a key twice; a categorical metric; negative k. not_found: a code that is not among these stocks, with those that are like it.",
  "terrace.v1.ExplorerService.SimilarSuburbs":
    "The suburbs nearest to one suburb by chosen metrics.\n\nDistance is Euclidean over metrics scaled by their population standard deviation over the whole country, whatever the scope, so that distances compare between calls. `population` is taken as ln(max(value, 1)) and `distance_to_coast` is capped at 100 km before scaling; a metric without variance adds 0. Metrics for which the target has no data are not compared and are named in ignored_metric_keys; a candidate without data for a compared metric is left out and counted. When nothing is left to compare, no rows come back. invalid_argument: empty sal_code; a bad scope, key or expression; more than 32 keys or a key twice; a categorical or identifier metric; negative k. not_found: an unknown sal_code.",
  "terrace.v1.FilterExpression":
    "A condition on a suburb or a stock: one predicate, or an AND, OR or NOT of conditions.\n\nTruth is two-valued: a range or category predicate is false where the metric has no data, so `not` of it is true there; add has_data to leave such rows out. A tree may hold at most 256 nodes and be 16 deep; a node without a member set is invalid_argument.",
  "terrace.v1.FilterExpression.all_of":
    "True when every child is true; without children always true.",
  "terrace.v1.FilterExpression.any_of":
    "True when at least one child is true; without children never true.",
  "terrace.v1.FilterExpression.category":
    "One of several categories.",
  "terrace.v1.FilterExpression.has_data":
    "Any value at all.",
  "terrace.v1.FilterExpression.name":
    "Part of the suburb's or the company's name.",
  "terrace.v1.FilterExpression.node":
    "The node.",
  "terrace.v1.FilterExpression.not":
    "True when the child is false.",
  "terrace.v1.FilterExpression.range":
    "A value between bounds.",
  "terrace.v1.FilterExpression.state":
    "One of several states; suburbs only.",
  "terrace.v1.FilterExpressionList":
    "The children of an AND or OR.",
  "terrace.v1.FilterExpressionList.expressions":
    "In any order; the order does not change the answer.",
  "terrace.v1.GetColumnsRequest":
    "Asks for columns, the index or both.",
  "terrace.v1.GetColumnsRequest.include_index":
    "True adds the suburbs themselves: codes, names, postcodes, councils and places.",
  "terrace.v1.GetColumnsRequest.metric_keys":
    "Up to 100 metrics, each at most once; may be empty with include_index.",
  "terrace.v1.GetColumnsRequest.state_code":
    "A state; empty or `AU` = the whole country.",
  "terrace.v1.GetColumnsResponse":
    "Columns of one scope, aligned to its suburb order.",
  "terrace.v1.GetColumnsResponse.as_of":
    "Instant that the data stands for.",
  "terrace.v1.GetColumnsResponse.columns":
    "One column a key, in the order of the request: one value a position, with a null mask whose bit is 1 where there is no data. A masked value is 0 and means nothing.",
  "terrace.v1.GetColumnsResponse.index":
    "The suburbs; absent unless asked for.",
  "terrace.v1.GetColumnsResponse.index_version":
    "Version of the scope's suburb order.",
  "terrace.v1.GetColumnsResponse.snapshot_id":
    "The snapshot that all of the answer is from.",
  "terrace.v1.GetColumnsResponse.synthetic":
    "True when the data is made up.",
  "terrace.v1.HasDataPredicate":
    "The metric has data for the suburb or stock.",
  "terrace.v1.HasDataPredicate.metric_key":
    "Metric key of any kind.",
  "terrace.v1.HistogramRequest":
    "Asks for one histogram.",
  "terrace.v1.HistogramRequest.bin_count":
    "Bins of a numeric metric: 0 = 20, at most 200. A categorical metric always has one bin a label.",
  "terrace.v1.HistogramRequest.metric_key":
    "Metric key.",
  "terrace.v1.LagCorrelation":
    "The coefficient at one lag.",
  "terrace.v1.LagCorrelation.lag_months":
    "Lag in months; positive = the base leads.",
  "terrace.v1.LagCorrelation.n":
    "Pairs of months available in the window at this lag.",
  "terrace.v1.LagCorrelation.r":
    "Pearson coefficient; absent when undefined (fewer than 12 pairs, or no variance).",
  "terrace.v1.MetricContribution":
    "What one metric added to a score.",
  "terrace.v1.MetricContribution.contribution":
    "Part of the score, 0 to |weight| over the sum of all |weight|.",
  "terrace.v1.MetricContribution.metric_key":
    "Metric key.",
  "terrace.v1.MetricContribution.normalised_value":
    "Percentile rank in the scope, or among all stocks, above 0 and below 1; higher = larger value, whatever the direction.",
  "terrace.v1.MetricContribution.raw_value":
    "The value of the suburb or stock in the metric's unit; absent = no data.",
  "terrace.v1.MetricDescription":
    "One metric: what it means, and how it is distributed in the scope.",
  "terrace.v1.MetricDescription.category_counts":
    "Suburbs by label, in the order of category_labels; empty for numeric metrics.",
  "terrace.v1.MetricDescription.category_labels":
    "Labels in index order; empty for numeric metrics.",
  "terrace.v1.MetricDescription.data_count":
    "Suburbs of the scope with data.",
  "terrace.v1.MetricDescription.derivation":
    "How the value is obtained and when it is withheld, in a sentence or two.",
  "terrace.v1.MetricDescription.is_identifier":
    "True for a number that is a code (`lga_code`): it can be filtered, but not ranked or compared.",
  "terrace.v1.MetricDescription.key":
    "Registry key, for example `price`.",
  "terrace.v1.MetricDescription.kind":
    "Numeric or categorical.",
  "terrace.v1.MetricDescription.label":
    "Short name for people.",
  "terrace.v1.MetricDescription.max":
    "Largest value; absent for categorical metrics and when there is no data.",
  "terrace.v1.MetricDescription.min":
    "Smallest value; absent for categorical metrics and when there is no data.",
  "terrace.v1.MetricDescription.quantiles":
    "Distribution; absent for categorical metrics and when there is no data.",
  "terrace.v1.MetricDescription.source_ids":
    "Ids of the sources that the metric is made from, described in sources; those withheld by their licence are not.",
  "terrace.v1.MetricDescription.total_count":
    "Suburbs of the scope.",
  "terrace.v1.MetricDescription.unit":
    "Unit such as `AUD`, `%`, `km`; \"\" for categorical metrics.",
  "terrace.v1.MetricDifference":
    "How one metric differs from the target.",
  "terrace.v1.MetricDifference.metric_key":
    "Metric key.",
  "terrace.v1.MetricDifference.scaled_difference":
    "That value minus the target's in standard deviations, signed; the squares add up to distance squared.",
  "terrace.v1.MetricDifference.target_value":
    "The target's value in the metric's unit; absent = no data.",
  "terrace.v1.MetricDifference.value":
    "The value of this suburb or stock in the metric's unit; absent = no data.",
  "terrace.v1.MetricHistogram":
    "Distribution of one metric over the matches and over the whole scope, in the same bins.\n\nNumeric: the bins divide min..max of the whole scope into equal widths, and a value belongs to the last bin whose lower edge is at or below it, so the largest value falls in the last bin. When all values are equal there is one bin whose edges are that value; without data there are no bins. Categorical: bin i is label i.",
  "terrace.v1.MetricHistogram.all_counts":
    "Suburbs of the scope by bin.",
  "terrace.v1.MetricHistogram.all_null_count":
    "Suburbs of the scope without data.",
  "terrace.v1.MetricHistogram.bin_edges":
    "Numeric: bins + 1 edges, ascending, the first is min and the last is max. Categorical: empty.",
  "terrace.v1.MetricHistogram.category_labels":
    "Labels by bin; empty for numeric metrics.",
  "terrace.v1.MetricHistogram.matched_counts":
    "Matching suburbs by bin.",
  "terrace.v1.MetricHistogram.matched_max":
    "Largest value among the matches; absent for categorical metrics and when none has data.",
  "terrace.v1.MetricHistogram.matched_min":
    "Smallest value among the matches; absent for categorical metrics and when none has data.",
  "terrace.v1.MetricHistogram.matched_null_count":
    "Matching suburbs without data.",
  "terrace.v1.MetricHistogram.max":
    "Largest value in the scope; absent for categorical metrics and without data.",
  "terrace.v1.MetricHistogram.metric_key":
    "Metric key.",
  "terrace.v1.MetricHistogram.min":
    "Smallest value in the scope; absent for categorical metrics and without data.",
  "terrace.v1.MetricKind":
    "How the values of a metric are to be read.",
  "terrace.v1.MetricKind.METRIC_KIND_CATEGORICAL":
    "A zero-based index into category_labels.",
  "terrace.v1.MetricKind.METRIC_KIND_NUMERIC":
    "A quantity in the metric's unit.",
  "terrace.v1.MetricKind.METRIC_KIND_UNSPECIFIED":
    "Never sent.",
  "terrace.v1.MetricQuantiles":
    "Continuous quantiles over suburbs with data: linear between the two nearest order statistics at position p * (n - 1), rounded to float32. All five are known wherever the message is present: JSON leaves out a quantile that is 0, so one that is missing there is 0. The message is absent where there are no quantiles.",
  "terrace.v1.MetricQuantiles.p25":
    "Lower quartile.",
  "terrace.v1.MetricQuantiles.p5":
    "5 % of suburbs lie at or below.",
  "terrace.v1.MetricQuantiles.p50":
    "Median.",
  "terrace.v1.MetricQuantiles.p75":
    "Upper quartile.",
  "terrace.v1.MetricQuantiles.p95":
    "95 % of suburbs lie at or below.",
  "terrace.v1.MetricSource":
    "Who published the figures of a metric, and under which licence.",
  "terrace.v1.MetricSource.attribution":
    "The sentence that must stand beside anything shown; \"\" when the publisher asks for none.",
  "terrace.v1.MetricSource.id":
    "Id, as in source_ids.",
  "terrace.v1.MetricSource.licence":
    "Licence, for example `CC-BY-4.0`.",
  "terrace.v1.MetricSource.publisher":
    "Publisher, for example `Australian Bureau of Statistics`.",
  "terrace.v1.MetricSource.title":
    "What was published.",
  "terrace.v1.MetricSource.url":
    "Where it comes from; \"\" when unknown.",
  "terrace.v1.MetricSource.vintage":
    "Date of the publication, YYYY-MM-DD.",
  "terrace.v1.MetricWeight":
    "Importance and direction of one metric.",
  "terrace.v1.MetricWeight.metric_key":
    "Key of a numeric metric.",
  "terrace.v1.MetricWeight.weight":
    "Above 0: more is better; below 0: less is better. Only the ratios between weights matter. Finite, not 0.",
  "terrace.v1.NamePredicate":
    "The suburb's or the company's name contains a text, letter case ignored.",
  "terrace.v1.NamePredicate.contains":
    "Plain text without wildcards; runs of white space collapse to one space, ends are trimmed, 1 to 100 characters must remain.",
  "terrace.v1.NewsHit":
    "An article that was found.",
  "terrace.v1.NewsHit.article":
    "The article, as in GetRelatedNews.",
  "terrace.v1.NewsHit.highlights":
    "The parts of the headline that were found.",
  "terrace.v1.NewsHit.score":
    "Higher is better; comparable within one answer only.",
  "terrace.v1.RangePredicate":
    "min <= value <= max in float32, both ends included.",
  "terrace.v1.RangePredicate.max":
    "Upper bound; absent = none.",
  "terrace.v1.RangePredicate.metric_key":
    "Metric key; a categorical metric is compared on its index.",
  "terrace.v1.RangePredicate.min":
    "Lower bound; absent = none. At least one bound is required, both finite, min <= max.",
  "terrace.v1.RankStocksRequest":
    "Asks for the best stocks by a weighted score.",
  "terrace.v1.RankStocksRequest.filter":
    "Which stocks take part; absent = all.",
  "terrace.v1.RankStocksRequest.k":
    "Rows wanted: 0 = 20; above 200 = 200.",
  "terrace.v1.RankStocksRequest.weights":
    "1 to 32 numeric columns, each at most once; required.",
  "terrace.v1.RankStocksResponse":
    "The best stocks.",
  "terrace.v1.RankStocksResponse.applied_k":
    "k after default and clamp.",
  "terrace.v1.RankStocksResponse.candidate_count":
    "Stocks that satisfy the filter.",
  "terrace.v1.RankStocksResponse.excluded_count":
    "Candidates left out because a weighted column has no data.",
  "terrace.v1.RankStocksResponse.rows":
    "score descending, then stock_code ascending.",
  "terrace.v1.RankSuburbsRequest":
    "Asks for the best suburbs by a weighted score.",
  "terrace.v1.RankSuburbsRequest.filter":
    "Which suburbs take part; absent = all of the scope.",
  "terrace.v1.RankSuburbsRequest.k":
    "Rows wanted: 0 = 20; above 200 = 200.",
  "terrace.v1.RankSuburbsRequest.state_code":
    "A state; empty or `AU` = the whole country.",
  "terrace.v1.RankSuburbsRequest.weights":
    "1 to 32 numeric metrics, each at most once; required.",
  "terrace.v1.RankSuburbsResponse":
    "The best suburbs.",
  "terrace.v1.RankSuburbsResponse.applied_k":
    "k after default and clamp.",
  "terrace.v1.RankSuburbsResponse.candidate_count":
    "Suburbs that satisfy the filter.",
  "terrace.v1.RankSuburbsResponse.excluded_count":
    "Candidates left out because a weighted metric has no data, or too few residents stand behind a median.",
  "terrace.v1.RankSuburbsResponse.index_version":
    "Version of the scope's suburb order.",
  "terrace.v1.RankSuburbsResponse.rows":
    "score descending, then sal_code ascending.",
  "terrace.v1.RankedStock":
    "One ranked stock.",
  "terrace.v1.RankedStock.company_name":
    "The company's name, or the product's.",
  "terrace.v1.RankedStock.contributions":
    "One entry a weight, in the order of the request.",
  "terrace.v1.RankedStock.industry":
    "Industry group; \"\" when unknown.",
  "terrace.v1.RankedStock.rank":
    "Place in the ranking, from 1; equal scores still have different ranks.",
  "terrace.v1.RankedStock.score":
    "Sum of the contributions, 0 to 1.",
  "terrace.v1.RankedStock.stock_code":
    "Code.",
  "terrace.v1.RankedSuburb":
    "One ranked suburb.",
  "terrace.v1.RankedSuburb.contributions":
    "One entry a weight, in the order of the request.",
  "terrace.v1.RankedSuburb.position":
    "Position in the scope's suburb order, from 0.",
  "terrace.v1.RankedSuburb.postcode":
    "Postcode; \"\" when unknown.",
  "terrace.v1.RankedSuburb.rank":
    "Place in the ranking, from 1; equal scores still have different ranks.",
  "terrace.v1.RankedSuburb.sal_code":
    "Statistical suburb code.",
  "terrace.v1.RankedSuburb.sal_name":
    "Name.",
  "terrace.v1.RankedSuburb.score":
    "Sum of the contributions, 0 to 1.",
  "terrace.v1.RankedSuburb.state_code":
    "State code.",
  "terrace.v1.ReceiptKind":
    "Kind of a receipt, as the recipient marked it.",
  "terrace.v1.ReceiptKind.RECEIPT_KIND_DONATION":
    "Donation Received.",
  "terrace.v1.ReceiptKind.RECEIPT_KIND_OTHER_RECEIPT":
    "Other Receipt.",
  "terrace.v1.ReceiptKind.RECEIPT_KIND_PUBLIC_FUNDING":
    "Public Funding.",
  "terrace.v1.ReceiptKind.RECEIPT_KIND_SUBSCRIPTION":
    "Subscription.",
  "terrace.v1.ReceiptKind.RECEIPT_KIND_UNSPECIFIED":
    "Marked as none of the others, or not at all.",
  "terrace.v1.ReceiptKindAmounts":
    "Amounts by kind of receipt.",
  "terrace.v1.ReceiptKindAmounts.donation_cents":
    "Donation Received, in cents.",
  "terrace.v1.ReceiptKindAmounts.other_receipt_cents":
    "Other Receipt.",
  "terrace.v1.ReceiptKindAmounts.public_funding_cents":
    "Public Funding.",
  "terrace.v1.ReceiptKindAmounts.subscription_cents":
    "Subscription.",
  "terrace.v1.ReceiptKindAmounts.unspecified_cents":
    "Marked as none of these, or not at all.",
  "terrace.v1.SearchHighlight":
    "Part of a title.",
  "terrace.v1.SearchHighlight.length":
    "Characters.",
  "terrace.v1.SearchHighlight.start":
    "First character, counted in Unicode code points from 0.",
  "terrace.v1.SearchHit":
    "An entry that was found.",
  "terrace.v1.SearchHit.detail":
    "What helps to tell it from others: state and postcode, industry, outlet and day; \"\" when nothing does.",
  "terrace.v1.SearchHit.highlights":
    "The parts of the title that were found, ascending, not overlapping.",
  "terrace.v1.SearchHit.id":
    "The key that other methods take: sal_code, stock_code, series_key, article id.",
  "terrace.v1.SearchHit.kind":
    "Kind, for example `suburb`, `stock`, `series` or `article`.",
  "terrace.v1.SearchHit.score":
    "Higher is better; comparable within one answer only.",
  "terrace.v1.SearchHit.title":
    "Its name.",
  "terrace.v1.SearchNewsRequest":
    "Asks for articles by words.",
  "terrace.v1.SearchNewsRequest.limit":
    "At most so many; 0 = 20, at most 100.",
  "terrace.v1.SearchNewsRequest.offset":
    "So many are passed over first.",
  "terrace.v1.SearchNewsRequest.query":
    "Words; the last may be unfinished. Required.",
  "terrace.v1.SearchNewsResponse":
    "Articles, the best first.",
  "terrace.v1.SearchNewsResponse.hits":
    "Articles.",
  "terrace.v1.SearchNewsResponse.total_count":
    "All articles found, also those beyond the limit.",
  "terrace.v1.SearchRequest":
    "Asks for entries by words.",
  "terrace.v1.SearchRequest.kinds":
    "Kinds of entries to look at: suburb, stock, series, member, take, article; none = all. A kind of which the snapshot has no entries, or that is switched off, finds nothing.",
  "terrace.v1.SearchRequest.limit":
    "At most so many; 0 = 10, at most 100.",
  "terrace.v1.SearchRequest.offset":
    "So many are passed over first.",
  "terrace.v1.SearchRequest.query":
    "Words; the last may be unfinished. Required.",
  "terrace.v1.SearchResponse":
    "Entries, the best first.",
  "terrace.v1.SearchResponse.hits":
    "Entries.",
  "terrace.v1.SearchResponse.known_kinds":
    "The kinds of entries in the snapshot, in the order of ties.",
  "terrace.v1.SearchResponse.total_count":
    "All entries found, also those beyond the limit.",
  "terrace.v1.SeriesLagCorrelation":
    "One pair of series at its best lag.",
  "terrace.v1.SeriesLagCorrelation.base_series_key":
    "Key of the base.",
  "terrace.v1.SeriesLagCorrelation.best_lag_months":
    "Lag of the largest |r|, in months: positive = the base leads and the overlay follows, negative = the overlay leads.",
  "terrace.v1.SeriesLagCorrelation.ci_high":
    "Upper end of that interval, tanh(atanh(r) + 1.959964 / sqrt(n - 3)).",
  "terrace.v1.SeriesLagCorrelation.ci_low":
    "Lower end of the 95 % confidence interval of r at the best lag by the Fisher transformation, tanh(atanh(r) - 1.959964 / sqrt(n - 3)). It takes months as independent and knows nothing of the search over lags, so the true uncertainty is wider. Equals r when |r| is 1.",
  "terrace.v1.SeriesLagCorrelation.lags":
    "One entry a lag, min_lag_months to max_lag_months ascending.",
  "terrace.v1.SeriesLagCorrelation.last_period":
    "First day of the newest base month used at the best lag, midnight UTC.",
  "terrace.v1.SeriesLagCorrelation.n":
    "Pairs of months used at the best lag, at least 12.",
  "terrace.v1.SeriesLagCorrelation.overlay_series_key":
    "Key of the overlay.",
  "terrace.v1.SeriesLagCorrelation.r":
    "Pearson coefficient at the best lag, signed, -1 to 1.",
  "terrace.v1.SeriesTransform":
    "What is correlated.",
  "terrace.v1.SeriesTransform.SERIES_TRANSFORM_LEVELS":
    "The values as published.",
  "terrace.v1.SeriesTransform.SERIES_TRANSFORM_UNSPECIFIED":
    "The same as levels.",
  "terrace.v1.SeriesTransform.SERIES_TRANSFORM_YEAR_ON_YEAR":
    "100 * (value - earlier) / |earlier|, earlier being the value 12 calendar months before; a month whose earlier value is missing or 0 is left out.",
  "terrace.v1.SetListingPrices":
    "What is asked and paid in a set of suburbs, as GetPriceDropsOverview defines it.",
  "terrace.v1.SetListingPrices.avg_asking":
    "Mean asking price, AUD; absent under 3 priced addresses.",
  "terrace.v1.SetListingPrices.avg_sold":
    "Mean sold price, AUD; absent under 3 sold addresses with a known price.",
  "terrace.v1.SetListingPrices.for_sale_count":
    "Live addresses for sale or under offer.",
  "terrace.v1.SetListingPrices.for_sale_priced":
    "Those with a numeric asking price.",
  "terrace.v1.SetListingPrices.median_asking":
    "Median asking price, AUD; absent under 3 priced addresses.",
  "terrace.v1.SetListingPrices.median_sold":
    "Median sold price, AUD; absent under 3 sold addresses with a known price.",
  "terrace.v1.SetListingPrices.sold_count":
    "Addresses sold within 12 months.",
  "terrace.v1.SetPricePoint":
    "Published figures of one period over a set of suburbs. Quantiles are linear between the two nearest figures.",
  "terrace.v1.SetPricePoint.frequency":
    "How often the figures are published: monthly, quarterly or annual.",
  "terrace.v1.SetPricePoint.is_preliminary":
    "True when any of the figures is preliminary.",
  "terrace.v1.SetPricePoint.median":
    "Median of the suburbs' figures.",
  "terrace.v1.SetPricePoint.p25":
    "Lower quartile.",
  "terrace.v1.SetPricePoint.p75":
    "Upper quartile.",
  "terrace.v1.SetPricePoint.period":
    "Period, as in HousePricePoint.",
  "terrace.v1.SetPricePoint.suburb_count":
    "Suburbs with a figure, at least 1.",
  "terrace.v1.SimilarStockRow":
    "One similar stock.",
  "terrace.v1.SimilarStockRow.company_name":
    "The company's name, or the product's.",
  "terrace.v1.SimilarStockRow.differences":
    "One entry a compared column, in the order of metric_keys of the response.",
  "terrace.v1.SimilarStockRow.distance":
    "Euclidean distance in standard deviations, 0 or more.",
  "terrace.v1.SimilarStockRow.industry":
    "Industry group; \"\" when unknown.",
  "terrace.v1.SimilarStockRow.similarity":
    "1 / (1 + distance), above 0 up to 1.",
  "terrace.v1.SimilarStockRow.stock_code":
    "Code.",
  "terrace.v1.SimilarStocksRequest":
    "Asks for the stocks nearest to one stock.",
  "terrace.v1.SimilarStocksRequest.filter":
    "Which stocks take part; absent = all. The target never does.",
  "terrace.v1.SimilarStocksRequest.k":
    "Rows wanted: 0 = 10; above 100 = 100.",
  "terrace.v1.SimilarStocksRequest.metric_keys":
    "Up to 32 numeric columns, each at most once. Empty = short_pct, short_pct_change_4w, days_to_cover, market_cap, price_change_1m, dividend_yield.",
  "terrace.v1.SimilarStocksRequest.stock_code":
    "The target; trimmed and upper-cased, three to six letters or digits, required.",
  "terrace.v1.SimilarStocksResponse":
    "The nearest stocks.",
  "terrace.v1.SimilarStocksResponse.applied_k":
    "k after default and clamp.",
  "terrace.v1.SimilarStocksResponse.candidate_count":
    "Stocks that satisfy the filter, the target not counted.",
  "terrace.v1.SimilarStocksResponse.excluded_count":
    "Candidates left out because a compared column has no data.",
  "terrace.v1.SimilarStocksResponse.ignored_metric_keys":
    "Columns asked for but not compared because the target has no data.",
  "terrace.v1.SimilarStocksResponse.metric_keys":
    "Columns compared, in the order of the request or of the default set.",
  "terrace.v1.SimilarStocksResponse.rows":
    "distance ascending, then stock_code ascending.",
  "terrace.v1.SimilarSuburbRow":
    "One similar suburb.",
  "terrace.v1.SimilarSuburbRow.differences":
    "One entry a compared metric, in the order of metric_keys of the response.",
  "terrace.v1.SimilarSuburbRow.distance":
    "Euclidean distance in standard deviations, 0 or more.",
  "terrace.v1.SimilarSuburbRow.position":
    "Position in the scope's suburb order, from 0.",
  "terrace.v1.SimilarSuburbRow.postcode":
    "Postcode; \"\" when unknown.",
  "terrace.v1.SimilarSuburbRow.sal_code":
    "Statistical suburb code.",
  "terrace.v1.SimilarSuburbRow.sal_name":
    "Name.",
  "terrace.v1.SimilarSuburbRow.similarity":
    "1 / (1 + distance), above 0 up to 1.",
  "terrace.v1.SimilarSuburbRow.state_code":
    "State code.",
  "terrace.v1.SimilarSuburbsRequest":
    "Asks for the suburbs nearest to one suburb.",
  "terrace.v1.SimilarSuburbsRequest.filter":
    "Which suburbs take part; absent = all of the scope. The target never does.",
  "terrace.v1.SimilarSuburbsRequest.k":
    "Rows wanted: 0 = 10; above 100 = 100.",
  "terrace.v1.SimilarSuburbsRequest.metric_keys":
    "Up to 32 numeric metrics, each at most once. Empty = age, income, born_overseas, amenity_density, population, distance_to_coast.",
  "terrace.v1.SimilarSuburbsRequest.sal_code":
    "The target, in any state; trimmed, required.",
  "terrace.v1.SimilarSuburbsRequest.state_code":
    "Where to look: a state; empty or `AU` = the whole country.",
  "terrace.v1.SimilarSuburbsResponse":
    "The nearest suburbs.",
  "terrace.v1.SimilarSuburbsResponse.applied_k":
    "k after default and clamp.",
  "terrace.v1.SimilarSuburbsResponse.candidate_count":
    "Suburbs that satisfy the filter, the target not counted.",
  "terrace.v1.SimilarSuburbsResponse.excluded_count":
    "Candidates left out because a compared metric has no data.",
  "terrace.v1.SimilarSuburbsResponse.ignored_metric_keys":
    "Metrics asked for but not compared because the target has no data.",
  "terrace.v1.SimilarSuburbsResponse.index_version":
    "Version of the scope's suburb order.",
  "terrace.v1.SimilarSuburbsResponse.metric_keys":
    "Metrics compared, in the order of the request or of the default set.",
  "terrace.v1.SimilarSuburbsResponse.rows":
    "distance ascending, then sal_code ascending.",
  "terrace.v1.StatePredicate":
    "The suburb lies in one of the named states.",
  "terrace.v1.StatePredicate.state_codes":
    "ACT NSW NT QLD SA TAS VIC WA, trimmed and upper-cased, at least one; anything else is invalid_argument.",
  "terrace.v1.StateRun":
    "The suburbs of one state within a scope's order.",
  "terrace.v1.StateRun.count":
    "How many suburbs it has.",
  "terrace.v1.StateRun.first_position":
    "Position of its first suburb.",
  "terrace.v1.StateRun.state_code":
    "State code.",
  "terrace.v1.SuburbIndexColumns":
    "The suburbs of a scope by column: position i of every list is the same suburb.",
  "terrace.v1.SuburbIndexColumns.council_names":
    "Names of the councils that council_numbers refers to, ascending.",
  "terrace.v1.SuburbIndexColumns.council_numbers":
    "The council with most of the suburb's residents: 0 = unknown, otherwise its place in council_names from 1.",
  "terrace.v1.SuburbIndexColumns.latitudes":
    "Latitudes of the centroids in degrees; NaN when unknown. Empty when the snapshot knows no places.",
  "terrace.v1.SuburbIndexColumns.longitudes":
    "Longitudes of the centroids in degrees; NaN when unknown. Empty when the snapshot knows no places.",
  "terrace.v1.SuburbIndexColumns.postcodes":
    "Postcodes; \"\" when unknown.",
  "terrace.v1.SuburbIndexColumns.sal_codes":
    "Statistical suburb codes, ascending.",
  "terrace.v1.SuburbIndexColumns.sal_names":
    "Names.",
  "terrace.v1.SuburbIndexColumns.states":
    "The runs of the order that belong to one state, ascending.",
};
