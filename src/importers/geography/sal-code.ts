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
  return kindOf(salCode, "9494", "9797");
}

/** Council codes end with 9499 and 9799 where suburb codes end with 9494 and 9797. */
export function kindOfLga(code: string): SalKind {
  return kindOf(code, "9499", "9799");
}

function kindOf(code: string, noAddress: string, migratory: string): SalKind {
  if (code === "ZZZZZ") return "outside Australia";
  if (code.endsWith(noAddress)) return "no usual address";
  if (code.endsWith(migratory)) return "migratory";
  return /^[1-8]/.test(code) ? "suburb" : "other territories";
}

/** Counts the codes of a file that are not an ordinary area, which are left out. */
export class SpecialCodes {
  readonly #counts = new Map<SalKind, number>();

  /** Whether the code is such a one, and is counted now. */
  has(kind: SalKind): boolean {
    if (kind === "suburb") return false;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    return true;
  }

  /** What a report says of them: one line, or nothing. */
  notes(): string[] {
    const parts = [...this.#counts].sort().map(([kind, count]) => `${count} ${kind}`);
    return parts.length === 0 ? [] : [`codes that are not an ordinary area, left out: ${parts.join(", ")}`];
  }
}
