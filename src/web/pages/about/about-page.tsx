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
  ["MarketService, ScreenerService, SearchService", "short positions, screens, finding a security"],
  ["StockService", "one stock: series, accounts, dividends, director trades, people"],
  ["MarketDataService", "prices by session, and how stocks move together"],
  ["StrategyService", "declared rules over stocks, and which pass"],
  ["NewsService, ReportsService", "articles and dated reports"],
  ["IndustryIntelligenceService", "cited facts about industries"],
  ["PoliticiansService", "members, what they declare, party funding"],
];

export function View() {
  const now = country.value;
  if (now === undefined) return <PageWait />;
  const metrics = [...now.metrics.values()].filter(hasFigures);
  return (
    <Page kind="about" title="About">
      {now.synthetic && (
        <p>
          <strong>This data is synthetic.</strong> A program made it up so that everything can be tried: no
          suburb, person, company, agency or price is real, and the shapes are not those of any suburb.
        </p>
      )}
      <p>
        {formatCount(now.frame.size)} suburbs, {metrics.length} metrics with figures (
        <a href="/coverage">coverage by state</a>), data of {formatDay(now.asOf)}, snapshot{" "}
        <code>{now.snapshotId}</code>. Filters, histograms, ranks and files are worked out in your browser by
        the same {now.frame.kernelKind === "wasm-simd" ? "WebAssembly" : "plain"} loops that the server runs,
        over the same columns, to the same bits. Nothing is loaded from anywhere else, and nothing you do here
        is sent anywhere but to this server.
      </p>
      <p>
        <a href="/docs" data-native>
          The API
        </a>{" "}
        answers the same questions, and more:
      </p>
      <Facts kind="services" rows={SERVICES.map(([name, what]) => [<code key={name}>{name}</code>, what])} />
      <h2>Reading it</h2>
      <ul>
        <li>
          No data is a value of its own: hatched on the map, counted next to every histogram, kept or dropped
          by a switch, never zero.
        </li>
        <li>A figure that is withheld says so, and why: too few people, too few addresses, or a licence.</li>
        <li>
          “Equal numbers” puts the same number of suburbs into each colour; “equal steps” and “equal ratios”
          divide the values.
        </li>
        <li>The address holds the whole view: send it, bookmark it, press Back to undo.</li>
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
