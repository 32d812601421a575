import type { PageSet } from "../../../snapshot/pages/page-set.ts";
import { INDICES } from "./indices.ts";
import { POSITIONS } from "./positions.ts";
import { PRICES } from "./prices.ts";
import { SECURITIES } from "./securities.ts";

export const MARKET_PAGES: readonly PageSet[] = [POSITIONS, PRICES, SECURITIES, INDICES];
