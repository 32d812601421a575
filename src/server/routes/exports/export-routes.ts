import type { Export } from "../../../domains/export.ts";
import { EXPORTS } from "../../../domains/index.ts";
import { formatsOf, METADATA_EXTENSION } from "../../../exports/formats.ts";
import { COSTS } from "../../admission/limits/limits.ts";
import type { Route } from "../../admission/route.ts";

/** `GET /v1/<path>.<extension>` of every export of the domains. */
export const EXPORT_ROUTES: readonly Route[] = EXPORTS.flatMap((declared) =>
  urlsOf(declared).map((url) => ({
    ...{ url, access: "any" as const, cost: COSTS.exports },
    load: async () => (await import("./export-handler.ts")).exportAnswer(declared),
  })),
);

/** A path whose last part is a key takes every file below it; one without has an address an extension. */
function urlsOf(declared: Export): string[] {
  const { path } = declared;
  const last = path.slice(path.lastIndexOf("/") + 1);
  if (last.startsWith(":")) return [`/v1/${path.slice(0, -last.length)}:file`];
  return [...formatsOf(declared), METADATA_EXTENSION].map((format) => `/v1/${path}.${format}`);
}
