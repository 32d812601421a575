import type { PageSet } from "../../../snapshot/pages/page-set.ts";
import { DECLARATION_COLUMN_PAGES } from "./columns/declaration-columns.ts";
import { DONATION_COLUMN_PAGES } from "./columns/donation-columns.ts";
import { PARTY_FUNDING_PAGES } from "./funding/party-funding.ts";
import { POLITICIAN_FUNDING_PAGES } from "./funding/politician-funding.ts";
import { TOP_DONOR_PAGES } from "./funding/top-donors.ts";
import { POLITICIAN_PAGES } from "./members/politicians.ts";
import { REGISTER_CHANGE_PAGES } from "./register/changes.ts";
import { DECLARED_COMPANY_PAGES } from "./register/companies.ts";
import { STOCK_POLITICIAN_PAGES, SUBURB_POLITICIAN_PAGES } from "./register/declarers.ts";
import { REGISTER_OVERVIEW_PAGES } from "./register/overview.ts";

export const POLITICIAN_PAGE_SETS: readonly PageSet[] = [
  POLITICIAN_PAGES,
  REGISTER_OVERVIEW_PAGES,
  REGISTER_CHANGE_PAGES,
  DECLARED_COMPANY_PAGES,
  STOCK_POLITICIAN_PAGES,
  SUBURB_POLITICIAN_PAGES,
  PARTY_FUNDING_PAGES,
  TOP_DONOR_PAGES,
  POLITICIAN_FUNDING_PAGES,
  DONATION_COLUMN_PAGES,
  DECLARATION_COLUMN_PAGES,
];
