import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeDigest } from "../../../runtime/files/code-digest.ts";
import { checksumOf, type Step } from "../../graph/step.ts";
import { buildPageSet } from "../../pages/build-page-set.ts";
import { PAGES_SUFFIX } from "../../pages/page-format.ts";
import type { PageSet } from "../../pages/page-set.ts";
import type { PageThreads } from "../../pages/page-threads.ts";
import { describeFile } from "../../store/verify.ts";
import type { BuildDatabase } from "../../tables/write-tables.ts";
import type { BuildTables } from "./build-tables.ts";

export interface PageFacts {
  readonly pages: number;
}

export interface PageStepOptions {
  readonly root: string;
  /** Folder of the pages, relative to `root`. */
  readonly folder: string;
  readonly tables: BuildTables;
  /** Threads that encode pages; undefined for the calling thread. */
  readonly threads: PageThreads | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function pageStep(
  set: PageSet,
  { root, folder, tables, threads, signal }: PageStepOptions,
): Promise<Step<BuildDatabase>> {
  const code = await codeDigest(import.meta.url);
  const reads = tables.expand(set.reads);
  const file = `${folder}/${set.name}${PAGES_SUFFIX}`;
  return {
    kind: "pages",
    name: set.name,
    reads,
    creates: new Map(),
    definition: set.code && code && checksumOf([code, set.code]),
    run: (lane) =>
      tables.within(lane, { step: `pages ${set.name}`, reads }, async (db, context) => {
        const path = join(root, file);
        await mkdir(dirname(path), { recursive: true });
        const scratch = join(root, "rows", set.name);
        const pages = await buildPageSet(db, set, { path, scratch, context, threads, signal });
        return { files: [await describeFile(root, file)], facts: { pages } satisfies PageFacts };
      }),
  };
}
