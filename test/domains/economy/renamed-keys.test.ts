import { describe, expect, it } from "vitest";
import { presentKey } from "../../../src/domains/economy/queries/series-store.ts";
import { EconomyService } from "../../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { economyCalls } from "../../support/data/economy-calls.ts";
import { seriesRow } from "../../support/data/economy-rows.ts";
import { callMethod } from "../../support/data/method-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { getEconomicSeries, listSeriesCorrelations } = EconomyService.method;
const economy = opened(() => {
  const keys = [
    "rates.cash_rate_target.aus",
    "approvals.dwellings.total.nsw",
    "approvals.dwelling_units.total.vic",
    "markets.short_interest_avg.software-services.aus",
  ];
  return economyCalls({
    economic_series: keys.map((key) => seriesRow(key)),
    economic_observations: keys.map((series_key, value) => ({ series_key, period: "2026-09-01", value })),
  });
});

const asked = async (...seriesKeys: string[]) => {
  const { series, renamed } = await callMethod(economy.methods, getEconomicSeries, { seriesKeys });
  const found = series as { info: { seriesKey: string } }[];
  return { keys: found.map(({ info }) => info.seriesKey), renamed };
};

describe("earlier spellings of series keys", () => {
  it.each([
    ["rates.cash_rate.aus", "rates.cash_rate_target.aus"],
    ["exchange.aud_usd.aus", "rates.aud_usd.aus"],
    ["cpi.consumer_price_index.aus", "cpi.index.all_groups.aus"],
    ["cpi.year_ended_inflation.aus", "cpi.annual_change.all_groups.aus"],
    ["cpi.index_change_year.rents.aus", "cpi.annual_change.rents.aus"],
    ["labour.employed_total.total.nsw.seasadj", "labour.employed_persons.total.nsw.seasadj"],
    ["wages.wage_price_index_change_year.total.vic", "wages.wpi_yoy.vic"],
    ["population.estimated_resident_population.nsw", "population.erp.total.nsw"],
    ["population.estimated_resident_population.female.aus", "population.erp.female.aus"],
    [
      "lending.households.housing_finance_owner_occupier_new_loan_commitments_value.vic.seasadj",
      "lending.new_commitments.owner_occupier.vic.seasadj",
    ],
    ["lending.new_loan_commitments.investor.aus", "lending.new_commitments.investor.aus"],
    ["credit.credit.housing_12_month_ended_growth.aus.seasadj", "credit.growth_yoy.housing.aus.seasadj"],
    ["approvals.dwellings.total.nsw", "approvals.dwelling_units.total.nsw"],
    [
      "accounts.state_final_demand_chain_volume_measures.wa.seasadj",
      "gdp.state_final_demand_chain_volume.total.wa.seasadj",
    ],
  ])("%s is %s", (before, now) => {
    expect(presentKey(before)).toBe(now);
    // A present key was never a former one.
    expect(presentKey(now)).toBeUndefined();
  });

  it("answer under the present one and say so", async () => {
    expect(await asked("rates.cash_rate.aus", "markets.short_interest_mean.software_services")).toEqual({
      keys: ["markets.short_interest_avg.software-services.aus", "rates.cash_rate_target.aus"],
      renamed: [
        { asked: "rates.cash_rate.aus", seriesKey: "rates.cash_rate_target.aus" },
        {
          asked: "markets.short_interest_mean.software_services",
          seriesKey: "markets.short_interest_avg.software-services.aus",
        },
      ],
    });
  });

  it("give a series once when both are asked for, and nothing for one that is unknown either way", async () => {
    const both = await asked("rates.cash_rate.aus", "rates.cash_rate_target.aus", "rates.cash_rate.nsw");
    expect(both.keys).toEqual(["rates.cash_rate_target.aus"]);
    expect(both.renamed).toEqual([{ asked: "rates.cash_rate.aus", seriesKey: "rates.cash_rate_target.aus" }]);
  });

  it("leave a dataset its own key", async () => {
    expect(await asked("approvals.dwellings.total.nsw")).toEqual({
      keys: ["approvals.dwellings.total.nsw"],
      renamed: [],
    });
  });

  it("are told of the base of correlations too", async () => {
    const answer = await callMethod(economy.methods, listSeriesCorrelations, {
      baseSeriesKey: "markets.short_interest_mean.software_services",
    });
    expect(answer.renamedBase).toEqual({
      asked: "markets.short_interest_mean.software_services",
      seriesKey: "markets.short_interest_avg.software-services.aus",
    });
  });
});
