import type { QueryResults } from "../../../../snapshot/pages/query-results.ts";

/** Which parliaments have been read, each list ascending, as messages name them. */
export type Coverage = Record<"extractedParliaments" | "partialParliaments" | "pendingParliaments", number[]>;

/** The share of a chamber's documents from which on it counts as read. */
const READ_SHARE = 0.95;

export const COVERAGE = {
  coverage: `
SELECT
  parliament, count(*)::INTEGER AS documents, count(*) FILTER (extract_status = 'read')::INTEGER AS documents_read
FROM main.register_documents
GROUP BY parliament, chamber
ORDER BY parliament, chamber`,
};

/** A parliament is read when each of its chambers is, pending when nothing of either is, else partial. */
export async function readCoverage(results: QueryResults): Promise<Coverage> {
  const chambers =
    await results.rows<Record<"parliament" | "documents" | "documents_read", number>>("coverage");
  const lists: Coverage = { extractedParliaments: [], partialParliaments: [], pendingParliaments: [] };
  for (const parliament of new Set(chambers.map((one) => one.parliament))) {
    const own = chambers.filter((one) => one.parliament === parliament);
    if (own.every((one) => one.documents_read >= READ_SHARE * one.documents))
      lists.extractedParliaments.push(parliament);
    else if (own.every((one) => one.documents_read === 0)) lists.pendingParliaments.push(parliament);
    else lists.partialParliaments.push(parliament);
  }
  return lists;
}

export interface Seats {
  /** Parliaments of the member's terms. */
  readonly terms: readonly number[];
  readonly first: number | null;
  readonly last: number | null;
}

/** The lists cut to the parliaments that a member sat in; without terms from the first to the last, without those all. */
export function coverageOf(coverage: Coverage, { terms, first, last }: Seats): Coverage {
  const sat = (parliament: number) => {
    if (terms.length > 0) return terms.includes(parliament);
    return first === null || last === null || (parliament >= first && parliament <= last);
  };
  return {
    extractedParliaments: coverage.extractedParliaments.filter(sat),
    partialParliaments: coverage.partialParliaments.filter(sat),
    pendingParliaments: coverage.pendingParliaments.filter(sat),
  };
}
