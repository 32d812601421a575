import type { ComponentChildren } from "preact";
import { holdings, holdsAny } from "../data/holdings.ts";
import { DemoLink } from "./snapshot-list.tsx";

/** Placeholder of a screen that is loading. */
export function PageWait() {
  return <p class="muted page-wait">Loading…</p>;
}

interface PageProps {
  readonly title: string;
  readonly kind?: string;
  readonly head?: ComponentChildren;
  /** Subject of the screen: if the data has nothing of it, `Absent` is shown instead. */
  readonly of?: SubjectName;
  readonly children: ComponentChildren;
}

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

/** Subjects that a snapshot may lack: start of a sentence, and tables of which one must have rows. */
const SUBJECTS = {
  listings: ["Property listings and asking-price cuts are", "property_listings", "property_price_events"],
  prices: ["House prices by region are", "house_prices"],
  register: ["Members and their declared interests are", "politicians"],
  funding: ["Party funding returns are", "aec_party_returns", "aec_receipts"],
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

/** Whether the data has anything of a subject; true before the holdings arrive. */
export function holdsSubject(name: SubjectName): boolean {
  const [, ...tables] = SUBJECTS[name];
  return holdsAny(...tables);
}

/** Explains why the data has nothing of a subject, and how to get it. */
export function Absent({ of: name }: { of: SubjectName }) {
  const [what, ...tables] = SUBJECTS[name];
  const gap = tables.map((table) => holdings.value?.tableGaps.get(table)).find(Boolean);
  return (
    <p class="absent" data-absent={name}>
      {what} not in this data{gap && `: ${gap.why.replaceAll("`", "")}`}.{" "}
      <a href="/coverage#missing">How to add your own data</a>
      {gap && (
        <>
          {" "}
          (<code>{gap.guide}</code> in the source code)
        </>
      )}
      ; <DemoLink />.
    </p>
  );
}

export function AbsentNote({ of: name }: { of: SubjectName }) {
  return holdsSubject(name) ? null : <Absent of={name} />;
}
