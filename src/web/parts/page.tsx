import type { ComponentChildren } from "preact";
import { holdings, holdsAny } from "../data/holdings.ts";
import { DemoLink } from "./snapshot-list.tsx";

/** Stands in for a screen until what it shows is there. */
export function PageWait() {
  return <p class="muted page-wait">Loading…</p>;
}

interface PageProps {
  readonly title: string;
  readonly kind?: string;
  /** What else the heading has. */
  readonly head?: ComponentChildren;
  /** What the screen is about: where the data has nothing of it, the screen says so instead. */
  readonly of?: SubjectName;
  readonly children: ComponentChildren;
}

/** A screen: its heading, and below it what it shows. */
export function Page({ title, kind = "", head, of: subject, children }: PageProps) {
  const isAbsent = subject !== undefined && !holdsSubject(subject);
  return (
    <article class={`page ${kind}`}>
      <header>
        <h1>{title}</h1>
        {!isAbsent && head}
      </header>
      {isAbsent ? <Absent of={subject} /> : children}
    </article>
  );
}

/** What a snapshot may lack as a whole: the beginning of a sentence with its verb, and dataset tables of which one is enough. */
const SUBJECTS = {
  listings: ["Advertised homes and cuts of their prices are", "property_listings", "property_price_events"],
  prices: ["House prices of regions are", "house_prices"],
  register: ["Members and what they declare are", "politicians"],
  funding: ["Returns of parties are", "aec_party_returns", "aec_receipts"],
  articles: ["Articles are", "news_articles"],
  takes: ["Editorial takes are", "editorial_takes"],
  shorts: ["Short positions are", "short_positions"],
  series: ["Economic series are", "economic_series"],
  companies: [
    "Share prices, reported figures, dividends and directors' trades are",
    "stock_prices",
    "fundamentals_periods",
    "dividends",
    "director_trades",
  ],
} as const;

export type SubjectName = keyof typeof SUBJECTS;

/** Whether the data has anything of a subject; true while that is not known. */
export function holdsSubject(name: SubjectName): boolean {
  const [, ...tables] = SUBJECTS[name];
  return holdsAny(...tables);
}

/** One sentence in place of what the data does not have: why, and how one gets it. */
export function Absent({ of: name }: { of: SubjectName }) {
  const [what, ...tables] = SUBJECTS[name];
  const gap = tables.map((table) => holdings.value?.tableGaps.get(table)).find(Boolean);
  return (
    <p class="absent" data-absent={name}>
      {what} not in this data{gap && `: ${gap.why.replaceAll("`", "")}`}.{" "}
      <a href="/coverage#missing">How to bring your own</a>
      {gap && (
        <>
          {" "}
          (<code>{gap.guide}</code> in the source)
        </>
      )}
      ; <DemoLink />.
    </p>
  );
}

/** The sentence where the data has nothing of the subject, and nothing where it has. */
export function AbsentNote({ of: name }: { of: SubjectName }) {
  return holdsSubject(name) ? null : <Absent of={name} />;
}
