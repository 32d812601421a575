import type { CombineOutcome, FileOutcome, ImportOutcome, UnusedFile } from "./import-outcome.ts";

/** The files of an import that gave no row, each with its reason. A file whose content was read before is that one. */
export function unusedFiles(outcome: Omit<ImportOutcome, "unused">): UnusedFile[] {
  return outcome.files.flatMap((file) => {
    const reason = reasonOf(file, outcome);
    return reason === undefined ? [] : [{ path: file.path, reason }];
  });
}

function reasonOf(file: FileOutcome, outcome: Omit<ImportOutcome, "unused">): string | undefined {
  switch (file.status) {
    case "known":
      return undefined;
    case "refused":
      return file.reason;
    case "unknown":
      return `no importer knows it: ${file.looksLike}`;
    case "read": {
      const { rowsRead, rowsUsed, notes, rejects } = file.report;
      if (rowsUsed > 0) return nothingGiven(outcome.combined.find(isOf(file.importerId)), outcome);
      const [most] = rejects.toSorted((a, b) => b.count - a.count);
      if (most === undefined) return notes.at(-1) ?? `none of ${rowsRead} rows can be used`;
      const { rule, count, examples } = most;
      return `none of ${rowsRead} rows can be used; ${rule}, ${count === 1 ? "once" : `${count} times`}: ${examples[0]?.reason}`;
    }
  }
}

const isOf = (importerId: string) => (one: CombineOutcome) => one.importerId === importerId;

/** Why no row of an importer's files is in the tables; undefined where there is one. */
function nothingGiven(
  combined: CombineOutcome | undefined,
  { tables, withheld, leftOut }: Omit<ImportOutcome, "unused">,
): string | undefined {
  const { tables: names = [], sourceIds = [], notes = [], rejects = [] } = combined ?? {};
  if (tables.some(({ table, rows }) => names.includes(table) && rows.length > 0)) return undefined;
  const ids = new Set(withheld.map(({ sourceId }) => sourceId).filter((id) => sourceIds.includes(id)));
  const reasons = [
    ...Array.from(ids, (id) => `withheld by the licence of ${id}; --allow-restricted ${id} serves it`),
    ...leftOut.filter(({ table }) => names.includes(table)).map(({ table, rule }) => `${table}: ${rule}`),
    ...notes,
    ...rejects.map(({ rule, examples: [first] }) => `${rule}: ${first?.reason}`),
  ];
  return reasons[0];
}
