import { createHash } from "node:crypto";

/** The number that serving tables keep in place of a long text key: DuckDB's `md5_number_lower` of the text. */
export function keyHash(key: string): bigint {
  return createHash("md5").update(key).digest().readBigUInt64LE(8);
}
