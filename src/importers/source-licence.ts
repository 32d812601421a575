/**
 * What a publisher's terms allow. `open`: show with attribution. `unsettled`: an open licence travels with the data, but
 * a second statement is stricter. `non-commercial` and `unstated`: no public use without the operator's own agreement.
 */
export type LicenceClass = "open" | "unsettled" | "non-commercial" | "unstated";

/** What an importer knows about a source before it has seen a file. */
export interface SourceFacts {
  /** Id in `dataset.json` and in every row's source column. */
  readonly id: string;
  readonly publisher: string;
  readonly title: string;
  /** Licence as written in rows and in `dataset.json`, such as CC-BY-4.0. */
  readonly licence: string;
  readonly licenceClass: LicenceClass;
  /** The sentence that must be next to anything shown. */
  readonly attribution: string;
  readonly url?: string;
  /** Where two sources give the same cell, the higher number wins; see data/guides/importing.md. */
  readonly precedence: number;
}

type GivenFacts = Pick<SourceFacts, "id" | "publisher" | "title"> &
  Partial<SourceFacts> &
  (Pick<SourceFacts, "licence" | "licenceClass"> | { readonly licence?: never });

/** A source with what most have: Creative Commons Attribution, unless its licence and what that allows are given. */
export function sourceFacts(given: GivenFacts): SourceFacts {
  const attribution = `Source: ${given.publisher}`;
  return { licence: "CC-BY-4.0", licenceClass: "open", attribution, precedence: 50, ...given };
}

/** A source of the Australian Bureau of Statistics, whose website terms are Creative Commons Attribution. */
export function absSource(id: string, title: string, precedence: number): SourceFacts {
  const publisher = "Australian Bureau of Statistics";
  return sourceFacts({ id, publisher, title, url: "https://www.abs.gov.au", precedence });
}

/** Whether the source's rows stay out of public reads until the operator names the source. */
export function needsOptIn(source: SourceFacts): boolean {
  return source.licenceClass !== "open";
}
