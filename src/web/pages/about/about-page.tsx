import { country } from "../../data/country.ts";
import { groupedMetrics, hasFigures } from "../../data/metric-groups.ts";
import { Rows } from "../../parts/cite.tsx";
import { formatCount, formatDay, formatShare } from "../../parts/format.ts";
import { OutsideLink } from "../../parts/outside-text.tsx";
import { Page, PageWait } from "../../parts/page.tsx";
import { Facts } from "../../parts/section.tsx";

const SERVICES: readonly [name: string, what: string][] = [
  ["ExplorerService", "filters, ranks, similar suburbs, columns, figures over any set of suburbs, search"],
  ["HousingService", "suburbs, prices, asking-price cuts, addresses, agencies, councils"],
  ["EconomyService", "economic series, listed companies by state"],
  ["MarketService, ScreenerService, SearchService", "short positions, screens, search for securities"],
  ["StockService", "one stock: series, accounts, dividends, director trades, people"],
  ["MarketDataService", "daily prices and correlations of stocks"],
  ["StrategyService", "rule-based stock screens and their results"],
  ["NewsService, ReportsService", "articles and dated reports"],
  ["IndustryIntelligenceService", "cited facts about industries"],
  ["PoliticiansService", "members, their declared interests, party funding"],
];

export function View() {
  const now = country.value;
  if (now === undefined) return <PageWait />;
  const metrics = [...now.metrics.values()].filter(hasFigures);
  return (
    <Page kind="about" title="About">
      {now.synthetic && (
        <p>
          <strong>This data is synthetic.</strong> It was generated so that every feature can be tried: no
          suburb, person, company, agency or price is real, nor are the outlines.
        </p>
      )}
      <p>
        {formatCount(now.frame.size)} suburbs, {metrics.length} metrics with figures (
        <a href="/coverage">coverage by state</a>), data of {formatDay(now.asOf)}, snapshot{" "}
        <code>{now.snapshotId}</code>. Filters, histograms, rankings and files are computed in your browser by
        the same {now.frame.kernelKind === "wasm-simd" ? "WebAssembly" : "plain"} code that the server runs,
        on the same columns, with identical results. Nothing is loaded from, or sent to, any other server.
      </p>
      <p>
        <a href="/docs" data-native>
          The API
        </a>{" "}
        offers the same data, and more:
      </p>
      <Facts kind="services" rows={SERVICES.map(([name, what]) => [<code key={name}>{name}</code>, what])} />
      <h2>How to read it</h2>
      <ul>
        <li>
          Missing data is never shown as zero: it is hatched on the map, counted at every histogram, and
          included or excluded by a switch.
        </li>
        <li>Withheld figures are marked with the reason: too few people, too few addresses, or a licence.</li>
        <li>
          “Equal numbers” puts the same number of suburbs into each colour; “equal steps” and “equal ratios”
          divide the values.
        </li>
        <li>The URL contains the whole view: share it, bookmark it, go back to undo.</li>
      </ul>
      <h2>Sources</h2>
      <Rows
        rows={[...now.sources.values()]}
        what="Sources"
        columns={[
          [
            "Source",
            ({ url, title, attribution }) => (
              <>
                <OutsideLink url={url}>{title}</OutsideLink>
                {attribution && <div class="muted small">{attribution}</div>}
              </>
            ),
          ],
          ["Publisher", ({ publisher }) => publisher],
          ["Date", ({ vintage }) => formatDay(vintage), "nowrap"],
          ["Licence", ({ licence }) => licence],
        ]}
      />
      <h2>Metrics</h2>
      {groupedMetrics(metrics).map((group) => (
        <section key={group.title}>
          <h3>{group.title}</h3>
          <Rows
            rows={group.metrics}
            what={`Metrics: ${group.title}`}
            columns={[
              ["Metric", ({ label }) => label],
              ["Key", ({ key }) => <code>{key}</code>],
              ["Unit", ({ unit }) => unit || "category"],
              [
                "Known",
                ({ dataCount, totalCount }) => formatShare(dataCount / Math.max(1, totalCount)),
                "number",
              ],
              ["How", ({ derivation }) => derivation, "small"],
            ]}
          />
        </section>
      ))}
    </Page>
  );
}
