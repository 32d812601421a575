import { useSignal } from "@preact/signals";
import { Answer, Shown, useCall, useRequest } from "../../data/ask.tsx";
import { holdsAny } from "../../data/holdings.ts";
import { market, search } from "../../data/services.ts";
import { Rows } from "../../parts/cite.tsx";
import { Choice, named, Press, Segments, set, WordsField } from "../../parts/controls.tsx";
import {
  formatCount,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
  MONTHS,
} from "../../parts/format.ts";
import { AbsentNote, Page } from "../../parts/page.tsx";
import { PERIODS, Security } from "../../parts/public-figures.tsx";
import { PublishedByTable } from "../../parts/published-by.tsx";
import { type Column, known } from "../../parts/section.tsx";
import { goTo } from "../../view/navigate.ts";
import { TabPanel, Tabs } from "../../view/tabs.tsx";
import { IndustryMap } from "./industry-map.tsx";

const ALL_TABS = [
  ["day", "Day"],
  ["industries", "Industries"],
  ["battlegrounds", "Battlegrounds"],
] as const;

/** Stocks screen: a report's short positions, by industry, and where price and short position diverge. */
export function View() {
  const tabs = ALL_TABS.filter(([name]) => name !== "industries" || holdsAny("companies"));
  const about = (
    <p class="muted">
      Percentage of a security's shares on issue that are reported as sold short. Reports are published after
      four trading days.
    </p>
  );
  return (
    <Page title="Short positions" head={about} of="shorts">
      <div class="controls">
        <StockField />
        <Tabs tabs={tabs} label="Views" />
      </div>
      <TabPanel tabs={tabs}>
        {(open) =>
          open === "day" ? <MarketDay /> : open === "industries" ? <Industries /> : <Battlegrounds />
        }
      </TabPanel>
      <PublishedByTable table="short_positions" />
      <AbsentNote of="companies" />
    </Page>
  );
}

function StockField() {
  const text = useSignal("");
  const request = text.value.trim() === "" ? undefined : { query: text.value, limit: 8 };
  const asked = useCall(search.searchStocks, request);
  const found = asked.value.state === "there" ? (asked.value.value?.stocks ?? []) : [];
  return (
    <div class="search">
      <WordsField
        label="Find a company"
        prompt="Code or company…"
        text={text}
        onEnter={() => found.length > 0 && goTo(`/stocks/${found[0].productCode}`)}
      />
      {text.value.trim() !== "" && (
        <ul class="search-list">
          {found.map(({ productCode, name }) => (
            <li key={productCode}>
              <a href={`/stocks/${productCode}`}>
                {productCode} {name}
              </a>
            </li>
          ))}
          {asked.value.state === "there" && found.length === 0 && (
            <li class="muted">No company matches this code or name.</li>
          )}
        </ul>
      )}
    </div>
  );
}

type Day = Awaited<ReturnType<typeof market.getMarketByDate>>;
type Position = Day["stocks"][number];

const POSITION_COLUMNS: readonly Column<Position>[] = [
  ["Security", ({ productCode, name }) => <Security code={productCode} name={name} />],
  ["Short", ({ percentageShorted }) => formatPercent(percentageShorted), "number"],
  ["Industry", ({ industry }) => industry || undefined],
  ["Days to cover", ({ daysToCover }) => known(daysToCover, formatNumber, daysToCover > 0), "number"],
  [
    "Market value",
    ({ marketCap }) => known(marketCap, (value) => formatMoney(value, true), marketCap > 0),
    "number",
  ],
];

function MarketDay() {
  const date = useSignal("");
  const asked = useRequest(
    async (signal) => {
      const { latestDate } = await market.getAvailableDates({ limit: 1 }, { signal });
      const wanted = date.value || latestDate;
      return wanted === ""
        ? undefined
        : market.getMarketByDate({ date: wanted, limit: 100, ordinaryOnly: true }, { signal });
    },
    [date.value],
  );
  return (
    <Shown asked={asked} what="the report">
      {(day) =>
        day === undefined ? (
          <p class="empty">This data has no short positions.</p>
        ) : (
          <>
            <div class="controls">
              <Press disabled={day.previousDate === ""} onClick={() => set(date, day.previousDate)}>
                ← {day.previousDate === "" ? "none before" : formatDay(day.previousDate)}
              </Press>
              <span>
                Report of <DayField value={day.date} onPick={(picked) => set(date, picked)} />
              </span>
              <Press disabled={day.nextDate === ""} onClick={() => set(date, day.nextDate)}>
                {day.nextDate === "" ? "none after" : formatDay(day.nextDate)} →
              </Press>
              <span class="muted small">
                {formatCount(Math.min(100, day.totalCount))} of {formatCount(day.totalCount)} securities
              </span>
            </div>
            <Rows
              rows={day.stocks}
              columns={POSITION_COLUMNS}
              none={`No report was published for ${formatDay(day.date)}.`}
            />
          </>
        )
      }
    </Shown>
  );
}

/** Parses 6 Nov 2026, 6/11/2026 or 2026-11-06 to YYYY-MM-DD; undefined if invalid. */
function readDay(text: string): string | undefined {
  const [first, middle, last] = text
    .trim()
    .toLowerCase()
    .split(/[\s/.-]+/);
  if (last === undefined) return undefined;
  const isIso = /^\d{4}$/.test(first);
  const named = MONTHS.findIndex((name) => name.toLowerCase() === middle.slice(0, 3)) + 1;
  const [year, month, day] = [isIso ? first : last, named || Number(middle), Number(isIso ? last : first)];
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && /^\d{4}$/.test(year);
  return isDay ? date.toISOString().slice(0, 10) : undefined;
}

/** Date field in the format of this site; the browser's own date field uses the reader's locale. */
function DayField({ value, onPick }: { value: string; onPick: (day: string) => void }) {
  const isBad = useSignal(false);
  return (
    <input
      type="text"
      class="day-field"
      aria-label="Date of the report"
      aria-invalid={isBad.value}
      title="A date such as 6 Nov 2026"
      value={formatDay(value)}
      onChange={(event) => {
        const day = readDay(event.currentTarget.value);
        isBad.value = day === undefined;
        if (day !== undefined) onPick(day);
      }}
    />
  );
}

const SHOWN = [
  [false, "Short now"],
  [true, "Change"],
] as const;

function Industries() {
  const period = useSignal<(typeof PERIODS)[number]>("3M");
  const isChange = useSignal(false);
  return (
    <>
      <div class="controls">
        <Segments label="Shown" now={isChange} options={SHOWN} />
        <label>
          over{" "}
          <Choice value={period.value} options={named(PERIODS)} onPick={(picked) => set(period, picked)} />
        </label>
      </div>
      <Answer
        of={market.getIndustryTreeMap}
        to={{ period: period.value, limit: 12, viewMode: isChange.value ? 1 : 0 }}
        what="the industries"
      >
        {(map) => <IndustryMap map={map} isChange={isChange.value} />}
      </Answer>
    </>
  );
}

type Battleground = Awaited<ReturnType<typeof market.getBattlegroundStocks>>["stocks"][number];

const BATTLE_COLUMNS: readonly Column<Battleground>[] = [
  ["Security", ({ stockCode, companyName }) => <Security code={stockCode} name={companyName} />],
  ["Score", ({ squeezeScore }) => formatNumber(squeezeScore), "number"],
  ["Short", ({ shortPct }) => formatPercent(shortPct), "number"],
  ["Short, 4 weeks", ({ shortPctChange4w }) => `${signed(shortPctChange4w)} points`, "number"],
  ["Price, month", ({ priceChange1m }) => `${signed(priceChange1m)} %`, "number"],
  ["Days to cover", ({ daysToCover }) => known(daysToCover, formatNumber, daysToCover > 0), "number"],
];

/** Without prices in the data all price changes are 0. */
const hasPrices = (stocks: readonly Battleground[]) =>
  stocks.some(({ priceChange1m }) => priceChange1m !== 0);

function signed(value: number): string {
  return `${value > 0 ? "+" : ""}${formatNumber(value)}`;
}

function Battlegrounds() {
  return (
    <Answer of={market.getBattlegroundStocks} to={{ limit: 50 }} what="the battlegrounds">
      {({ stocks, totalCount }) => (
        <>
          <p class="chart-note">
            {formatCount(totalCount)} securities with at least 1 % short. The score, out of 100, combines days
            to cover, the percentage short, and the rise in price and short positions; missing figures count
            as zero.
          </p>
          <Rows
            rows={stocks}
            columns={BATTLE_COLUMNS.filter(([title]) => hasPrices(stocks) || !title.startsWith("Price"))}
            none="None."
          />
        </>
      )}
    </Answer>
  );
}
