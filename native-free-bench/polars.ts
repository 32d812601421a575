import { execFileSync } from "node:child_process";

/** 98 MB that only comparisons need, so it is not a dependency. */
const POLARS = "nodejs-polars@0.24.1";

export interface Polars {
  readonly Float32: unknown;
  DataFrame(columns: Record<string, unknown>): PolarsFrame;
  Series(name: string, values: readonly (number | null)[], type: unknown): unknown;
  col(name: string): PolarsTerm;
  lit(value: number): PolarsTerm;
  readIPC(bytes: Buffer): PolarsFrame;
  readParquet(bytes: Buffer): PolarsFrame;
}

interface PolarsFrame {
  readonly height: number;
  filter(term: PolarsTerm): PolarsFrame;
  toRecords(): Record<string, unknown>[];
}

interface PolarsTerm {
  and(other: PolarsTerm): PolarsTerm;
  gtEq(other: PolarsTerm): PolarsTerm;
  ltEq(other: PolarsTerm): PolarsTerm;
}

/** polars, or undefined when it is not installed. */
export async function findPolars(): Promise<Polars | undefined> {
  const name = POLARS.slice(0, POLARS.indexOf("@"));
  try {
    return ((await import(name)) as { default: Polars }).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** Installs polars without adding it to package.json; the next `npm install` removes it. */
export function fetchPolars(): void {
  execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", POLARS], { stdio: "inherit" });
}
