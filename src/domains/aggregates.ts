import { extname } from "node:path";
import { codeDigest } from "../runtime/files/code-digest.ts";
import type { PageSet } from "../snapshot/pages/page-set.ts";
import type { Aggregate } from "../snapshot/tables/aggregate.ts";
import { DOMAINS } from "./index.ts";

/** Every aggregate of a snapshot: what is found by words comes last, from all of them. */
export async function loadAggregates(): Promise<readonly Aggregate[]> {
  const all = await Promise.all(DOMAINS.map((domain) => domain.aggregates()));
  return [...all.flat(), await loadSearchEntries()];
}

async function loadSearchEntries(): Promise<Aggregate> {
  const { searchEntries } = await import("./search/aggregates/search-entries.ts");
  return searchEntries(DOMAINS.flatMap(({ searchables = [] }) => searchables));
}

/** Every set of pages of a snapshot. */
export async function loadPageSets(): Promise<readonly PageSet[]> {
  return (await Promise.all(DOMAINS.map((domain) => domain.pages?.() ?? []))).flat();
}

/** The same, each with the digest of the code that defines it: what a build needs to reuse its results. */
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
    // What is searched for comes from all domains: its SQL tells of it.
    aggregates: [
      ...(await Promise.all(aggregates)).flat(),
      { ...entries, code: code && `${code} ${entries.sql}` },
    ],
    pages: (await Promise.all(pages)).flat(),
  };
}

/** The parts with the digest of the module that defines them: a file, or a folder with an index. */
async function withCode<Part extends object>(
  parts: readonly Part[],
  module: string,
): Promise<(Part & { readonly code: string | undefined })[]> {
  const ending = extname(import.meta.filename);
  const at = (path: string) => new URL(`./${path}${ending}`, import.meta.url).href;
  const code = (await codeDigest(at(`${module}/index`))) ?? (await codeDigest(at(module)));
  return parts.map((part) => ({ ...part, code }));
}
