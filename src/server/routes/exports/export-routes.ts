import type { Export } from "../../../domains/export.ts";
import { DOMAINS } from "../../../domains/index.ts";
import { formatsOf, METADATA_EXTENSION } from "../../../exports/formats.ts";
import type { ReadRoutes } from "../../wire/http/read-routes.ts";
import type { ExportOptions } from "./export-handler.ts";

/** Every file that the domains declare. */
export const EXPORTS: readonly Export[] = DOMAINS.flatMap((domain) => domain.exports ?? []);

/** Registers `GET /v1/<path>.<extension>` for every export of the domains. */
export function registerExports(reads: ReadRoutes, options: ExportOptions): void {
  for (const declared of EXPORTS) {
    for (const url of urlsOf(declared)) {
      reads.add(url, async () => (await import("./export-handler.ts")).exportHandler(declared, options));
    }
  }
}

/** A path whose last part is a key takes every file below it; one without has an address an extension. */
function urlsOf(declared: Export): string[] {
  const { path } = declared;
  const last = path.slice(path.lastIndexOf("/") + 1);
  if (last.startsWith(":")) return [`/v1/${path.slice(0, -last.length)}:file`];
  return [...formatsOf(declared), METADATA_EXTENSION].map((format) => `/v1/${path}.${format}`);
}
