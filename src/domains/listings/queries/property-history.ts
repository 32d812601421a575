import { RESTRICTED_LICENCE } from "../../../dataset/table-definition.ts";
import {
  PROPERTY_ADDRESS_FIELDS,
  PROPERTY_EVENT_FIELDS,
  unpackRow,
} from "../../../engine/pages/packed-rows.ts";
import { payloadsOf } from "../../../engine/pages/paged-lines.ts";
import type { ServingDatabase } from "../../../engine/sql/database.ts";
import { rowsOf } from "../../../engine/sql/rows-of.ts";
import { keyHash } from "./key-hash.ts";
import {
  PROPERTY_HISTORY,
  PROPERTY_VALUATION,
  type PropertyAddressRow,
  type PropertyEventRow,
  type PropertyValuationRow,
} from "./property-history-statements.ts";

export interface PropertyHistory {
  readonly address: PropertyAddressRow;
  readonly events: readonly PropertyEventRow[];
  readonly valuation: PropertyValuationRow | undefined;
}

export interface PropertyHistoryQuery {
  readonly addressKey: string;
  readonly withValuation: boolean;
  /** Hears of a valuation that could not be read; the answer then goes without it. */
  readonly onValuationFailure?: (cause: unknown) => void;
}

/** The history of one address, or undefined when no listing names it. */
export async function propertyHistory(
  database: ServingDatabase,
  { addressKey, withValuation, onValuationFailure }: PropertyHistoryQuery,
  signal?: AbortSignal,
): Promise<PropertyHistory | undefined> {
  const addressHash = keyHash(addressKey);
  const pages = await database.query(PROPERTY_HISTORY, { addressHash }, signal);
  const [line] = payloadsOf(pages.columns.lines, addressHash);
  if (line === undefined) return undefined;
  const [hasValuation, addressValues, eventValues] = JSON.parse(line) as [boolean, unknown[], unknown[][]];
  const address = unpackRow<PropertyAddressRow>(PROPERTY_ADDRESS_FIELDS, addressValues);
  // A key that no listing names may share the hash of one that is named.
  if (address.address_key !== addressKey) return undefined;
  return {
    address,
    events: eventValues.map((values) => unpackRow<PropertyEventRow>(PROPERTY_EVENT_FIELDS, values)),
    valuation:
      withValuation && hasValuation
        ? await readValuation(database, addressHash, addressKey, onValuationFailure, signal)
        : undefined,
  };
}

async function readValuation(
  database: ServingDatabase,
  addressHash: bigint,
  addressKey: string,
  onFailure: ((cause: unknown) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<PropertyValuationRow | undefined> {
  const parameters = { addressHash, addressKey, restrictedLicence: RESTRICTED_LICENCE };
  try {
    return rowsOf(await database.query(PROPERTY_VALUATION, parameters, signal))[0];
  } catch (cause) {
    if (signal?.aborted) throw cause;
    onFailure?.(cause);
    return undefined;
  }
}
