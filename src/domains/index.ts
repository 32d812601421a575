import { councils } from "./councils/index.ts";
import type { Domain } from "./domain.ts";
import { economy } from "./economy/index.ts";
import { explorer } from "./explorer/index.ts";
import type { Export } from "./export.ts";
import { industry } from "./industry/index.ts";
import { listings } from "./listings/index.ts";
import { market } from "./market/index.ts";
import { news } from "./news/index.ts";
import { politicians } from "./politicians/index.ts";
import { search } from "./search/index.ts";
import { stocks } from "./stocks/index.ts";
import { suburbs } from "./suburbs/index.ts";

/** All domains. The aggregates of a domain may read the tables of the domains before it. */
export const DOMAINS: readonly Domain[] = [
  suburbs,
  listings,
  councils,
  market,
  economy,
  politicians,
  news,
  stocks,
  industry,
  explorer,
  search,
];

export const EXPORTS: readonly Export[] = DOMAINS.flatMap(({ exports }) => exports ?? []);
