import type { FastifyRequest } from "fastify";
import type { Export } from "../../../domains/export.ts";
import { formatsOf, METADATA_EXTENSION, splitFile } from "../../../exports/formats.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { invalidArgument, TerraceError } from "../../../runtime/errors.ts";
import { nearestNames } from "../../../runtime/nearest-names.ts";

/** The parameter that every CSV file has. */
const FORMULAS = "formulas";

/** What a path and its query ask for. */
export interface AskedFile {
  readonly key: string;
  readonly format: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** `?formulas=raw`: texts in CSV are left as they are. */
  readonly rawFormulas: boolean;
  /** Where its data dictionary lies. */
  readonly metadataPath: string;
}

/** The file that a request asks for; a name without a known extension and an unknown parameter are refused. */
export function askedFile(declared: Export, file: string, request: FastifyRequest): AskedFile {
  const formats = formatsOf(declared);
  const parts = splitFile(file, formats);
  if (parts === undefined) {
    const allowed = [...formats, METADATA_EXTENSION].map((one) => `.${one}`).join(", ");
    throw new TerraceError(
      "not_found",
      `${quoted(file)} ends with no known extension; allowed are ${allowed}`,
    );
  }
  const known = Object.keys(declared.parameters);
  const parameters = new Map<string, string>();
  let rawFormulas = false;
  for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>)) {
    if (name === FORMULAS && parts.format === "csv") {
      if (value !== "raw") throw invalidArgument(`${FORMULAS}: ${quoted(String(value))} is not raw`);
      rawFormulas = true;
      continue;
    }
    if (!known.includes(name)) throw unknownParameter(name, known);
    if (typeof value !== "string")
      throw invalidArgument(`${name} is given ${value.length} times; once is allowed`);
    parameters.set(name, value);
  }
  const url = new URL(request.url, "http://localhost");
  const stem = url.pathname.slice(0, -parts.format.length);
  return { ...parts, parameters, rawFormulas, metadataPath: `${stem}${METADATA_EXTENSION}${url.search}` };
}

function unknownParameter(name: string, known: readonly string[]): TerraceError {
  if (known.length === 0) return invalidArgument(`unknown parameter ${quoted(name)}; this file has none`);
  const near = nearestNames(name, known, 1);
  const hint = near.length === 0 ? "" : `; did you mean "${near[0]}"?`;
  return invalidArgument(`unknown parameter ${quoted(name)}; allowed are ${known.join(", ")}${hint}`);
}
