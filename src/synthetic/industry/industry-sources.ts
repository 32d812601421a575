import type { Row } from "../../dataset/csv-writer.ts";
import { PUBLIC_LICENCE } from "../sources.ts";

function source(key: string, signal: string, name: string, cadence: string, changes: Row = {}): Row {
  return {
    source_key: key,
    display_name: `Synthetic ${name}`,
    signal_kind: signal,
    publisher: "Terrace synthetic generator",
    source_url: `https://${key}.example`,
    licence: PUBLIC_LICENCE,
    cadence,
    collection_method: "download",
    enabled: true,
    public_enabled: true,
    exact_entity_required: false,
    ...changes,
  };
}

/** Four public sources, one that may not be shown and one that is switched off. */
export const INDUSTRY_SOURCE_ROWS: readonly Row[] = [
  source("asic-short-interest", "short_interest", "short interest by company", "weekly"),
  source("ato-corporate-tax-transparency", "tax_environment", "corporate tax", "yearly", {
    exact_entity_required: true,
  }),
  source("cer-nger-corporate-emissions", "emissions", "corporate emissions", "yearly"),
  source("austender-contract-notices", "public_money", "contract notices", "daily"),
  source("agd-register-lobbyists", "policy_footprint", "lobbyists", "daily", { public_enabled: false }),
  source("grantconnect-awards", "public_money", "grants", "weekly", { enabled: false }),
];
