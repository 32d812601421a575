import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { MARKET_CODES } from "./market-codes.ts";
import { SCREENER_INPUTS } from "./screener-inputs.ts";

export const MARKET_AGGREGATES: readonly Aggregate[] = [MARKET_CODES, SCREENER_INPUTS];
