import { isHeldKnown } from "../../data/holdings.ts";
import { AbsentNote, holdsSubject } from "../../parts/absent.tsx";
import { PageWait } from "../../parts/page.tsx";
import { address } from "../../view/view-state.ts";
import { MarketNews } from "./market-news.tsx";
import { ReportList } from "./report-list.tsx";
import { TakeList } from "./take-list.tsx";

const ALL_TABS = [
  ["/news", "Market news", "articles"],
  ["/blog", "Takes", "takes"],
  ["/reports", "Reports", "shorts"],
] as const;

/** What outlets wrote, what the desk made of it, and what the short positions of a period add up to. */
export function NewsPage() {
  if (!isHeldKnown.value) return <PageWait />;
  const asked = address.value.path.replace(/(.)\/$/, "$1");
  const tabs = ALL_TABS.filter(([, , subject]) => holdsSubject(subject));
  // The menu leads to the first tab: where the data has nothing for it, the next is shown.
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
