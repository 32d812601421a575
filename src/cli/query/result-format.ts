import { FORMATS } from "../../exports/formats.ts";
import { invalidArgument } from "../../runtime/errors.ts";

export const TABLE_FORMAT = "table";
export const RESULT_FORMATS: readonly string[] = [
  TABLE_FORMAT,
  ...FORMATS.filter((one) => one !== "geojson"),
];

export function checkFormat(format: string): string {
  if (RESULT_FORMATS.includes(format)) return format;
  throw invalidArgument(`--format: "${format}" is not one of ${RESULT_FORMATS.join(", ")}`);
}

/** Throws for the first parameter that is set and does not apply; ignoring it would give a wrong answer. */
export function refuseParameters(given: Readonly<Record<string, unknown>>, what: string): void {
  const [name] = Object.keys(given).filter((key) => given[key] !== undefined);
  if (name !== undefined) throw invalidArgument(`--${name} does not apply to ${what}`);
}
