export type AreaLevel = "SAL" | "LGA";

/** Kind of an area code. Only `suburb` codes enter state indexes. */
export type SalKind = "suburb" | "no usual address" | "migratory" | "other territories" | "outside Australia";

/** Normalises `SAL10001`, `10001` or the number 10001 to five digits; undefined for anything else. */
export function areaCodeOf(level: AreaLevel, cell: unknown): string | undefined {
  const text = String(cell ?? "").trim();
  const code = text.toUpperCase().startsWith(level) ? text.slice(level.length) : text;
  return /^([0-9]{5}|ZZZZZ)$/.test(code) ? code : undefined;
}

export const salCodeOf = (cell: unknown) => areaCodeOf("SAL", cell);

/** Endings of special codes in every state: no usual address; migratory, offshore and shipping. */
const SPECIAL_ENDS = { SAL: ["9494", "9797"], LGA: ["9499", "9799"] } as const;

/** Kind of a five-digit code. A leading 9: Christmas, Cocos, Norfolk and Jervis Bay, in no state index. */
export function kindOfArea(level: AreaLevel, code: string): SalKind {
  const [noAddress, migratory] = SPECIAL_ENDS[level];
  if (code === "ZZZZZ") return "outside Australia";
  if (code.endsWith(noAddress)) return "no usual address";
  if (code.endsWith(migratory)) return "migratory";
  return /^[1-8]/.test(code) ? "suburb" : "other territories";
}

export const kindOfSal = (salCode: string) => kindOfArea("SAL", salCode);

/** Counts special codes of a file, which are left out. */
export class SpecialCodes {
  readonly #counts = new Map<SalKind, number>();

  /** Returns true for a special code, and counts it. */
  has(kind: SalKind): boolean {
    if (kind === "suburb") return false;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    return true;
  }

  notes(): string[] {
    const parts = [...this.#counts].sort().map(([kind, count]) => `${count} ${kind}`);
    return parts.length === 0 ? [] : [`codes that are not an ordinary area, left out: ${parts.join(", ")}`];
  }
}
