import { type Importer, UNDATED } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { AWAITED_KINDS, type AwaitedKind } from "./awaited-kinds.ts";

/** Files that are recognised and not read: the report says why. */
export const AWAITED_FILES: Importer<{ readonly rows: readonly never[] }> = {
  id: "awaited",
  title: "Kinds that are known and not read",
  endsAnyhow: true,
  sources: [],
  recognise(file) {
    const kind = kindOf(file);
    return kind === undefined ? undefined : { confidence: 30, what: kind.what };
  },
  read: (file) => ({
    part: { rows: [] },
    report: {
      rowsRead: 0,
      rowsUsed: 0,
      rejects: [],
      vintage: UNDATED,
      notes: [`not read; ${kindOf(file)!.why}`],
    },
  }),
  explain: (file) => [`nothing is read; ${kindOf(file)!.why}`],
  combine: () => ({ fragments: [] }),
};

function kindOf(file: ImportFile): AwaitedKind | undefined {
  return AWAITED_KINDS.find(({ is }) => {
    try {
      return is(file);
    } catch {
      return false;
    }
  });
}
