import { PoliticiansService } from "terrace/client";
import { terrace } from "../../data/terrace.ts";
import { formatMoney } from "../../parts/format.ts";

export const politicians = terrace.service(PoliticiansService);

/** Cents as lodged, in whole dollars; an amount that was not declared is absent and never shown as 0. */
export function dollars(cents: bigint): string {
  return formatMoney(Number(cents) / 100);
}
