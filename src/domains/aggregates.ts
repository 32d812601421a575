import { extname } from "node:path";
import { codeDigest } from "../runtime/files/code-digest.ts";
import type { PageSet } from "../snapshot/pages/page-set.ts";
import type { Aggregate } from "../snapshot/tables/aggregate.ts";
import { DOMAINS } from "./index.ts";

/** All aggregates of a snapshot; `search_entries` comes last, as it reads the tables of all domains. */
export async function loadAggregates(): Promise<readonly Aggregate[]> {
  const all = await Promise.all(DOMAINS.map((domain) => domain.aggregates()));
  return [...all.flat(), await loadSearchEntries()];
}

async function loadSearchEntries(): Promise<Aggregate> {
  const { searchEntries } = await import("./search/aggregates/search-entries.ts");
  return searchEntries(DOMAINS.flatMap(({ searchables = [] }) => searchables));
}

export async function loadPageSets(): Promise<readonly PageSet[]> {
  return (await Promise.all(DOMAINS.map((domain) => domain.pages?.() ?? []))).flat();
}

/** All aggregates and page sets with the digest of their code: builds reuse results of an equal digest. */
export async function loadBuild() {
  const aggregates = DOMAINS.map(async (domain) =>
    withCode(await domain.aggregates(), `${domain.name}/aggregates`),
  );
  const pages = DOMAINS.map(async (domain) =>
    withCode((await domain.pages?.()) ?? [], `${domain.name}/pages`),
  );
  const entries = await loadSearchEntries();
  const [{ code }] = await withCode([entries], "search/aggregates/search-entries");
  return {
    // The SQL of `search_entries` is collected from all domains, so its digest includes the SQL.
    aggregates: [
      ...(await Promise.all(aggregates)).flat(),
      { ...entries, code: code && `${code} ${entries.sql}` },
    ],
    pages: (await Promise.all(pages)).flat(),
  };
}

/** Adds to each part the digest of the module that defines it: a file, or a folder with an index. */
async function withCode<Part extends object>(
  parts: readonly Part[],
  module: string,
): Promise<(Part & { readonly code: string | undefined })[]> {
  const ending = extname(import.meta.filename);
  const at = (path: string) => new URL(`./${path}${ending}`, import.meta.url).href;
  const code = (await codeDigest(at(`${module}/index`))) ?? (await codeDigest(at(module)));
  return parts.map((part) => ({ ...part, code }));
}
