import type { MessageShape } from "@bufbuild/protobuf";
import {
  ComparePoliticiansResponseSchema,
  GetPoliticianResponseSchema,
  ListDistinctiveHoldingsResponseSchema,
  PoliticianSchema,
  PoliticianSummarySchema,
  PoliticianTermSchema,
  RepresentedSuburbSchema,
} from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { timestampOfInstant } from "../../../../rpc/encoding/timestamps.ts";
import type { PageElement } from "../../../../snapshot/pages/page-format.ts";
import { encodeElement, jsonElement, jsonPage, pageSet } from "../../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../../snapshot/pages/row-groups.ts";
import { type Row, rowMessages } from "../../../../snapshot/pages/row-message.ts";
import { DISCLOSURE_NOTE, REGISTER_LICENCE_TEXT } from "../../notes.ts";
import { DIRECTORY_KEYS, type DirectoryEntry } from "../../page-keys.ts";
import {
  interestsOf,
  PEOPLE,
  type Person,
  readInterests,
  readPeople,
  readStamp,
  STAMP,
} from "../register-rows.ts";
import { COVERAGE, coverageOf, readCoverage } from "./coverage.ts";
import { explorerProfile } from "./explorer-profile.ts";
import {
  holderCounts,
  type MemberCounts,
  type MemberFacts,
  memberCounts,
  summaryMessage,
} from "./member-counts.ts";

const MOST_DISTINCTIVE = 20;

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
const suburbOf = rowMessages(RepresentedSuburbSchema, { keyColumns: ["federal_division"] });

type Declarers = { stock_code: string; people: number; short_percent: number | null };

/** A page a member with every answer about that member, and the directory of all. */
export const POLITICIAN_PAGES = pageSet({
  name: "politicians",
  queries: {
    ...STAMP,
    ...PEOPLE,
    ...COVERAGE,
    ...interestsOf(),
    terms: TERMS,
    suburbs: SUBURBS,
    declarers: DECLARERS,
    documents: DOCUMENTS,
    merged: MERGED,
  },
  documents: async function* (results) {
    const stamp = await readStamp(results);
    if (stamp === undefined) return;
    const people = await readPeople(results);
    const coverage = await readCoverage(results);
    const personOf = (row: Row) => row.politician_id as number;
    const terms = Map.groupBy(await results.rows<Row>("terms"), personOf);
    const suburbs = Map.groupBy(await results.rows<Row>("suburbs"), (row) => row.federal_division as string);
    const declarers = new Map(
      (await results.rows<Declarers>("declarers")).map((one) => [one.stock_code, one]),
    );
    const documents = Map.groupBy(await results.rows<Row>("documents"), personOf);
    const declared = rowGroups(readInterests(results), ({ politicianId }) => politicianId);
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
      const counts = memberCounts(interests, stamp.as_of_day);
      const seats = {
        terms: own.map((term) => term.parliament),
        first: firstParliament || null,
        last: lastParliament || null,
      };
      const facts: MemberFacts = {
        person,
        interests,
        counts,
        terms: own,
        coverage: coverageOf(coverage, seats),
        asAt,
      };
      const isSitting = chamber === "house" && own.some((term) => term.parliament === newestParliament);
      const summary = summaryMessage(person, counts);
      everyone.push(encodeElement(PoliticianSchema, person.message));
      summaries.push(encodeElement(PoliticianSummarySchema, summary));
      index.push(directoryEntry(person, counts));
      yield {
        key: slug,
        elements: [
          answerElement(facts, isSitting ? (suburbs.get(division) ?? []) : []),
          explorerProfile(facts, documents.get(person.id) ?? []),
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

function directoryEntry({ message }: Person, counts: MemberCounts): DirectoryEntry {
  return {
    slug: message.slug,
    chamber: message.chamber,
    state: message.stateCode,
    party: message.partyAb,
    name: message.displayName.toLowerCase(),
    currentByItem: counts.currentByItem,
    sortKeys: [counts.currentCount, counts.companyCount, counts.propertyCount, counts.recentChanges],
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

/** The companies declared now, those that fewest people declare first. */
function distinctiveElement(
  { person, counts, asAt }: MemberFacts,
  declarers: ReadonlyMap<string, Declarers>,
): PageElement {
  const all = counts.companies
    .filter(({ isCurrent }) => isCurrent)
    .map(({ code, name, industry, holders }) => ({
      stockCode: code,
      companyName: name,
      industry,
      // Of several holders the first that is named.
      holder: holders.find((holder) => holder > 0) ?? 0,
      corpusDeclarerCount: declarers.get(code)!.people,
      shortPercent: declarers.get(code)!.short_percent ?? 0,
    }))
    .sort((a, b) => a.corpusDeclarerCount - b.corpusDeclarerCount || (a.stockCode < b.stockCode ? -1 : 1));
  const holdings = all.slice(0, MOST_DISTINCTIVE);
  return encodeElement(ListDistinctiveHoldingsResponseSchema, {
    canonicalSlug: person.message.slug,
    holdings,
    moreCount: all.length - holdings.length,
    disclosureNote: holdings.some(({ shortPercent }) => shortPercent > 0) ? DISCLOSURE_NOTE : "",
    sourceLicence: REGISTER_LICENCE_TEXT,
    asAt,
  });
}

/** One side of any comparison with the member, written as side a, and the companies that two sides are matched by. */
function compareElements(
  { counts, coverage }: MemberFacts,
  summary: MessageShape<typeof PoliticianSummarySchema>,
): PageElement[] {
  const side = {
    a: summary,
    holderCountsA: holderCounts(counts),
    extractedParliamentsA: coverage.extractedParliaments,
    partialParliamentsA: coverage.partialParliaments,
    pendingParliamentsA: coverage.pendingParliaments,
  };
  return [encodeElement(ComparePoliticiansResponseSchema, side), jsonElement(counts.companies)];
}
