/** What an operator may take offline at once (contract, housing §0.4). */
export interface Switches {
  /** Off: every listing-derived answer is empty. */
  readonly dropListings: boolean;
  /** Off: property histories carry no valuation. */
  readonly valuations: boolean;
}
