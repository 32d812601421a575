/**
 * What a publisher's terms allow. `open`: show with attribution. `unsettled`: the data has an open licence,
 * but another statement is stricter. `non-commercial` and `unstated`: no public use without the operator's
 * own agreement.
 */
export type LicenceClass = "open" | "unsettled" | "non-commercial" | "unstated";

export interface SourceFacts {
  /** Id in `dataset.json` and in every row's source column. */
  readonly id: string;
  readonly publisher: string;
  readonly title: string;
  /** Licence as written in rows and in `dataset.json`, such as CC-BY-4.0. */
  readonly licence: string;
  readonly licenceClass: LicenceClass;
  /** Sentence that must accompany anything shown. */
  readonly attribution: string;
  readonly url?: string;
  /** When two sources have the same cell, the higher number wins; see data/guides/importing.md. */
  readonly precedence: number;
}

type GivenFacts = Pick<SourceFacts, "id" | "publisher" | "title"> &
  Partial<SourceFacts> &
  (Pick<SourceFacts, "licence" | "licenceClass"> | { readonly licence?: never });

/** Fills defaults: CC-BY-4.0, attribution to the publisher, precedence 50. */
export function sourceFacts(given: GivenFacts): SourceFacts {
  const attribution = `Source: ${given.publisher}`;
  return { licence: "CC-BY-4.0", licenceClass: "open", attribution, precedence: 50, ...given };
}

/** A source of the ABS, whose website terms are Creative Commons Attribution. */
export function absSource(id: string, title: string, precedence: number): SourceFacts {
  const publisher = "Australian Bureau of Statistics";
  return sourceFacts({ id, publisher, title, url: "https://www.abs.gov.au", precedence });
}

/** True if the source's rows stay out of public queries until the operator opts in. */
export function needsOptIn(source: SourceFacts): boolean {
  return source.licenceClass !== "open";
}
