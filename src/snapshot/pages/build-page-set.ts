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
  /** Where the file of pages is written. */
  readonly path: string;
  /** Folder for the copied rows of the set's queries; it is made and removed. */
  readonly scratch: string;
  /** The facts that the set declares. */
  readonly context: Partial<PageContext>;
  /** Threads that make the documents; this one unless given. The bytes are the same. */
  readonly threads?: PageThreads | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Copies what a set's queries give, makes its documents from the copies, and returns how many there are. */
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

/** Copies the rows of each query to a Parquet file in a folder, and returns the paths by query. */
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

/** Writes the pages of a set from the copied rows of its queries. */
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
