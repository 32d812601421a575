import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { FUNDING_NAMES, LODGED_PEOPLE, PARTY_DONORS, PARTY_FUNDING } from "./funding.ts";
import { DECLARED_INTERESTS, REGISTER_PEOPLE } from "./register.ts";

/** Names of companies first, then the register, then the returns, which share nothing with it but the people. */
export const POLITICIAN_AGGREGATES: readonly Aggregate[] = [
  FUNDING_NAMES,
  DECLARED_INTERESTS,
  REGISTER_PEOPLE,
  LODGED_PEOPLE,
  PARTY_FUNDING,
  PARTY_DONORS,
];
