import { rm } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory } from "../../runtime/files/writable-directory.ts";
import { guardedFacts } from "../tables/guarded-facts.ts";
import type { BuildDatabase } from "../tables/write-tables.ts";
import type { PageContext, PageSet } from "./page-set.ts";
import type { PageThreads } from "./page-threads.ts";
import { QueryResults } from "./query-results.ts";
import { writePages } from "./write-pages.ts";

export interface PageSetBuild {
  readonly path: string;
  /** Temp folder for the query results; created and removed here. */
  readonly scratch: string;
  readonly context: Partial<PageContext>;
  /** Worker threads for encoding; without them, this thread. The bytes are the same. */
  readonly threads?: PageThreads | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Copies the results of a set's queries, writes its pages from the copies, and returns the page count. */
export async function buildPageSet(
  db: BuildDatabase,
  set: PageSet,
  { path, scratch, context, threads, signal }: PageSetBuild,
): Promise<number> {
  try {
    const files = await copyQueries(db, set, scratch);
    if (threads !== undefined) return await threads.write({ set: set.name, files, context, path }, signal);
    return await writePageSet(set, files, context, path, signal);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Copies each query's result to a Parquet file in `directory`; returns the paths by query. */
export async function copyQueries(
  db: BuildDatabase,
  { queries }: Pick<PageSet, "queries">,
  directory: string,
): Promise<Record<string, string>> {
  await makeDirectory(directory);
  const files: Record<string, string> = {};
  for (const [name, sql] of Object.entries(queries)) {
    files[name] = join(directory, `${name}.parquet`);
    await db.writeParquet(sql, files[name], { compression: "uncompressed" });
  }
  return files;
}

/** Writes the pages of a set from copied query results, and returns their count. */
export async function writePageSet(
  set: PageSet,
  files: Readonly<Record<string, string>>,
  context: Partial<PageContext>,
  path: string,
  signal?: AbortSignal,
): Promise<number> {
  const facts = guardedFacts(`pages ${set.name}`, context);
  const results = new QueryResults(files);
  try {
    return await writePages(path, set.documents(results, facts), signal);
  } finally {
    results.close();
  }
}
