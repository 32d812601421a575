import { importerOfKinds, UNDATED } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { AWAITED_KINDS, type AwaitedKind } from "./awaited-kinds.ts";

/** Files that are recognised and not read: the report says why. */
export const AWAITED_FILES = importerOfKinds({
  id: "awaited",
  title: "Kinds that are known and not read",
  endsAnyhow: true,
  sources: [],
  kindOf,
  recognised: ({ what }) => ({ confidence: 30, what }),
  read: (_, { why }) => ({
    part: { rows: [] },
    report: {
      rowsRead: 0,
      rowsUsed: 0,
      rejects: [],
      vintage: UNDATED,
      notes: [`not read; ${why}`],
    },
  }),
  explain: (_, { why }) => [`nothing is read; ${why}`],
  combine: () => ({ fragments: [] }),
});

function kindOf(file: ImportFile): AwaitedKind | undefined {
  return AWAITED_KINDS.find(({ is }) => {
    try {
      return is(file);
    } catch {
      return false;
    }
  });
}
