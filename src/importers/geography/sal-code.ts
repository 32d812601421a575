/** Levels whose areas are rows of their own: suburbs and councils. */
export type AreaLevel = "SAL" | "LGA";

/** What a code means. Only `suburb` codes enter state indexes. */
export type SalKind = "suburb" | "no usual address" | "migratory" | "other territories" | "outside Australia";

/** The five-digit code of a published code, or undefined: `SAL10001`, `10001` and the number 10001 are the same. */
export function areaCodeOf(level: AreaLevel, cell: unknown): string | undefined {
  const text = String(cell ?? "").trim();
  const code = text.toUpperCase().startsWith(level) ? text.slice(level.length) : text;
  return /^([0-9]{5}|ZZZZZ)$/.test(code) ? code : undefined;
}

export const salCodeOf = (cell: unknown) => areaCodeOf("SAL", cell);

/** Ends of the codes without a usual address, and of those that are migratory, offshore or shipping, in every state. */
const SPECIAL_ENDS = { SAL: ["9494", "9797"], LGA: ["9499", "9799"] } as const;

/**
 * The kind of a five-digit code. A leading 9 is the other territories (Christmas, Cocos, Norfolk, Jervis Bay), which no
 * state index holds.
 */
export function kindOfArea(level: AreaLevel, code: string): SalKind {
  const [noAddress, migratory] = SPECIAL_ENDS[level];
  if (code === "ZZZZZ") return "outside Australia";
  if (code.endsWith(noAddress)) return "no usual address";
  if (code.endsWith(migratory)) return "migratory";
  return /^[1-8]/.test(code) ? "suburb" : "other territories";
}

export const kindOfSal = (salCode: string) => kindOfArea("SAL", salCode);

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
