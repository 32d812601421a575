/** What a suburb code means. Only `suburb` codes enter state indexes. */
export type SalKind = "suburb" | "no usual address" | "migratory" | "other territories" | "outside Australia";

/** The five-digit code of a published suburb code, or undefined: `SAL10001`, `10001` and the number 10001 are the same. */
export function salCodeOf(cell: unknown): string | undefined {
  const text = String(cell ?? "").trim();
  const code = text.replace(/^SAL/i, "");
  return /^([0-9]{5}|ZZZZZ)$/.test(code) ? code : undefined;
}

/**
 * The kind of a five-digit suburb code. Every state has 9494 "no usual address" and 9797 "migratory, offshore,
 * shipping"; a leading 9 is the other territories (Christmas, Cocos, Norfolk, Jervis Bay), which no state index holds.
 */
export function kindOfSal(salCode: string): SalKind {
  if (salCode === "ZZZZZ") return "outside Australia";
  if (salCode.endsWith("9494")) return "no usual address";
  if (salCode.endsWith("9797")) return "migratory";
  return /^[1-8]/.test(salCode) ? "suburb" : "other territories";
}

/** Counts of codes left out, as one line for a report; empty when none was. */
export function leftOutNote(counts: ReadonlyMap<SalKind, number>): string {
  const parts = [...counts].sort().map(([kind, count]) => `${count} ${kind}`);
  return parts.length === 0 ? "" : `codes that are not an ordinary area, left out: ${parts.join(", ")}`;
}
