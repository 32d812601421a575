import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { country, countryNow } from "../../data/country.ts";
import { Rows } from "../../parts/cite.tsx";
import { Choice, Press, set } from "../../parts/controls.tsx";
import { formatCount, formatDay, formatMoney, readNumber } from "../../parts/format.ts";
import { PublishedByTable, SeriesLink } from "../../parts/published-by.tsx";
import type { Column } from "../../parts/section.tsx";
import {
  BUYERS,
  DWELLINGS,
  type Household,
  MAX_AMOUNT,
  MAX_RATE,
  PROPERTIES,
  priceKey,
  USUAL,
} from "../../view/household.ts";
import { adjustView, changeView, settleView } from "../../view/navigate.ts";
import { type Affordable, affordable, byState, pricedBy, pricedByState, pricedIn } from "../../view/reach.ts";
import { selection } from "../../view/selection.ts";
import { view } from "../../view/view-state.ts";

type StateAnswer = Affordable["states"][number];

const MAX_ROWS = 20;

/** What limits the price, by the API's enum numbers. */
const LIMITS = ["", "income", "6 times the income", "deposit"];

/** What a household can pay in each state, and the suburbs it can afford. Updates while one types. */
export function AffordPanel() {
  const { answer, isAwaited, problem } = affordable.value;
  const { scope } = view.value;
  const states = answer?.states.filter(({ stateCode }) => scope === "AU" || stateCode === scope) ?? [];
  return (
    <div class="afford">
      <Fields rate={answer?.annualRatePercent} />
      <div class="afford-answer" aria-busy={isAwaited}>
        {problem !== "" && (
          <p class="error" role="alert">
            {problem.startsWith("annual_rate_percent is required")
              ? "This data has no home loan rate: enter one."
              : `No answer: ${problem}.`}
          </p>
        )}
        {answer === undefined ? (
          problem === "" && <p class="muted">Loading…</p>
        ) : (
          <>
            <Within states={states} />
            <StateTable states={states} />
            <RateTable states={states} rate={answer.annualRatePercent} />
            <Nearest states={states} />
            <Notes answer={answer} />
          </>
        )}
      </div>
    </div>
  );
}

/** Amounts that are typed; only the rate may stay empty. */
const AMOUNTS = [
  ["income", "Income", "a year before tax, of all borrowers"],
  ["deposit", "Savings", "for deposit, duty and costs"],
  ["debts", "Other debts", "repayments a month"],
  ["rate", "Rate", "percent a year; empty = the latest variable rate"],
] as const;

const CHOICES = [
  ["buyer", "Bought", BUYERS],
  ["dwelling", "Home", DWELLINGS],
  ["property", "What", PROPERTIES],
] as const;

function Fields({ rate }: { rate: number | undefined }) {
  const household = view.value.afford ?? USUAL;
  const changed = (key: keyof Household, value: Household[typeof key]) => ({
    afford: { ...(view.peek().afford ?? USUAL), [key]: value },
  });
  const isWithoutPrices = (dwelling: Household["dwelling"]) =>
    country.value?.metrics.get(priceKey({ ...household, dwelling }))?.dataCount === 0;
  return (
    <fieldset class="afford-fields">
      <legend>What can I afford?</legend>
      {AMOUNTS.map(([key, label, hint]) => (
        <AmountField
          key={key}
          label={label}
          hint={hint}
          value={household[key]}
          isRate={key === "rate"}
          placeholder={key === "rate" && rate !== undefined ? `${rate.toFixed(2)} %` : ""}
          onType={(value) => adjustView(changed(key, value))}
        />
      ))}
      {CHOICES.map(([key, label, options]) => (
        <label key={key} class="amount">
          <span>{label}</span>
          <Choice<Household[typeof key]>
            value={household[key]}
            options={options}
            isOff={(value) => key === "dwelling" && isWithoutPrices(value as Household["dwelling"])}
            onPick={(value) => changeView(changed(key, value))}
          />
        </label>
      ))}
    </fieldset>
  );
}

/** Number of suburbs within reach, of those with a known price. */
function Within({ states }: { states: readonly StateAnswer[] }) {
  const [picked, priced] = [selection.value, pricedIn(view.value.scope)];
  const { dwelling } = view.value.afford ?? USUAL;
  const highest = states.map(({ highestPrice }) => highestPrice);
  const where = view.value.scope === "AU" ? "" : ` in ${view.value.scope}`;
  const [least, most] = [Math.min(...highest), Math.max(...highest)];
  const upTo =
    least === most
      ? `Up to ${formatMoney(most)}`
      : `Up to ${formatMoney(least)} to ${formatMoney(most)} by state`;
  return (
    <p class="afford-within" role="status">
      <strong>{upTo}</strong>
      {priced === 0
        ? `. No suburb${where} has a ${dwelling} price in this data, so the filter finds none.`
        : picked !== undefined &&
          priced !== undefined &&
          `: the ${dwelling} median of ${formatCount(picked.count)} of ${formatCount(priced)} suburbs with a price${where} is affordable${view.value.where.length > 0 ? ", with your other conditions" : ""}.`}
    </p>
  );
}

function StateTable({ states }: { states: readonly StateAnswer[] }) {
  const picked = selection.value;
  const found = picked && byState(picked.frame, picked.words);
  const atRate = ({ repayments }: StateAnswer, rate: number) =>
    repayments.find(({ annualRatePercent }) => Math.abs(annualRatePercent - rate) < 1e-6)?.monthly ?? 0;
  const rate = affordable.value.answer?.annualRatePercent ?? 0;
  return (
    <Rows
      rows={states}
      columns={[
        [
          "State",
          ({ stateCode }) =>
            view.value.scope === stateCode ? (
              stateCode
            ) : (
              <Press
                class="quiet link"
                aria-label={`Show ${stateCode} alone`}
                onClick={() => changeView({ scope: stateCode, at: undefined })}
              >
                {stateCode}
              </Press>
            ),
        ],
        ["Highest price", ({ highestPrice }) => formatMoney(highestPrice), "number"],
        ["Duty", ({ duty }) => formatMoney(duty), "number"],
        ["Loan", ({ loan }) => formatMoney(loan), "number"],
        ["A month", (one) => formatMoney(atRate(one, rate)), "number"],
        ["Limited by", ({ limitedBy }) => LIMITS[limitedBy] ?? ""],
        [
          "Suburbs",
          ({ stateCode }) =>
            pricedByState.value?.get(stateCode) === undefined ? (
              <span class="is-unknown">no prices</span>
            ) : (
              formatCount(found?.get(stateCode)?.length ?? 0)
            ),
          "number",
        ],
        [
          "Duty as of",
          ({ scheduleFrom, readAtOffice }) => `${formatDay(scheduleFrom)}${readAtOffice ? "" : "*"}`,
        ],
      ]}
    />
  );
}

function RateTable({ states, rate }: { states: readonly StateAnswer[]; rate: number }) {
  const rates = states[0]?.repayments.map(({ annualRatePercent }) => annualRatePercent) ?? [];
  const points = (at: number) => {
    const move = Math.round(at - rate);
    return move === 0 ? `${rate.toFixed(2)} %` : `${move > 0 ? "+" : "−"}${Math.abs(move)}`;
  };
  return (
    <details open={states.length === 1}>
      <summary>Monthly repayments if the rate moves by 1, 2 or 3 percentage points</summary>
      <Rows
        rows={states}
        columns={[
          ["State", ({ stateCode }) => stateCode],
          ...rates.map(
            (at, i): Column<StateAnswer> => [
              points(at),
              ({ repayments }) => formatMoney(repayments[i]?.monthly ?? 0),
              "number",
            ],
          ),
        ]}
      />
    </details>
  );
}

/** The most expensive suburbs within reach, by the margin to the highest price. */
function Nearest({ states }: { states: readonly StateAnswer[] }) {
  const [now, picked] = [countryNow(), selection.value];
  if (now === undefined || picked === undefined || !pricedIn(view.value.scope)) return null;
  const { salNames, salCodes, stateCodes } = now.frame.index;
  const column = now.frame.column(pricedBy.value);
  const most = new Map(states.map(({ stateCode, highestPrice }) => [stateCode, highestPrice]));
  const rows = [...picked.frame.positions(picked.words)]
    .flatMap((position) => {
      const price = column.at(position);
      const margin = (most.get(stateCodes[position]) ?? Number.NaN) - (price ?? Number.NaN);
      return margin >= 0 ? [{ position, price: price!, margin }] : [];
    })
    .sort((a, b) => a.margin - b.margin || a.position - b.position)
    .slice(0, MAX_ROWS);
  return (
    <details open>
      <summary>Most expensive affordable suburbs</summary>
      <Rows
        rows={rows}
        none="No suburb with a known price is affordable."
        columns={[
          ["Suburb", ({ position }) => <a href={`/suburb/${salCodes[position]}`}>{salNames[position]}</a>],
          ["State", ({ position }) => stateCodes[position]],
          ["Median", ({ price }) => formatMoney(price), "number"],
          ["Margin", ({ margin }) => formatMoney(margin), "number"],
        ]}
      />
    </details>
  );
}

function Notes({ answer }: { answer: Affordable }) {
  const { annualRatePercent, assessedRatePercent, rateSeriesKey, ratePeriod, contractDate, states, note } =
    answer;
  const [first] = states;
  return (
    <div class="small muted afford-notes">
      <p class="afford-advice">
        <strong>Not advice.</strong> {note}
      </p>
      <p>
        {annualRatePercent.toFixed(2)} % a year over 30 years
        {rateSeriesKey !== "" && (
          <>
            , the latest of <SeriesLink seriesKey={rateSeriesKey} /> ({formatDay(ratePeriod)})
          </>
        )}
        ; repayments are assessed at {assessedRatePercent.toFixed(2)} % and may take up to 40 % of income; at
        most 80 % of the price is borrowed; {formatMoney(first?.costs ?? 0)} for costs other than duty.
      </p>
      <p>
        Duty for a contract dated {formatDay(contractDate)}, from schedules checked against the published ones
        on {formatDay(first?.checkedOn ?? "")}
        {first?.unchecked ? "; newer ones may apply now" : ""}.
        {states.some(({ readAtOffice }) => !readAtOffice) &&
          " * Some of its figures come from sources other than the revenue office."}{" "}
        A median is the middle of the sale prices: half of the homes sold for less, half for more.
      </p>
      <PublishedByTable table="house_prices" />
    </div>
  );
}

interface AmountProps {
  readonly label: string;
  readonly hint: string;
  /** Undefined shows the placeholder. */
  readonly value: number | undefined;
  readonly placeholder: string;
  /** A rate may be undefined (an empty field); an empty amount is invalid. */
  readonly isRate: boolean;
  /** Called on every input, with valid values only. */
  readonly onType: (value: number | undefined) => void;
}

/** Text field that applies while one types: 150k, $1.2m, 6.1. Reports invalid input and ignores it. */
function AmountField({ label, hint, value, placeholder, isRate, onType }: AmountProps) {
  const typed = useSignal<string | undefined>(undefined);
  const id = useId();
  const most = isRate ? MAX_RATE : MAX_AMOUNT;
  const format = (one: number) => (isRate ? `${one} %` : formatMoney(one));
  const isFigure = (number: number | undefined) => number !== undefined && number >= 0 && number <= most;
  const isEmpty = (text: string) => isRate && text.trim() === "";
  const isBad = typed.value !== undefined && !isEmpty(typed.value) && !isFigure(readNumber(typed.value));
  return (
    <label class="amount">
      <span>{label}</span>
      <input
        type="text"
        inputMode="decimal"
        autocomplete="off"
        aria-invalid={isBad}
        aria-describedby={id}
        placeholder={placeholder}
        value={typed.value ?? (value === undefined ? "" : format(value))}
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => {
          const text = event.currentTarget.value;
          typed.value = text;
          const number = readNumber(text);
          if (isEmpty(text)) onType(undefined);
          else if (isFigure(number)) onType(number);
        }}
        onChange={settleView}
        onBlur={() => set(typed, undefined)}
      />
      <span id={id} class={`small ${isBad ? "error" : "muted"}`}>
        {isBad ? `A figure from 0 to ${format(most)}` : hint}
      </span>
    </label>
  );
}
