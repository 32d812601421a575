import type { Aggregate } from "../../../snapshot/build/aggregate.ts";
import { DECLARED_INTERESTS } from "./declared-interests.ts";
import { FUNDING_NAMES } from "./funding-names.ts";
import { PARTY_DONORS } from "./party-donors.ts";
import { PARTY_FUNDING } from "./party-funding.ts";
import { REGISTER_PEOPLE } from "./register-people.ts";

/** The register, then the returns, which share nothing with it but the people; each stands after those it reads. */
export const POLITICIAN_AGGREGATES: readonly Aggregate[] = [
  DECLARED_INTERESTS,
  REGISTER_PEOPLE,
  FUNDING_NAMES,
  PARTY_FUNDING,
  PARTY_DONORS,
];
