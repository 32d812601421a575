import type { Switches } from "../../rpc/switches.ts";
import { sydneyDay } from "../../runtime/time/sydney-day.ts";

/**
 * Tells what answers depend on beyond snapshot and request: the switches, and the day, which listings age by in UTC and
 * dividends and events in Sydney.
 */
export function answerValidity(switches: () => Switches, now: () => Date): () => string {
  return () => {
    const { dropListings, valuations, interestRegister = true, partyFunding = true } = switches();
    const positions = [dropListings, valuations, interestRegister, partyFunding].join(" ");
    const instant = now();
    return `${positions} ${instant.toISOString().slice(0, 10)} ${sydneyDay(instant)}`;
  };
}
