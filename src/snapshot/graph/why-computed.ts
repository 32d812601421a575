import type { Inputs } from "./step.ts";

/** What is noted of a step of an earlier build. */
export interface EarlierStep {
  readonly key: string;
  readonly definition?: string | undefined;
  readonly inputs: Inputs;
}

/** Why a step is computed although an earlier build ran, in words. */
export function whyComputed(earlier: EarlierStep | undefined, now: EarlierStep): string {
  if (earlier === undefined) return "it was not built here before";
  if (earlier.key === now.key) return "its kept result is missing";
  const reasons = earlier.definition === now.definition ? [] : ["its code or definition changed"];
  for (const [name, checksum] of Object.entries(now.inputs)) {
    if (earlier.inputs[name] === undefined) reasons.push(`${name} is read now`);
    else if (earlier.inputs[name] !== checksum) reasons.push(`${name} changed`);
  }
  for (const name of Object.keys(earlier.inputs)) {
    if (now.inputs[name] === undefined) reasons.push(`${name} is not read any more`);
  }
  return reasons.join(", ") || "the version of kept results changed";
}
