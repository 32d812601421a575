import type { SourceFacts } from "./source-licence.ts";

/** A source of the Australian Bureau of Statistics, whose website terms are Creative Commons Attribution. */
export function absSource(id: string, title: string, precedence: number): SourceFacts {
  return {
    id,
    publisher: "Australian Bureau of Statistics",
    title,
    licence: "CC-BY-4.0",
    licenceClass: "open",
    attribution: "Source: Australian Bureau of Statistics",
    url: "https://www.abs.gov.au",
    precedence,
  };
}
