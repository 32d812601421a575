import type { ComponentChild } from "preact";
import { Code, ConnectError, PoliticiansService, StockService } from "terrace/client";
import { reachDays } from "../charts/align-lines.ts";
import { originOf } from "../parts/citation.ts";
import { formatCount, formatDay, formatMonth, formatPercent, joined } from "../parts/format.ts";
import { interestColumns, seatOf, stockFigures } from "../parts/public-figures.tsx";
import { Section, To } from "../parts/section.tsx";
import {
  formatSeriesValue,
  regionName,
  seriesName,
  seriesTitle,
  topicName,
  unitName,
} from "../parts/series-names.ts";
import { crumbsOf, memberPath, seriesPath, stockPath } from "./addresses.ts";
import { LineSvg } from "./charts.tsx";
import type { PageModel } from "./page-model.ts";
import { Figures, Lead, Listed, plainFigure } from "./parts.tsx";
import type { Site } from "./site.ts";

/** Awaits an answer; undefined for NotFound and InvalidArgument. */
export async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    const { code } = ConnectError.from(error);
    if (code === Code.NotFound || code === Code.InvalidArgument) return undefined;
    throw error;
  });
}

function extremes<Point>(points: readonly Point[], by: (point: Point) => number): readonly [Point, Point] {
  const sorted = [...points].sort((a, b) => by(a) - by(b));
  return [sorted[0], sorted[sorted.length - 1]];
}

const ChartSection = ({ children }: { children: ComponentChild }) =>
  children && (
    <Section title="Chart" kind="charts">
      {children}
    </Section>
  );

export async function seriesPage(site: Site, key: string): Promise<PageModel | undefined> {
  const answer = await orUndefined(site.client.economy.getEconomicSeries({ seriesKeys: [key] }));
  const [series] = answer?.series ?? [];
  const info = series?.info;
  if (info === undefined || series.observations.length === 0) return undefined;
  const { observations } = series;
  const path = seriesPath(info.seriesKey);
  const title = seriesTitle(info);
  const value = (of: number) => formatSeriesValue(of, info.unit);
  const published = site.sourcesOfTables("economic_series", "economic_observations");
  const own = published.filter(({ id }) => id === info.sourceKey);
  const sources = own.length > 0 ? own : published;
  const [first, last] = [observations[0], observations[observations.length - 1]];
  const [low, high] = extremes(observations, (one) => one.value);
  const isOne = observations.length === 1;
  const when = (one: typeof last) => formatMonth(one.period);
  const figure = (of: string, label: string, one: typeof last) => {
    const text = value(one.value);
    return plainFigure({ key: of, label: `${label}, ${when(one)}`, value: one.value, text }, own);
  };
  const figures = [
    figure("latest", "Newest", last),
    ...(isOne ? [] : [figure("highest", "Highest", high), figure("lowest", "Lowest", low)]),
  ];
  const chart = !isOne && (
    <LineSvg
      title={title}
      points={observations}
      when={when}
      mostGapDays={reachDays(info.frequency)}
      format={value}
    />
  );
  const unit = unitName(info.unit);
  const sentences = joined(
    [
      `${title}: ${value(last.value)}${["%", "$", "number"].includes(unit) ? "" : ` (${unit})`} in ${when(last)}.`,
      !isOne &&
        `Since ${when(first)} it has been between ${value(low.value)} (${when(low)}) and ${value(high.value)} (${when(high)}).`,
      `The figures are ${info.frequency}.`,
    ],
    " ",
  );
  return {
    kind: "series",
    key: info.seriesKey,
    path,
    name: seriesName(info),
    title,
    description: sentences,
    figures,
    sources,
    crumbs: crumbsOf(["Series", "/series"], [title, path]),
    feed: `/feeds/series/${encodeURIComponent(info.seriesKey)}.atom`,
    parts: { chart },
    body: (
      <>
        <Lead
          where={joined([topicName(info.topic), regionName(info)])}
          sentences={sentences}
          actions={[[`/series?s=${encodeURIComponent(info.seriesKey)}`, "Compare with other series"]]}
        />
        <ChartSection>{chart}</ChartSection>
        <Figures figures={figures} />
      </>
    ),
  };
}

/** Paths of all securities with a page: those known only by a price or a report have none. */
export async function stockPaths(site: Site): Promise<string[]> {
  const stocks = site.client.service(StockService);
  const paths: string[] = [];
  for (const code of await site.keys("stock")) {
    const stock = await orUndefined(stocks.getStock({ productCode: code }));
    if (stock?.productCode === code) paths.push(stockPath(code));
  }
  return paths;
}

/** Page of a security; undefined for a code without reports. */
export async function stockPage(site: Site, given: string): Promise<PageModel | undefined> {
  const stocks = site.client.service(StockService);
  const stock = await orUndefined(stocks.getStock({ productCode: given }));
  if (stock === undefined || stock.productCode === "") return undefined;
  const { productCode: code, lastReportedDate: date, industry } = stock;
  const history = await orUndefined(
    stocks.getStockData({ productCode: code, period: "MAX", fullResolution: true }),
  );
  const path = stockPath(code);
  const sources = site.sourcesOfTables("short_positions", "stock_prices");
  const origin = { ...originOf(sources), ...(date && { date }) };
  const figures = stockFigures(stock).map((figure) => ({ ...figure, unit: "", ...origin }));
  const points = history?.points ?? [];
  const when = (point: (typeof points)[number]) => formatDay(point.timestamp);
  const chart = points.length > 1 && (
    <LineSvg
      title={`Sold short, ${code}`}
      points={points.map(({ timestamp: period, shortPosition: value }) => ({ period, value }))}
      when={({ period }) => formatDay(period)}
      mostGapDays={reachDays()}
      isUneven
      format={formatPercent}
    />
  );
  const [least, most] = extremes(points, (point) => point.shortPosition);
  const sentences = joined(
    [
      `${formatPercent(stock.percentageShorted)} of the shares of ${stock.name || code} (${code}) were sold short${date ? ` on ${formatDay(date)}` : ""}.`,
      points.length > 1 &&
        `The most since ${when(points[0])} was ${formatPercent(most.shortPosition)} on ${when(most)}, the least ${formatPercent(least.shortPosition)} on ${when(least)}.`,
      industry && `Its industry is ${industry}.`,
    ],
    " ",
  );
  return {
    kind: "stock",
    key: code,
    path,
    figures,
    sources,
    description: sentences,
    name: stock.name || code,
    title: `${code} ${stock.name}: short position`,
    crumbs: crumbsOf(["Stocks", "/stocks"], [code, path]),
    feed: `/feeds/stock/${code}.atom`,
    parts: { chart },
    body: (
      <>
        <Lead
          where={joined([code, industry])}
          sentences={sentences}
          actions={[[`${path}?interactive`, "Interactive page"]]}
        />
        <Figures figures={figures} />
        <ChartSection>{chart}</ChartSection>
      </>
    ),
  };
}

export async function memberPage(site: Site, slug: string): Promise<PageModel | undefined> {
  const politicians = site.client.service(PoliticiansService);
  const answer = await orUndefined(politicians.getPolitician({ slug }));
  const member = answer?.politician;
  if (answer === undefined || member === undefined) return undefined;
  const key = answer.canonicalSlug || slug;
  const path = memberPath(key);
  const sources = site.sourcesOfTables("politicians", "register_interests", "politician_terms");
  const { displayName: name, declaredListedCount: companies, declaredPropertyCount: suburbs } = member;
  const figures = [
    { key: "companies", label: "Listed companies declared, past and present", value: companies },
    { key: "property", label: "Suburbs with declared real estate", value: suburbs },
  ].map((figure) => plainFigure({ ...figure, text: formatCount(figure.value) }, sources));
  const { seat, house, party } = seatOf(answer);
  const sentences = `${name} sat for ${seat} in the ${house}${party && ` (${party})`}. The register of interests names ${formatCount(companies)} listed companies and real estate in ${formatCount(suburbs)} suburbs.`;
  const suburbLink = (code: string, suburbName: string) => {
    const position = site.index.positionOf(code);
    return position < 0 ? suburbName : <To path={site.suburbs.paths[position]}>{suburbName}</To>;
  };
  return {
    kind: "member",
    key,
    path,
    figures,
    sources,
    name,
    description: sentences,
    title: `${name}: declared interests`,
    crumbs: crumbsOf(["Members", "/members"], [name, path]),
    feed: `/feeds/member/${encodeURIComponent(key)}.atom`,
    body: (
      <>
        <Lead
          where={joined([party, seat, house])}
          sentences={sentences}
          actions={[[`${path}?interactive`, "Interactive page"]]}
        />
        <Figures figures={figures} />
        <Listed
          title="Declared interests"
          note={`The register lists what is declared, not amounts. ${answer.sourceLicence}`}
          rows={answer.interests}
          columns={interestColumns(suburbLink)}
        />
        {answer.representedSuburbs.length > 0 && (
          <Section title="Suburbs of the division">
            <ul class="names">
              {answer.representedSuburbs.map(({ salCode, suburbName }) => (
                <li>{suburbLink(salCode, suburbName)}</li>
              ))}
            </ul>
          </Section>
        )}
      </>
    ),
  };
}
