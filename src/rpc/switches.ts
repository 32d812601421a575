export const SWITCH_KEYS = ["dropListings", "valuations", "interestRegister", "partyFunding"] as const;

/** What an operator can switch off at run time: a takedown must not wait for a restart. */
export interface Switches {
  /** Off: every answer from listings is empty. */
  readonly dropListings: boolean;
  /** Off: property histories have no valuations. */
  readonly valuations: boolean;
  /** Off: every answer from the register of interests is empty, its metric without data. Default: on. */
  readonly interestRegister?: boolean;
  /** Off: every answer from the funding returns is empty. Default: on. */
  readonly partyFunding?: boolean;
}
