import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { DECLARED_INTERESTS } from "./declared-interests.ts";
import { FUNDING_NAMES } from "./funding-names.ts";
import { LODGED_PEOPLE } from "./lodged-people.ts";
import { PARTY_DONORS } from "./party-donors.ts";
import { PARTY_FUNDING } from "./party-funding.ts";
import { REGISTER_PEOPLE } from "./register-people.ts";

/** Names of companies first, then the register, then the returns, which share nothing with it but the people. */
export const POLITICIAN_AGGREGATES: readonly Aggregate[] = [
  FUNDING_NAMES,
  DECLARED_INTERESTS,
  REGISTER_PEOPLE,
  LODGED_PEOPLE,
  PARTY_FUNDING,
  PARTY_DONORS,
];
