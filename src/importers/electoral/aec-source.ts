import { sourceFacts } from "../source-licence.ts";

export const AEC_SOURCE = sourceFacts({
  id: "aec-transparency-register",
  publisher: "Australian Electoral Commission",
  title: "AEC Transparency Register, annual returns",
  attribution: "© Commonwealth of Australia, Australian Electoral Commission Transparency Register",
  url: "https://transparency.aec.gov.au/Download",
  precedence: 60,
});

/** The label of a financial year as the register's exports write it: `1998-1999` until 2010-2011, then `2011-12`. */
export function yearLabel(yearEnd: number): string {
  return yearEnd <= 2011 ? `${yearEnd - 1}-${yearEnd}` : `${yearEnd - 1}-${String(yearEnd).slice(2)}`;
}

/** The year in which a financial year ends, from `2011-12` or `1998-1999`; undefined when the text is neither. */
export function yearEndOf(label: string): number | undefined {
  const match = /^(\d{4})-(\d{2}|\d{4})$/.exec(label.trim());
  if (match === null) return undefined;
  const end = Number(match[1]) + 1;
  return String(end).endsWith(match[2]) ? end : undefined;
}

/** Cents of an amount in dollars, by its digits: `1186307`, `12.5`, `-3.07`. Undefined when it is not one. */
export function centsOf(text: string): number | undefined {
  const match = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return undefined;
  const cents = Number(match[2].replaceAll(",", "")) * 100 + Number((match[3] ?? "").padEnd(2, "0"));
  return match[1] === "-" && cents !== 0 ? -cents : cents;
}
