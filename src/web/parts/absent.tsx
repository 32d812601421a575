import { holdsAny } from "../data/holdings.ts";

interface Subject {
  /** Dataset tables of which one is enough. */
  readonly tables: readonly string[];
  /** Begins the sentence, with its verb. */
  readonly what: string;
  readonly why: string;
  readonly guide: string;
}

const IMPORTING = "data/guides/importing.md";

/** What a snapshot may lack as a whole, why, and how one brings it. */
const SUBJECTS = {
  listings: {
    tables: ["property_listings", "property_price_events"],
    what: "Advertised homes and cuts of their prices are",
    why: "no portal publishes its listings openly",
    guide: "data/guides/listing-feeds.md",
  },
  prices: {
    tables: ["house_prices"],
    what: "House prices of regions are",
    why: "no publisher's file of them was imported",
    guide: IMPORTING,
  },
  register: {
    tables: ["politicians"],
    what: "Members and what they declare are",
    why: "the register's licence allows no derived works",
    guide: IMPORTING,
  },
  funding: {
    tables: ["aec_party_returns", "aec_receipts"],
    what: "Returns of parties are",
    why: "the Transparency Register was not imported",
    guide: IMPORTING,
  },
  articles: {
    tables: ["news_articles"],
    what: "Articles are",
    why: "outlets keep their rights",
    guide: IMPORTING,
  },
  takes: {
    tables: ["editorial_takes"],
    what: "Takes of a desk are",
    why: "they are yours to write",
    guide: IMPORTING,
  },
  shorts: {
    tables: ["short_positions"],
    what: "Short positions are",
    why: "the regulator's reports were not imported",
    guide: IMPORTING,
  },
  series: {
    tables: ["economic_series"],
    what: "Economic series are",
    why: "no publisher's file of them was imported",
    guide: IMPORTING,
  },
  companies: {
    tables: ["stock_prices", "fundamentals_periods", "dividends", "director_trades"],
    what: "Share prices, reported figures, dividends and directors' trades are",
    why: "nobody publishes them openly",
    guide: IMPORTING,
  },
} as const satisfies Record<string, Subject>;

export type SubjectName = keyof typeof SUBJECTS;

/** Whether the data has anything of a subject; true while that is not known. */
export function holdsSubject(name: SubjectName): boolean {
  return holdsAny(...SUBJECTS[name].tables);
}

/** One sentence in place of what the data does not have: why, and how one gets it. */
export function Absent({ of: name }: { of: SubjectName }) {
  const { what, why, guide } = SUBJECTS[name];
  return (
    <p class="absent" data-absent={name}>
      {what} not in this data: {why}. <code>{guide}</code> in the source says how to bring your own;{" "}
      <code>npm start -- --synthetic</code> shows this with a made-up country.
    </p>
  );
}

/** The sentence where the data has nothing of the subject, and nothing where it has. */
export function AbsentNote({ of: name }: { of: SubjectName }) {
  return holdsSubject(name) ? null : <Absent of={name} />;
}
