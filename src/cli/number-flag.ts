import { invalidArgument } from "../runtime/errors.ts";

/** A number given as a flag, within inclusive bounds. */
export function numberFlag(flag: string, value: unknown, min: number, max: number): number {
  const text = String(value).trim();
  const number = text === "" ? Number.NaN : Number(text);
  if (number >= min && number <= max) return number;
  throw invalidArgument(`${flag}: "${value}" is not a number from ${min} to ${max}`);
}
