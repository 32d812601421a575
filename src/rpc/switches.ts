export const SWITCH_KEYS = ["dropListings", "valuations", "interestRegister", "partyFunding"] as const;

/** What an operator may take offline at once, without a restart: a takedown must not wait for one. */
export interface Switches {
  /** Off: every listing-derived answer is empty. */
  readonly dropListings: boolean;
  /** Off: property histories carry no valuation. */
  readonly valuations: boolean;
  /**
   * Off: every answer from the register of interests is empty, and no suburb has data for the metric that counts its
   * declarations. On for a program that does not name it.
   */
  readonly interestRegister?: boolean;
  /** Off: every answer from the funding returns is empty. On for a program that does not name it. */
  readonly partyFunding?: boolean;
}
