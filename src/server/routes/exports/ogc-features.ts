import type { FastifyReply, FastifyRequest } from "fastify";
import { NATIONAL_SCOPE } from "../../../dataset/states.ts";
import type { ExportTable, OpenExport } from "../../../domains/export.ts";
import { wholeNumber } from "../../../domains/export-rules.ts";
import { EXPORTS } from "../../../domains/index.ts";
import { writeFeatures } from "../../../exports/json-writers.ts";
import { snapshotFacts } from "../../../rpc/pinned-method.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { invalidArgument, notFound } from "../../../runtime/errors.ts";
import { COSTS } from "../../admission/limits/limits.ts";
import type { Answer, RouteCall } from "../../admission/route.ts";
import { snapshotHeaders } from "../../wire/http/snapshot-headers.ts";

/** Default limit, as in the standard, and largest limit. */
const DEFAULT_FEATURES = 10;
const MAX_FEATURES = 1000;

/** Up to this many features cost one call. */
const FEW_FEATURES = 100;

const CONFORMANCE = ["core", "geojson"].map(
  (part) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${part}`,
);

/** Map layers; suburbs are also an export. */
const LAYERS: readonly Layer[] = [
  {
    id: "suburbs",
    title: "Suburbs and localities with their metrics",
    description:
      "ABS suburbs and localities (SAL). Properties are the metrics of /v1/suburbs; filter takes a condition such as price <= 900000 and distance_to_coast < 10.",
    load: () => EXPORTS.find(({ path }) => path === "suburbs/:state")!.load(),
  },
  {
    id: "councils",
    title: "Councils with their figures",
    description:
      "Outlines are those of the suburbs most of whose residents are in the council, within 200 metres. Properties are those of ListCouncils; filter takes a condition such as population > 50000 and state in (VIC).",
    load: async () => (await import("../../../domains/explorer/area-layers.ts")).councilLayer,
  },
  {
    id: "states",
    title: "States and territories with their figures",
    description:
      "Outlines are those of the suburbs, within 200 metres. Properties are what profiles compare suburbs with; filter takes a condition such as suburbs > 1000.",
    load: async () => (await import("../../../domains/explorer/area-layers.ts")).stateLayer,
  },
  {
    id: "stations",
    title: "Railway stations",
    description:
      "Points of the operators' lists of stops, in the states that publish one; filter takes a condition such as state in (VIC).",
    load: async () => (await import("../../../domains/explorer/area-layers.ts")).stationLayer,
  },
];

interface Layer {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  load(): Promise<OpenExport>;
}

const PARAMETERS = ["bbox", "limit", "offset", "filter", "filter-lang", "properties", "f", "crs", "bbox-crs"];

const document =
  (make: (base: string) => object): Answer =>
  (call) =>
    call.admits() ? call.reply.send(make(baseOf(call))) : call.reply;

/** OGC API – Features, part 1: landing, conformance, collections, items (bbox, limit, filter, paging). */
export const OGC_ANSWERS = {
  landing: document((base) => ({
    title: "Terrace",
    description:
      "Australian suburbs, councils and states with their figures, and railway stations, as OGC API – Features.",
    links: [
      link("self", base, "application/json"),
      link(
        "service-desc",
        `${base.slice(0, -4)}/openapi.json`,
        "application/vnd.oai.openapi+json;version=3.1",
      ),
      link("service-doc", `${base.slice(0, -4)}/docs`, "text/html"),
      link("conformance", `${base}/conformance`, "application/json"),
      link("data", `${base}/collections`, "application/json"),
    ],
  })),
  conformance: document(() => ({ conformsTo: CONFORMANCE })),
  collections: document((base) => ({
    links: [link("self", `${base}/collections`, "application/json")],
    collections: LAYERS.map((layer) => collection(base, layer)),
  })),
  collection: (call) => {
    const layer = layerOf(call);
    return document((base) => collection(base, layer))(call);
  },
  items: answerItems,
} satisfies Record<string, Answer>;

/** URL of `/ogc`, with the prefix of the snapshot. */
function baseOf({ prefix, parts }: RouteCall): string {
  return `${parts.webUrl()}${prefix}/ogc`;
}

function link(rel: string, href: string, type: string) {
  return { rel, href, type };
}

function collection(base: string, { id, title, description }: Layer) {
  const own = `${base}/collections/${id}`;
  return {
    id,
    title,
    description,
    itemType: "feature",
    crs: ["http://www.opengis.net/def/crs/OGC/1.3/CRS84"],
    extent: { spatial: { bbox: [[96, -44, 168, -9]], crs: "http://www.opengis.net/def/crs/OGC/1.3/CRS84" } },
    links: [
      link("self", own, "application/json"),
      link("items", `${own}/items`, "application/geo+json"),
      link("license", `${base.slice(0, -4)}/v1/sources`, "application/json"),
    ],
  };
}

function layerOf({ request }: RouteCall): Layer {
  const { collection: id } = request.params as { collection: string };
  const layer = LAYERS.find((one) => one.id === id);
  if (layer !== undefined) return layer;
  const known = LAYERS.map((one) => one.id).join(", ");
  throw notFound(`no collection ${quoted(id)}; there are ${known}`);
}

/** Features of a collection, or a single one by code. */
async function answerItems(call: RouteCall): Promise<FastifyReply> {
  const { request, reply, signal, view } = call;
  const layer = layerOf(call);
  const { item } = request.params as { item?: string };
  const asked = askedItems(request);
  if (!call.admits({ cost: isMuch(layer, asked) ? COSTS.exports : COSTS.rpc })) return reply;
  call.takePlace();
  const open = await layer.load();
  const parameters = new Map(asked.parameters);
  if (item !== undefined) parameters.set("codes", item);
  const wanted = { key: NATIONAL_SCOPE, parameters, wantsGeometry: true };
  const table = await open(view, wanted, signal);
  const facts = snapshotFacts(view.manifest);
  const own = `${baseOf(call)}/collections/${layer.id}/items`;
  const members = membersOf(table, asked, item === undefined ? own : `${own}/${item}`, facts.synthetic);
  const pieces: Uint8Array[] = [];
  for await (const piece of writeFeatures(table, { signal, onRows: () => {} }, members)) pieces.push(piece);
  let body: Buffer | string = Buffer.concat(pieces);
  if (item !== undefined) {
    if (table.rowCount === 0) throw notFound(`no feature ${quoted(item)} in ${layer.id}`);
    const { features, links } = JSON.parse(body.toString()) as { features: object[]; links: object[] };
    body = JSON.stringify({ ...features[0], links: [links[0]] });
  }
  return reply
    .headers({ ...snapshotHeaders(facts) })
    .header("cache-control", request.terraceAddress?.cacheControl(undefined) ?? "no-cache")
    .type("application/geo+json; charset=utf-8")
    .send(body);
}

/** Whether the request costs as much as a file: larger areas have longer outlines, 130 kB for a state. */
function isMuch({ id }: Layer, { limit }: AskedItems): boolean {
  return limit > (["suburbs", "stations"].includes(id) ? FEW_FEATURES : DEFAULT_FEATURES);
}

type AskedItems = ReturnType<typeof askedItems>;

function askedItems(request: FastifyRequest) {
  const query = new URL(request.url, "http://localhost").searchParams;
  for (const name of query.keys()) {
    if (!PARAMETERS.includes(name)) {
      throw invalidArgument(`unknown parameter ${quoted(name)}; allowed are ${PARAMETERS.join(", ")}`);
    }
  }
  // By the standard, a limit above the maximum is not an error; paging continues.
  const given = wholeNumber(query.get("limit") ?? undefined, {
    field: "limit",
    fallback: DEFAULT_FEATURES,
    most: 1e9,
  });
  const limit = Math.min(given, MAX_FEATURES);
  const offset = Number(query.get("offset") ?? 0);
  // Parameters of the suburbs export.
  const parameters = new Map([
    ["limit", String(limit)],
    ["offset", query.get("offset") ?? "0"],
  ]);
  for (const [name, own] of [
    ["bbox", "bbox"],
    ["filter", "where"],
    ["properties", "metrics"],
  ] as const) {
    const value = query.get(name);
    if (value !== null) parameters.set(own, value);
  }
  return { limit, offset, parameters, query };
}

function membersOf(
  { rowCount, matched = rowCount }: ExportTable,
  { limit, offset, query }: AskedItems,
  address: string,
  synthetic: boolean,
) {
  const at = (from: number) => {
    const other = new URLSearchParams(query);
    other.set("offset", String(from));
    other.set("limit", String(limit));
    return `${address}?${other}`;
  };
  const type = "application/geo+json";
  return {
    numberMatched: matched,
    numberReturned: rowCount,
    synthetic,
    links: [
      link("self", at(offset), type),
      ...(offset + rowCount < matched && rowCount > 0 ? [link("next", at(offset + limit), type)] : []),
      ...(offset > 0 ? [link("prev", at(Math.max(0, offset - limit)), type)] : []),
    ],
  };
}
