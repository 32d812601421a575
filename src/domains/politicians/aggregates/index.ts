import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { FUNDING_NAMES, LODGED_PEOPLE, PARTY_DONORS, PARTY_FUNDING } from "./funding.ts";
import { DECLARED_INTERESTS, REGISTER_PEOPLE } from "./register.ts";

/** In build order: company names, then the register, then the returns, which use its people. */
export const POLITICIAN_AGGREGATES: readonly Aggregate[] = [
  FUNDING_NAMES,
  DECLARED_INTERESTS,
  REGISTER_PEOPLE,
  LODGED_PEOPLE,
  PARTY_FUNDING,
  PARTY_DONORS,
];
