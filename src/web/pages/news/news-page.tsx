import { address } from "../../view/view-state.ts";
import { MarketNews } from "./market-news.tsx";
import { ReportList } from "./report-list.tsx";
import { TakeList } from "./take-list.tsx";

const TABS = [
  ["/news", "Market news"],
  ["/blog", "Takes"],
  ["/reports", "Reports"],
] as const;

/** What outlets wrote, what the desk made of it, and what the short positions of a period add up to. */
export function NewsPage() {
  const path = address.value.path.replace(/(.)\/$/, "$1");
  const title = TABS.find(([link]) => link === path)?.[1];
  return (
    <article class="page">
      <header>
        <h1>News and reports</h1>
        <p class="muted">
          <a href="/feed.xml" data-native>
            RSS feed
          </a>{" "}
          of takes and reports
        </p>
      </header>
      <nav class="tabs" aria-label="Kinds of news">
        {TABS.map(([link, name]) => (
          <a key={link} href={link} aria-current={path === link ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <section class="card" aria-label={title}>
        <h2 class="visually-hidden">{title}</h2>
        {path === "/blog" ? <TakeList /> : path === "/reports" ? <ReportList /> : <MarketNews />}
      </section>
    </article>
  );
}
