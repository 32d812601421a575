/** What an operator may take offline at once. */
export interface ListingSwitches {
  /** Off: every listing-derived answer is an empty success. */
  readonly dropListings: boolean;
  /** Off: property histories carry no valuation. */
  readonly valuations: boolean;
}
