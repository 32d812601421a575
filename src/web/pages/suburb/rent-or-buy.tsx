import { useCall } from "../../data/ask.tsx";
import { countryNow, valueAt } from "../../data/country.ts";
import { terrace } from "../../data/terrace.ts";
import { Rows } from "../../parts/cite.tsx";
import { formatDay, formatMoney } from "../../parts/format.ts";
import { HeldCard, type Lacks } from "../../parts/held-card.tsx";
import { SeriesLink } from "../../parts/published-by.tsx";
import { affordRequest, monthlyRepayment, rateOfRepayment, USUAL } from "../../view/household.ts";
import { view } from "../../view/view-state.ts";

/** Share of the price that is borrowed: up to this lenders usually require no insurance. */
const BORROWED = 0.8;
const YEARS = 30;
const MOVES = [-3, -2, -1, 0, 1, 2, 3];

/** Monthly cost of a house rented and repaid, at the newest rate and up to three points around it. */
export function RentOrBuy({ position, lacks }: { position: number; lacks: Lacks }) {
  const now = countryNow();
  const of = (key: string) => now && valueAt(now.frame, key, position);
  const price = of("price");
  const yieldPercent = of("gross_yield");
  const census = of("median_weekly_rent");
  // Compares houses with houses if the rent of houses is known.
  const weekly =
    price !== undefined && yieldPercent !== undefined ? (price * yieldPercent) / 5200 : (census ?? 0);
  const isKnown = price !== undefined && weekly > 0;
  const household = view.value.afford ?? USUAL;
  const asked = useCall(terrace.explorer.afford, isKnown ? affordRequest(household) : undefined);
  return (
    <HeldCard
      asked={asked}
      lacks={lacks}
      title="Rent or buy"
      what="the rate"
      reason="no house price or no rent is published for this suburb."
      isThere={() => true}
    >
      {(answer) => {
        if (price === undefined) return null;
        const [loan, rent] = [price * BORROWED, (weekly * 52) / 12];
        const even = rateOfRepayment(loan, rent, YEARS);
        const rows = MOVES.map((move) => ({ move, rate: answer.annualRatePercent + move }))
          .filter((one) => one.rate >= 0)
          .map((one) => ({ ...one, monthly: monthlyRepayment(loan, one.rate, YEARS) }));
        return (
          <div class="rent-or-buy">
            <p>
              A house at the median of {formatMoney(price)} rents for {formatMoney(weekly)} a week,{" "}
              <strong>{formatMoney(rent)} a month</strong>
              {yieldPercent === undefined && " (the census's median of all homes)"}. Repaying{" "}
              {formatMoney(loan)}, 80 % of it, over {YEARS} years:
            </p>
            <Rows
              rows={rows}
              columns={[
                [
                  "Rate",
                  ({ move, rate: at }) =>
                    `${at.toFixed(2)} %${move === 0 ? "" : ` (${move > 0 ? "+" : "−"}${Math.abs(move)})`}`,
                ],
                ["A month", ({ monthly }) => formatMoney(monthly), "number"],
                [
                  "Against rent",
                  ({ monthly }) => `${monthly >= rent ? "+" : "−"}${formatMoney(Math.abs(monthly - rent))}`,
                  "number",
                ],
              ]}
            />
            <p class="chart-note">
              {even !== undefined && `Both cost the same at ${even.toFixed(1)} %. `}
              {answer.rateSeriesKey !== "" && (
                <>
                  The rate is the latest of <SeriesLink seriesKey={answer.rateSeriesKey} />,{" "}
                  {formatDay(answer.ratePeriod)}.{" "}
                </>
              )}
              Excludes duty, council rates, repairs, insurance, returns on savings and price changes. Not
              advice.
            </p>
          </div>
        );
      }}
    </HeldCard>
  );
}
