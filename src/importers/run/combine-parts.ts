import {
  type CombineContext,
  type Combined,
  type Fragment,
  fileOf,
  type Importer,
  type StoredPart,
} from "../importer.ts";
import { withPresentCouncils } from "../places/councils.ts";
import { councilsOf, mergedSuburbs } from "../places/merged-places.ts";
import type { SuburbNames } from "../places/suburb-names.ts";
import type { SourceFacts } from "../source-licence.ts";
import type { CombineOutcome } from "./import-outcome.ts";
import { nextTurn } from "./next-turn.ts";
import type { KeptPart } from "./part-store.ts";

/** Runs every importer's `combine`, stage `suburbs` first. Returns the outcomes and all fragments. */
export async function combineParts(
  parts: readonly KeptPart[],
  base: readonly Fragment[],
  importers: readonly Importer[],
  facts: ReadonlyMap<string, SourceFacts>,
  allowedSources: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<{ combined: CombineOutcome[]; fragments: Fragment[] }> {
  const combined: CombineOutcome[] = [];
  const fragments: Fragment[] = [...base];
  const merged = mergedSuburbs(fragments, facts);
  let suburbs: SuburbNames | undefined;
  let councils: ReadonlyMap<string, string> = new Map();
  for (const stage of ["suburbs", "facts"] as const) {
    for (const importer of importers.filter((one) => (one.stage ?? "facts") === stage)) {
      const kept = parts.filter((part) => part.importerId === importer.id);
      const own = kept.map(storedPart);
      if (own.length === 0) continue;
      await nextTurn(signal);
      let rows: ReturnType<typeof merged.rows> | undefined;
      const context: CombineContext = {
        get suburbs() {
          return suburbs ?? merged.names();
        },
        councils,
        suburbOf: (salCode) => {
          rows ??= merged.rows();
          return rows.get(salCode);
        },
        allowedSources,
      };
      const result: Required<Combined> = { rejects: [], notes: [], ...importer.combine(own, context) };
      const filled = result.fragments.filter(({ rows }) => rows.length > 0);
      fragments.push(
        ...withPresentCouncils(filled.map((fragment) => withFile(fragment, own, importer.columns))),
      );
      const given = result.fragments.reduce((sum, { rows }) => sum + rows.length, 0);
      const isRead = kept.some(({ report }) => report.rowsUsed > 0);
      const notes = given > 0 || !isRead ? result.notes : [...result.notes, nothingPlaced(own.length)];
      combined.push({
        importerId: importer.id,
        rejects: result.rejects,
        notes,
        tables: [...new Set(filled.map(({ table }) => table))],
        sourceIds: [...new Set(filled.map(({ sourceId }) => sourceId))],
      });
    }
    if (stage === "facts") continue;
    suburbs = merged.names();
    councils = councilsOf(fragments);
  }
  return { combined, fragments };
}

/** Adds the source file if it is unambiguous: the importer's only file, or its only file of that vintage. */
function withFile(fragment: Fragment, parts: readonly StoredPart<unknown>[], columns: Importer["columns"]) {
  const { file } = fragment;
  if (file !== undefined)
    return file.columns === undefined && columns !== undefined
      ? { ...fragment, file: { ...file, columns } }
      : fragment;
  const own = parts.filter(({ vintage }) => parts.length === 1 || vintage === fragment.vintage);
  return own.length === 1 ? { ...fragment, file: fileOf(own[0], columns) } : fragment;
}

function nothingPlaced(files: number): string {
  return `no row of ${files === 1 ? "this file" : `these ${files} files`} fits into the dataset`;
}

function storedPart({ part, path, sha256, report }: KeptPart): StoredPart<unknown> {
  return { part, path, sha256, vintage: report.vintage };
}
