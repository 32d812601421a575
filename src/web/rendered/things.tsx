import { Code, ConnectError, PoliticiansService, StockService } from "terrace/client";
import {
  formatCount,
  formatDay,
  formatIsoDay,
  formatMoney,
  formatMonth,
  formatNumber,
} from "../parts/format.ts";
import {
  formatSeriesValue,
  regionName,
  seriesName,
  seriesTitle,
  topicName,
  unitName,
} from "../parts/series-names.ts";
import { memberPath, seriesPath, stockPath } from "./addresses.ts";
import { LineSvg, Table } from "./charts.tsx";
import type { Figure, PageModel } from "./page-model.ts";
import { Figures, To } from "./parts.tsx";
import { originOf, type Site } from "./site.ts";

type Stamp = { readonly seconds: bigint } | undefined;
const timeOf = (stamp: Stamp) => Number(stamp?.seconds ?? 0n) * 1000;

const whenOf = (stamp: Stamp) => (stamp === undefined ? "" : formatDay(new Date(timeOf(stamp))));

/** An answer; undefined where there is nothing under the name that was asked for. */
export async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    const { code } = ConnectError.from(error);
    if (code === Code.NotFound || code === Code.InvalidArgument) return undefined;
    throw error;
  });
}

/** A figure without a place among others. */
const plainFigure = (
  origin: Pick<Figure, "publisher" | "date">,
  key: string,
  label: string,
  value: number,
  text: string,
): Figure => ({ ...{ key, label, value, text, unit: "" }, ...origin });

/** The page of an economic series; undefined for a key that there is not. */
export async function seriesPage(site: Site, key: string): Promise<PageModel | undefined> {
  const answer = await orNothing(site.client.economy.getEconomicSeries({ seriesKeys: [key] }));
  const [series] = answer?.series ?? [];
  const info = series?.info;
  if (info === undefined || series.observations.length === 0) return undefined;
  const { observations } = series;
  const path = seriesPath(info.seriesKey);
  const [name, region] = [seriesName(info), regionName(info)];
  const value = (of: number) => formatSeriesValue(of, info.unit);
  const published = site.sourcesOfTables("economic_series", "economic_observations");
  const own = published.filter(({ id }) => id === info.sourceKey);
  const sources = own.length > 0 ? own : published;
  const origin = originOf(own);
  const [first, last] = [observations[0], observations[observations.length - 1]];
  const sorted = [...observations].sort((a, b) => a.value - b.value);
  const [low, high] = [sorted[0], sorted[sorted.length - 1]];
  const when = (one: typeof last) => formatMonth(new Date(timeOf(one.period)));
  const figure = (figureKey: string, label: string, of: typeof last) =>
    plainFigure(origin, figureKey, `${label}, ${when(of)}`, of.value, value(of.value));
  const figures = [
    figure("latest", "Newest", last),
    ...(observations.length > 1 ? [figure("highest", "Highest", high), figure("lowest", "Lowest", low)] : []),
  ];
  const chart = observations.length > 1 && (
    <LineSvg
      title={seriesTitle(info)}
      points={observations.map((one) => ({ at: timeOf(one.period), label: when(one), value: one.value }))}
      format={value}
    />
  );
  const unit = unitName(info.unit);
  const sentences = [
    `${seriesTitle(info)}: ${value(last.value)}${["%", "$", "number"].includes(unit) ? "" : ` (${unit})`} in ${when(last)}.`,
    observations.length > 1 &&
      `Since ${when(first)} it has been between ${value(low.value)} (${when(low)}) and ${value(high.value)} (${when(high)}).`,
    `The figures are ${info.frequency}.`,
  ]
    .filter(Boolean)
    .join(" ");
  return {
    kind: "series",
    key: info.seriesKey,
    ...{ path, name, figures, sources },
    title: seriesTitle(info),
    description: sentences,
    crumbs: [
      { name: "Series", path: "/series" },
      { name: seriesTitle(info), path },
    ],
    feed: `/feeds/series/${encodeURIComponent(info.seriesKey)}.atom`,
    parts: { chart },
    body: (
      <>
        <p class="where">{[topicName(info.topic), region].filter(Boolean).join(" · ")}</p>
        <p class="sentences">{sentences}</p>
        <p class="actions">
          <To path={`/series?s=${encodeURIComponent(info.seriesKey)}`} isButton>
            Compare with other series
          </To>
        </p>
        <section class="charts">
          <h2>Chart</h2>
          {chart}
        </section>
        <Figures figures={figures} />
      </>
    ),
  };
}

/** The paths of all securities that have a page: some are known by a price or a report alone. */
export async function stockPaths(site: Site): Promise<string[]> {
  const stocks = site.client.service(StockService);
  const paths: string[] = [];
  for (const code of await site.keys("stock")) {
    const stock = await orNothing(stocks.getStock({ productCode: code }));
    if (stock?.productCode === code) paths.push(stockPath(code));
  }
  return paths;
}

/** The page of a security; undefined for a code that no report has. */
export async function stockPage(site: Site, given: string): Promise<PageModel | undefined> {
  const stocks = site.client.service(StockService);
  const stock = await orNothing(stocks.getStock({ productCode: given }));
  if (stock === undefined || stock.productCode === "") return undefined;
  const code = stock.productCode;
  const history = await orNothing(
    stocks.getStockData({ productCode: code, period: "MAX", fullResolution: true }),
  );
  const path = stockPath(code);
  const sources = site.sourcesOfTables("short_positions", "stock_prices");
  const origin = { ...originOf(sources), ...(stock.lastReportedDate && { date: stock.lastReportedDate }) };
  const percent = (value: number) => `${formatNumber(value)} %`;
  const figure = (key: string, label: string, value: number, text: string) =>
    plainFigure(origin, key, label, value, text);
  const points = history?.points ?? [];
  const chart = points.length > 1 && (
    <LineSvg
      title={`Sold short, ${code}`}
      points={points.map((point) => ({
        at: timeOf(point.timestamp),
        label: whenOf(point.timestamp),
        value: point.shortPosition,
      }))}
      format={percent}
    />
  );
  const figures = [
    figure(
      "short_share",
      "Sold short, share of the shares on issue",
      stock.percentageShorted,
      percent(stock.percentageShorted),
    ),
    ...(stock.reportedShortPositions > 0
      ? [
          figure(
            "short_shares",
            "Shares sold short",
            stock.reportedShortPositions,
            formatCount(stock.reportedShortPositions),
          ),
        ]
      : []),
    ...(stock.marketCap > 0
      ? [figure("market_value", "Market value", stock.marketCap, formatMoney(stock.marketCap, true))]
      : []),
    ...(stock.daysToCover > 0
      ? [figure("days_to_cover", "Days to cover", stock.daysToCover, formatNumber(stock.daysToCover))]
      : []),
  ];
  const byShare = [...points].sort((a, b) => a.shortPosition - b.shortPosition);
  const [least, most] = [byShare[0], byShare[byShare.length - 1]];
  const sentences = [
    `${percent(stock.percentageShorted)} of the shares of ${stock.name || code} (${code}) were sold short${stock.lastReportedDate ? ` on ${formatIsoDay(stock.lastReportedDate)}` : ""}.`,
    most &&
      points.length > 1 &&
      `The most since ${whenOf(points[0].timestamp)} was ${percent(most.shortPosition)} on ${whenOf(most.timestamp)}${least ? `, the least ${percent(least.shortPosition)} on ${whenOf(least.timestamp)}` : ""}.`,
    stock.industry && `Its industry is ${stock.industry}.`,
  ]
    .filter(Boolean)
    .join(" ");
  return {
    kind: "stock",
    key: code,
    ...{ path, figures, sources },
    name: stock.name || code,
    title: `${code} ${stock.name}: short position`,
    description: sentences,
    crumbs: [
      { name: "Stocks", path: "/stocks" },
      { name: code, path },
    ],
    feed: `/feeds/stock/${code}.atom`,
    parts: { chart },
    body: (
      <>
        <p class="where">{[code, stock.industry].filter(Boolean).join(" · ")}</p>
        <p class="sentences">{sentences}</p>
        <p class="actions">
          <To path={`${path}?interactive`} isButton>
            Interactive page
          </To>
        </p>
        <Figures figures={figures} />
        {chart && (
          <section class="charts">
            <h2>Chart</h2>
            {chart}
          </section>
        )}
      </>
    ),
  };
}

/** The page of a member of parliament; undefined for a name that is not held. */
export async function memberPage(site: Site, slug: string): Promise<PageModel | undefined> {
  const politicians = site.client.service(PoliticiansService);
  const answer = await orNothing(politicians.getPolitician({ slug }));
  const member = answer?.politician;
  if (answer === undefined || member === undefined) return undefined;
  const path = memberPath(answer.canonicalSlug || slug);
  const sources = site.sourcesOfTables("politicians", "register_interests", "politician_terms");
  const origin = originOf(sources);
  const seat = member.division || member.stateCode;
  const figures = [
    plainFigure(
      origin,
      "companies",
      "Listed companies ever declared",
      member.declaredListedCount,
      formatCount(member.declaredListedCount),
    ),
    plainFigure(
      origin,
      "property",
      "Suburbs with declared real estate",
      member.declaredPropertyCount,
      formatCount(member.declaredPropertyCount),
    ),
  ];
  const chamber = { house: "House of Representatives", senate: "Senate" }[member.chamber] ?? "parliament";
  const sentences = [
    `${member.displayName} sat for ${seat} in the ${chamber}${member.party ? ` (${member.party})` : ""}.`,
    `The register of interests names ${formatCount(member.declaredListedCount)} listed companies and real estate in ${formatCount(member.declaredPropertyCount)} suburbs.`,
  ].join(" ");
  const suburbLink = (code: string, name: string) => {
    const position = site.index.positionOf(code);
    return position < 0 ? name : <To path={site.suburbs.paths[position]}>{name}</To>;
  };
  return {
    kind: "member",
    key: answer.canonicalSlug || slug,
    ...{ path, figures, sources },
    name: member.displayName,
    title: `${member.displayName}: declared interests`,
    description: sentences,
    crumbs: [
      { name: "Members", path: "/members" },
      { name: member.displayName, path },
    ],
    feed: `/feeds/member/${encodeURIComponent(answer.canonicalSlug || slug)}.atom`,
    body: (
      <>
        <p class="where">{[member.party, seat, chamber].filter(Boolean).join(" · ")}</p>
        <p class="sentences">{sentences}</p>
        <p class="actions">
          <To path={`${path}?interactive`} isButton>
            Interactive page
          </To>
        </p>
        <Figures figures={figures} />
        {answer.interests.length > 0 && (
          <section>
            <h2>Declared interests</h2>
            <Table
              heads={["Declared, word for word", "Under", "Company or place"]}
              words={["Under", "Company or place"]}
              rows={answer.interests.map(
                ({ declaredText, itemLabel, stockCode, companyName, salCode, suburbName }) => [
                  <bdi>{declaredText}</bdi>,
                  itemLabel,
                  stockCode !== "" ? (
                    <To path={stockPath(stockCode)}>{`${stockCode} ${companyName}`}</To>
                  ) : salCode !== "" ? (
                    suburbLink(salCode, suburbName)
                  ) : (
                    "–"
                  ),
                ],
              )}
            />
            <p class="chart-note">The register says what, never how much. {answer.sourceLicence}</p>
          </section>
        )}
        {answer.representedSuburbs.length > 0 && (
          <section>
            <h2>Suburbs of the division</h2>
            <ul class="names">
              {answer.representedSuburbs.map(({ salCode, suburbName }) => (
                <li>{suburbLink(salCode, suburbName)}</li>
              ))}
            </ul>
          </section>
        )}
      </>
    ),
  };
}
