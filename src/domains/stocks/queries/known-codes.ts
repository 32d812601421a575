import type { SnapshotView } from "../../../engine/view.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import { nearCodes } from "../../../runtime/nearest-names.ts";
import { perSnapshot } from "../../per-snapshot.ts";

/** All codes of companies and short positions, ascending. */
export const knownCodes = perSnapshot(
  "stock codes",
  ({ pages }: Pick<SnapshotView, "pages" | "derived">): readonly string[] =>
    pages.find("stock_codes", "all")?.json(0) ?? [],
);

/** not_found for a code that the method has no data of, with similar codes. */
export function unknownCode(view: SnapshotView, code: string, field: string, what: string): TerraceError {
  const codes = knownCodes(view);
  const hint = codes.includes(code) ? "" : nearCodes(code, codes);
  return new TerraceError("not_found", `${field}: ${what} is held for ${quoted(code)}${hint}`);
}
