import { create, type MessageShape } from "@bufbuild/protobuf";
import {
  ComparePoliticiansResponseSchema,
  GetPoliticianExplorerProfileResponseSchema,
  GetPoliticianResponseSchema,
  ListDistinctiveHoldingsResponseSchema,
  PoliticianSchema,
  PoliticianSummarySchema,
  PoliticianTermSchema,
  RegisterChangeEventSchema,
  RepresentedSuburbSchema,
} from "../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { timestampOfInstant } from "../../../rpc/encoding/timestamps.ts";
import type { PageElement } from "../../../snapshot/pages/page-format.ts";
import { encodeElement, jsonElement, jsonPage, pageSet } from "../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../snapshot/pages/row-groups.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";
import { itemLabel } from "../items.ts";
import { DISCLOSURE_NOTE, REGISTER_LICENCE_TEXT } from "../notes.ts";
import { DIRECTORY_KEYS } from "../page-keys.ts";
import { recentChanges } from "./declarations.ts";
import * as register from "./register-rows.ts";

const RECENT_CHANGES = 10;
const CHAMBER_NAMES: Readonly<Record<string, string>> = {
  house: "House of Representatives",
  senate: "Senate",
};

interface MemberFacts {
  readonly person: register.Person;
  readonly interests: readonly register.Interest[];
  readonly counts: register.MemberCounts;
  readonly terms: readonly MessageShape<typeof PoliticianTermSchema>[];
  readonly coverage: register.Coverage;
  readonly asAt: { readonly seconds: bigint; readonly nanos: number };
}

/** Has all industries; the method cuts them to the requested number. */
function explorerProfile(
  { person, counts, terms, coverage, asAt }: MemberFacts,
  changes: readonly Row[],
  documents: readonly Row[],
): PageElement {
  return encodeElement(GetPoliticianExplorerProfileResponseSchema, {
    politician: person.message,
    canonicalSlug: person.message.slug,
    terms: [...terms],
    ...counts,
    industryCounts: industriesOf(counts.companies),
    timeline: counts.trend,
    recentChanges: changes.map((row) =>
      Object.assign(changeOf(row), {
        politician: person.message,
        itemLabel: itemLabel(row.item_no as number),
      }),
    ),
    sourceDocuments: documents.map((row) => ({
      label: documentLabel(row.parliament as number, row.chamber as string),
      sourceUrl: row.source_url as string,
      parliament: row.parliament as number,
      chamber: row.chamber as string,
    })),
    ...coverage,
    asAt,
    sourceLicence: REGISTER_LICENCE_TEXT,
  });
}

/** Currently declared companies by known industry, most first. */
function industriesOf(companies: readonly register.DeclaredCompany[]) {
  const known = companies.filter(({ industry, isCurrent }) => isCurrent && industry !== "");
  return [...Map.groupBy(known, ({ industry }) => industry)]
    .map(([industry, own]) => ({ industry, companyCount: own.length }))
    .sort((a, b) => b.companyCount - a.companyCount || (a.industry < b.industry ? -1 : 1));
}

function documentLabel(parliament: number, chamber: string): string {
  return `Statement of interests, ${CHAMBER_NAMES[chamber]}, ${ordinal(parliament)} Parliament`;
}

function ordinal(n: number): string {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${ending}`;
}

const MAX_DISTINCTIVE = 20;

const TERMS = "SELECT * FROM derived.person_term ORDER BY politician_id, parliament DESC, chamber";
const DECLARERS = `
SELECT stock_code, count(DISTINCT politician_id)::INTEGER AS people, any_value(short_percent) AS short_percent
FROM derived.declared_interest
LEFT JOIN derived.current_short USING (stock_code)
WHERE currently_declared AND stock_code IS NOT NULL
GROUP BY stock_code`;
const SUBURBS = `
SELECT federal_division, sal_code, sal_name AS suburb_name, state_code
FROM main.suburb_demographics
WHERE federal_division IS NOT NULL
ORDER BY sal_name, sal_code`;
const MERGED = `
SELECT politicians.slug, register_people.slug AS other
FROM main.politicians AS politicians
JOIN derived.person USING (id)
JOIN serve.register_people USING (politician_id)
WHERE merged_into_id IS NOT NULL
ORDER BY politicians.slug`;

const DOCUMENTS = `
SELECT person.politician_id, source_url, parliament, chamber
FROM main.register_documents AS document
JOIN derived.person ON person.id = document.politician_id
ORDER BY parliament DESC, chamber, lodged DESC NULLS LAST, source_url`;

const termOf = rowMessages(PoliticianTermSchema, { keyColumns: ["politician_id"] });
const changeOf = rowMessages(RegisterChangeEventSchema, {
  without: ["politician", "item_label"],
  keyColumns: ["politician_id"],
});
const suburbOf = rowMessages(RepresentedSuburbSchema, { keyColumns: ["federal_division"] });

type Declarers = { stock_code: string; people: number; short_percent: number | null };

/** A page per member with every response about the member, and the directory. */
export const POLITICIAN_PAGES = pageSet({
  name: "politicians",
  queries: {
    ...register.STAMP,
    ...register.PEOPLE,
    ...register.COVERAGE,
    ...register.interestsOf(),
    terms: TERMS,
    suburbs: SUBURBS,
    declarers: DECLARERS,
    documents: DOCUMENTS,
    changes: recentChanges(RECENT_CHANGES),
    merged: MERGED,
  },
  documents: async function* (results) {
    const stamp = await register.readStamp(results);
    if (stamp === undefined) return;
    const people = await register.readPeople(results);
    const coverage = await register.readCoverage(results);
    const byPerson = async (query: string) =>
      Map.groupBy(await results.rows<Row>(query), (row) => row.politician_id as number);
    const terms = await byPerson("terms");
    const suburbs = Map.groupBy(await results.rows<Row>("suburbs"), (row) => row.federal_division as string);
    const declarers = new Map(
      (await results.rows<Declarers>("declarers")).map((one) => [one.stock_code, one]),
    );
    const documents = await byPerson("documents");
    const changes = await byPerson("changes");
    const declared = rowGroups(register.readInterests(results), (row) => row.politician_id);
    const newestParliament = Math.max(
      0,
      ...[...terms.values()].flat().map((term) => term.parliament as number),
    );
    const asAt = timestampOfInstant(stamp.as_at);
    const everyone: PageElement[] = [];
    const summaries: PageElement[] = [];
    const index: DirectoryEntry[] = [];

    for (const person of people) {
      const interests = await declared.take(person.id);
      const own = (terms.get(person.id) ?? []).map(termOf);
      const { slug, firstParliament, lastParliament, chamber, division } = person.message;
      const counts = register.memberCounts(interests, stamp.as_of_day);
      const sat = own.map((term) => term.parliament);
      const facts: MemberFacts = {
        person,
        interests,
        counts,
        terms: own,
        asAt,
        coverage: register.coverageOf(coverage, sat, firstParliament, lastParliament),
      };
      const isSitting = chamber === "house" && own.some((term) => term.parliament === newestParliament);
      const summary = create(PoliticianSummarySchema, { politician: person.message, ...counts });
      everyone.push(encodeElement(PoliticianSchema, person.message));
      summaries.push(encodeElement(PoliticianSummarySchema, summary));
      index.push(directoryEntry(person, counts));
      yield {
        key: slug,
        elements: [
          answerElement(facts, isSitting ? (suburbs.get(division) ?? []) : []),
          explorerProfile(facts, changes.get(person.id) ?? [], documents.get(person.id) ?? []),
          ...compareElements(facts, summary),
          distinctiveElement(facts, declarers),
        ],
      };
    }
    yield { key: DIRECTORY_KEYS.people, elements: everyone };
    yield { key: DIRECTORY_KEYS.summaries, elements: summaries };
    yield jsonPage(DIRECTORY_KEYS.index, index);
    for (const { slug, other } of await results.rows<{ slug: string; other: string }>("merged")) {
      yield { key: slug, elements: [{ binary: Buffer.from(other) }] };
    }
  },
});

export type DirectoryEntry = ReturnType<typeof directoryEntry>;

function directoryEntry({ message }: register.Person, counts: register.MemberCounts) {
  return {
    slug: message.slug,
    chamber: message.chamber,
    state: message.stateCode,
    party: message.partyAb,
    name: message.displayName.toLowerCase(),
    currentByItem: counts.itemCounts.map(({ currentCount }) => currentCount),
    /** By number of PoliticianSummarySort; these sort descending. */
    sortKeys: [
      counts.currentDeclaredCount,
      counts.distinctCompanyCount,
      counts.propertyCount,
      counts.changes90d,
    ],
  };
}

function answerElement(
  { person, interests, terms, coverage, asAt }: MemberFacts,
  suburbs: readonly Row[],
): PageElement {
  return encodeElement(GetPoliticianResponseSchema, {
    politician: person.message,
    canonicalSlug: person.message.slug,
    terms: [...terms],
    interests: interests.map(({ message }) => message),
    ...coverage,
    sourceLicence: REGISTER_LICENCE_TEXT,
    asAt,
    representedSuburbs: suburbs.map(suburbOf),
  });
}

/** Currently declared companies, those with the fewest declarers first. */
function distinctiveElement(
  { person, counts, asAt }: MemberFacts,
  declarers: ReadonlyMap<string, Declarers>,
): PageElement {
  const all = counts.companies
    .filter(({ isCurrent }) => isCurrent)
    .map(({ holders, ...company }) => ({
      ...company,
      // The first specified holder.
      holder: holders.find((holder) => holder > 0) ?? 0,
      corpusDeclarerCount: declarers.get(company.stockCode)!.people,
      shortPercent: declarers.get(company.stockCode)!.short_percent ?? 0,
    }))
    .sort((a, b) => a.corpusDeclarerCount - b.corpusDeclarerCount || (a.stockCode < b.stockCode ? -1 : 1));
  const holdings = all.slice(0, MAX_DISTINCTIVE);
  return encodeElement(ListDistinctiveHoldingsResponseSchema, {
    canonicalSlug: person.message.slug,
    holdings,
    moreCount: all.length - holdings.length,
    disclosureNote: holdings.some(({ shortPercent }) => shortPercent > 0) ? DISCLOSURE_NOTE : "",
    sourceLicence: REGISTER_LICENCE_TEXT,
    asAt,
  });
}

export type ComparedCompany = ReturnType<typeof comparedCompany>;

const comparedCompany = ({ stockCode: code, companyName: name, ...declared }: register.DeclaredCompany) => {
  return { code, name, ...declared };
};

/** The member as side a of a comparison, and the companies that match two sides. */
function compareElements(
  { counts, coverage }: MemberFacts,
  summary: MessageShape<typeof PoliticianSummarySchema>,
): PageElement[] {
  const side = {
    a: summary,
    holderCountsA: counts.holderCounts,
    extractedParliamentsA: coverage.extractedParliaments,
    partialParliamentsA: coverage.partialParliaments,
    pendingParliamentsA: coverage.pendingParliaments,
  };
  return [
    encodeElement(ComparePoliticiansResponseSchema, side),
    jsonElement(counts.companies.map(comparedCompany)),
  ];
}
