import { useSignal } from "@preact/signals";
import { Answer } from "../../data/ask.tsx";
import { isHeldKnown } from "../../data/holdings.ts";
import { news, reports } from "../../data/services.ts";
import { Segments } from "../../parts/controls.tsx";
import { formatCount, formatDay } from "../../parts/format.ts";
import { StockLink, StockShare } from "../../parts/links.tsx";
import { AnswerRows, Pager } from "../../parts/listings.tsx";
import { AbsentNote, holdsSubject, PageWait } from "../../parts/page.tsx";
import { address } from "../../view/view-state.ts";
import { MarketNews } from "./market-news.tsx";

const ALL_TABS = [
  ["/news", "Market news", "articles"],
  ["/blog", "Takes", "takes"],
  ["/reports", "Reports", "shorts"],
] as const;

export function View() {
  if (!isHeldKnown.value) return <PageWait />;
  const asked = address.value.path.replace(/(.)\/$/, "$1");
  const tabs = ALL_TABS.filter(([, , subject]) => holdsSubject(subject));
  // The menu links to the first tab: if the data has nothing for it, the next one is shown.
  const [path, title] = tabs.find(([link]) => link === asked) ?? tabs[0] ?? [asked, ""];
  return (
    <article class="page">
      <header>
        <h1>{holdsSubject("articles") || holdsSubject("takes") ? "News and reports" : "Reports"}</h1>
        <p class="muted">
          <a href="/feed.xml" data-native>
            RSS feed
          </a>{" "}
          of takes and reports
        </p>
      </header>
      {tabs.length > 1 && (
        <nav class="tabs" aria-label="Kinds of news">
          {tabs.map(([link, name]) => (
            <a key={link} href={link} aria-current={path === link ? "page" : undefined}>
              {name}
            </a>
          ))}
        </nav>
      )}
      {tabs.length > 0 && (
        <section class="card" aria-label={title}>
          <h2 class="visually-hidden">{title}</h2>
          {path === "/blog" ? <TakeList /> : path === "/reports" ? <ReportList /> : <MarketNews />}
        </section>
      )}
      {ALL_TABS.map(([link, , subject]) => (
        <AbsentNote key={link} of={subject} />
      ))}
    </article>
  );
}

const KINDS = [
  ["weekly", "Weekly"],
  ["monthly", "Monthly"],
  ["yearly", "Yearly"],
] as const;

function ReportList() {
  const kind = useSignal<(typeof KINDS)[number][0]>("weekly");
  return (
    <>
      <div class="controls">
        <Segments label="Period" now={kind} options={KINDS} />
      </div>
      <p class="chart-note">
        Computed from the short positions on the latest reporting date of a period and on the one before it.
      </p>
      <div class="report-table">
        <AnswerRows
          of={reports.listReports}
          to={{ reportType: kind.value, limit: 52 }}
          what="the reports"
          rows={(answer) => answer.reports}
          none="There are no reports yet: a report needs two dates."
          columns={[
            [
              "Report",
              ({ slug, headline }) => (
                <a href={`/reports/${slug}`}>
                  <strong>{slug}</strong> {headline}
                </a>
              ),
            ],
            ["Date", ({ reportDate }) => <span class="nowrap">{formatDay(reportDate)}</span>],
            ["Securities short", ({ totalStocksShorted }) => formatCount(totalStocksShorted), "number"],
            ["Largest", (row) => <StockShare code={row.maxShortCode} percent={row.maxShortPct} />, "number"],
          ]}
        />
      </div>
    </>
  );
}

const PAGE = 20;

function TakeList() {
  const offset = useSignal(0);
  return (
    <Answer of={news.listEditorialTakes} to={{ limit: PAGE, offset: offset.value }} what="the takes">
      {({ takes, totalCount }) =>
        totalCount === 0 ? (
          <p class="empty">No takes have been published.</p>
        ) : (
          <>
            <ol class="articles">
              {takes.map((take) => (
                <li key={take.id}>
                  <p class="article-facts">
                    {take.stockCode !== "" && <StockLink code={take.stockCode} />}
                    <span>{formatDay(take.publishedAt)}</span>
                    {take.byline !== "" && <bdi>{take.byline}</bdi>}
                    <span>{formatCount(take.wordCount)} words</span>
                  </p>
                  <h3>
                    <a href={`/blog/${encodeURIComponent(take.slug)}`}>
                      <bdi>{take.headline || "No headline"}</bdi>
                    </a>
                  </h3>
                  {take.standfirst !== "" && (
                    <p class="article-summary">
                      <bdi>{take.standfirst}</bdi>
                    </p>
                  )}
                </li>
              ))}
            </ol>
            <Pager
              offset={offset}
              page={PAGE}
              shown={takes.length}
              total={totalCount}
              words={["newer", "older"]}
            />
          </>
        )
      }
    </Answer>
  );
}
