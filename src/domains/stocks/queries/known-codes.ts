import type { SnapshotView } from "../../../engine/view.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import { nearCodes } from "../../../runtime/nearest-names.ts";
import { perSnapshot } from "../../per-snapshot.ts";

/** Every code that companies or short positions know, ascending. */
export const knownCodes = perSnapshot(
  "stock codes",
  ({ pages }: Pick<SnapshotView, "pages" | "derived">): readonly string[] =>
    pages.find("stock_codes", "all")?.json(0) ?? [],
);

/** The error of a code that a method holds nothing of, with the codes that look like it. */
export function unknownCode(view: SnapshotView, code: string, field: string, what: string): TerraceError {
  const codes = knownCodes(view);
  const hint = codes.includes(code) ? "" : nearCodes(code, codes);
  return new TerraceError("not_found", `${field}: ${what} is held for ${quoted(code)}${hint}`);
}
