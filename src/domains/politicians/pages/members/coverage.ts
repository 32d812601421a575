import type { QueryResults } from "../../../../snapshot/pages/query-results.ts";

/** Which parliaments have been read, each list ascending. */
export interface Coverage {
  readonly extracted: readonly number[];
  readonly partial: readonly number[];
  readonly pending: readonly number[];
}

interface ChamberCoverage {
  readonly parliament: number;
  readonly documents: number;
  readonly documents_read: number;
}

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
  const chambers = await results.rows<ChamberCoverage>("coverage");
  const lists = { extracted: [] as number[], partial: [] as number[], pending: [] as number[] };
  for (const parliament of new Set(chambers.map((one) => one.parliament))) {
    const own = chambers.filter((one) => one.parliament === parliament);
    if (own.every((one) => one.documents_read >= READ_SHARE * one.documents))
      lists.extracted.push(parliament);
    else if (own.every((one) => one.documents_read === 0)) lists.pending.push(parliament);
    else lists.partial.push(parliament);
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
    extracted: coverage.extracted.filter(sat),
    partial: coverage.partial.filter(sat),
    pending: coverage.pending.filter(sat),
  };
}
