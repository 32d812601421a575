import type { Importer } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import type { AwaitedKind } from "./awaited-kind.ts";
import { AWAITED_KINDS } from "./awaited-kinds.ts";
import { AWAITED_MARKETS } from "./awaited-markets.ts";

/** Files that are recognised and not read: the report says what each waits for. */
export const AWAITED_FILES: Importer<{ readonly rows: readonly never[] }> = {
  id: "awaited",
  title: "Kinds that are known and wait for something else",
  version: 1,
  endsAnyhow: true,
  stage: "facts",
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
      vintage: "1970-01-01",
      notes: [`not read; it waits for ${kindOf(file)!.waitsFor}`],
    },
  }),
  explain: (file) => [`nothing is read; it waits for ${kindOf(file)!.waitsFor}`],
  combine: () => ({ fragments: [], rejects: [], notes: [] }),
};

function kindOf(file: ImportFile): AwaitedKind | undefined {
  return [...AWAITED_KINDS, ...AWAITED_MARKETS].find(({ is }) => {
    try {
      return is(file);
    } catch {
      return false;
    }
  });
}
