import type { FastifyRequest } from "fastify";
import type { Export } from "../../../domains/export.ts";
import { fileMetadata } from "../../../exports/file-metadata.ts";
import { formatsOf, loadWriter, METADATA_EXTENSION, splitFile } from "../../../exports/formats.ts";
import { snapshotFacts } from "../../../rpc/pinned-method.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { SWITCH_KEYS } from "../../../rpc/switches.ts";
import { throwIfAborted } from "../../../runtime/abort.ts";
import { invalidArgument, notFound, TerraceError } from "../../../runtime/errors.ts";
import { didYouMean } from "../../../runtime/nearest-names.ts";
import type { Answer } from "../../admission/route.ts";
import { acceptedEncoding } from "../../wire/http/accepted-encoding.ts";
import { tagOf } from "../../wire/http/entity-tags.ts";
import { snapshotHeaders } from "../../wire/http/snapshot-headers.ts";
import { fileStream } from "./file-stream.ts";

/** gzip first: br takes as long for the same size. */
const STREAM_ENCODINGS = ["gzip", "br"] as const;

/** `GET /v1/<path>.<extension>` of an export. */
export function exportAnswer(declared: Export): Answer {
  return async (call) => {
    const { request, reply, signal, parts } = call;
    const { file } = request.params as { file?: string };
    const url = request.routeOptions.url!;
    const asked = askedFile(declared, file ?? url.slice(url.lastIndexOf("/") + 1), request);
    const isMetadata = asked.format === METADATA_EXTENSION;
    const writer = isMetadata ? undefined : await loadWriter(asked.format);
    const encoding =
      writer?.isCompressible === true ? acceptedEncoding(request, STREAM_ENCODINGS) : undefined;
    throwIfAborted(signal);
    const validity = parts.answerValidity();
    const shown = parts.switches();
    const checkShown = () => {
      const now = parts.switches();
      if (SWITCH_KEYS.every((key) => now[key] === shown[key])) return;
      throw new TerraceError("unavailable", "what may be shown has just changed; ask again");
    };
    const { view } = call;
    const { manifest } = view;
    const facts = snapshotFacts(manifest);
    const { key, parameters, format, rawFormulas } = asked;
    const sorted = [...parameters].sort(([a], [b]) => (a < b ? -1 : 1));
    const wholeName = [manifest.snapshotId, declared.path, key, format, sorted, rawFormulas, encoding ?? ""];
    const etag = tagOf(JSON.stringify([...wholeName, validity]));
    const headers = {
      vary: "accept-encoding, origin",
      "cache-control": call.cacheControl(declared.tables),
      ...snapshotHeaders(facts, declared.tables),
    };
    if (!call.admits({ etag, headers })) return reply;
    call.takePlace();
    const open = await declared.load();
    const wanted = { key, parameters, wantsGeometry: format === "geojson" };
    const table = await open(view, wanted, signal);
    // Opening may have waited for the tables of a new snapshot.
    checkShown();
    if (writer === undefined) {
      const body = `${JSON.stringify(fileMetadata(table, facts), undefined, 1)}\n`;
      return reply.type("application/json; charset=utf-8").send(body);
    }
    const name = `terrace-${table.name}-${manifest.asOf.slice(0, 10)}.${format}`;
    reply
      .type(writer.contentType)
      .header("content-disposition", `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._-]/g, "_")}"`)
      .header("link", `<${asked.metadataPath}>; rel="describedby"; type="application/json"`);
    if (encoding !== undefined) reply.header("content-encoding", encoding);
    return call.stream(() =>
      fileStream({ writer, table, facts, encoding, rawFormulas, checkShown, ...call.reading }),
    );
  };
}

const FORMULAS = "formulas";

/** Parses the request; throws on an unknown extension or parameter. */
function askedFile(declared: Export, file: string, request: FastifyRequest) {
  const formats = formatsOf(declared);
  const parts = splitFile(file, formats);
  if (parts === undefined) {
    const allowed = [...formats, METADATA_EXTENSION].map((one) => `.${one}`).join(", ");
    throw notFound(`${quoted(file)} ends with no known extension; allowed are ${allowed}`);
  }
  const known = Object.keys(declared.parameters);
  const parameters = new Map<string, string>();
  /** `?formulas=raw`: do not escape CSV cells that look like formulas. */
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
  const hint = didYouMean(name, known, 1);
  return invalidArgument(`unknown parameter ${quoted(name)}; allowed are ${known.join(", ")}${hint}`);
}
