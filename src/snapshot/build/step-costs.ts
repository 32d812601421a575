import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BUILD_COSTS_FILE } from "../../dataset/dataset.ts";
import type { BuildRecord } from "../store/kept-results.ts";

/** CPU seconds by step, and the size of the dataset that they were measured on. */
export interface StepCosts {
  readonly bytes: number;
  readonly seconds: Readonly<Record<string, number>>;
}

/** CPU seconds of steps from the last build or the dataset, whichever is closer in size; else undefined. */
export async function expectedCosts(
  datasetDir: string,
  bytes: number,
  last: BuildRecord | undefined,
): Promise<((step: string) => number) | undefined> {
  // Costs scale with the size of the dataset.
  const ratio = (known: StepCosts) => Math.max(1, bytes) / Math.max(1, known.bytes);
  const distance = (known: StepCosts) => Math.abs(Math.log(ratio(known)));
  const candidates = [last && costsOf(last), await shippedCosts(datasetDir)]
    .filter((known) => known !== undefined)
    .sort((a, b) => distance(a) - distance(b));
  if (candidates.length === 0) return undefined;
  const [known] = candidates;
  return (step) => (known.seconds[step] ?? 0) * ratio(known);
}

export function costsOf({ bytes, steps }: BuildRecord): StepCosts {
  const seconds = Object.entries(steps).map(([step, { seconds = 0 }]) => [step, Number(seconds.toFixed(3))]);
  return { bytes, seconds: Object.fromEntries(seconds) };
}

/** Undefined if the file is missing or invalid. */
async function shippedCosts(datasetDir: string): Promise<StepCosts | undefined> {
  try {
    const { bytes, seconds } = JSON.parse(await readFile(join(datasetDir, BUILD_COSTS_FILE), "utf8"));
    const isKnown = bytes > 0 && Object.values(seconds).every((one) => Number.isFinite(one));
    return isKnown ? { bytes, seconds } : undefined;
  } catch {
    return undefined;
  }
}
