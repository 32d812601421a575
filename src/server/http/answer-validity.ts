import type { Switches } from "../../rpc/switches.ts";

/** Tells what answers depend on besides snapshot and request: the switches, and the day, which listings age by. */
export function answerValidity(switches: () => Switches, now: () => Date): () => string {
  return () => {
    const { dropListings, valuations, interestRegister, partyFunding } = switches();
    const positions = [dropListings, valuations, interestRegister, partyFunding].join(" ");
    return `${positions} ${now().toISOString().slice(0, 10)}`;
  };
}
