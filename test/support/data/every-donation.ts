import type { DonationSet } from "../../../src/domains/politicians/rules.ts";

/** All receipts that there are. */
export const EVERY_DONATION: DonationSet = {
  years: undefined,
  groups: undefined,
  kinds: undefined,
  contains: "",
  prefix: "",
  minCents: 0,
  isListedOnly: false,
};
