import { execFile } from "node:child_process";
import { createHash, hash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { lazy } from "../../../runtime/lazy.ts";
import type { Answer, RouteCall, RouteParts } from "../../admission/route.ts";
import { acceptedEncoding } from "../../wire/http/accepted-encoding.ts";
import { CATALOG_LINK } from "../../wire/http/api-catalog.ts";
import { peerAddress } from "../../wire/http/client-address.ts";
import { isTagMatch } from "../../wire/http/entity-tags.ts";
import { RenderedPages } from "./rendered-pages.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

type PageEncoding = "br" | "gzip" | "identity";

/** A file of the built page, each encoding made once. */
export type PageFile = ReturnType<typeof encodedFile>;

/** The built page: its document, its assets by path, and the paths that show it. */
export interface Page {
  readonly document: PageFile;
  readonly files: ReadonlyMap<string, PageFile>;
  /** True for a path that the page has a screen for. */
  hasScreen(path: string): boolean;
  /** True for a path that may be one of a page rendered here. */
  mayHavePage(path: string): boolean;
  /** The address of the code that renders pages. */
  readonly code: string;
}

/** Reads a folder that write-page.ts wrote: index.html, routes.json and assets/. */
async function readPage(folder: string): Promise<Page> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, PageFile>();
  for (const entry of names.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length).replaceAll("\\", "/"), pageFile(entry.name, await readFile(path)));
  }
  const document = files.get("/index.html");
  if (document === undefined) throw new Error(`${folder} has no index.html`);
  const routes = JSON.parse(await readFile(join(folder, "routes.json"), "utf8")) as readonly string[];
  const screens = routes.map(screenPattern);
  const hasScreen = (path: string) => screens.some((screen) => screen.test(path));
  const code = pathToFileURL(join(folder, "pages.js")).href;
  const { mayHavePage } = (await import(code)) as Pick<Page, "mayHavePage">;
  return { document, files, hasScreen, mayHavePage, code };
}

/** `/suburb/:code` as a test for paths. */
function screenPattern(route: string): RegExp {
  const parts = route
    .split("/")
    .map((part) => (part.startsWith(":") ? "[^/]+" : part.replaceAll(/\W/g, "\\$&")));
  return new RegExp(`^${parts.join("/")}/?$`);
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const unpackBrotli = promisify(brotliDecompress);

function pageFile(name: string, bytes: Uint8Array): PageFile {
  return encodedFile(TYPES[extname(name)] ?? "application/octet-stream", bytes);
}

/** Bytes of a type that are compressed when the first caller wants them so: hard where that happens once, else quickly. */
export function encodedFile(type: string, bytes: Uint8Array, isQuick = false) {
  const made = new Map<PageEncoding, Promise<Uint8Array>>([["identity", Promise.resolve(bytes)]]);
  return {
    type,
    byteLength: bytes.byteLength,
    etag: hash("sha256", bytes).slice(0, 32),
    body(encoding: PageEncoding): Promise<Uint8Array> {
      let body = made.get(encoding);
      if (body === undefined) {
        body =
          encoding === "gzip"
            ? compressGzip(bytes, { level: isQuick ? 4 : 9 })
            : compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isQuick ? 4 : 10 } });
        made.set(encoding, body);
      }
      return body;
    },
  };
}

/** Bytes of a type of which only the compressed form is kept, a fifth of them; those who take no brotli have it unpacked. */
export async function packedFile(type: string, bytes: Uint8Array): Promise<PageFile> {
  const file = encodedFile(type, bytes, true);
  const packed = await file.body("br");
  return {
    ...{ type, etag: file.etag, byteLength: packed.byteLength },
    body: async (encoding: PageEncoding) =>
      encoding === "br" ? packed : encodedFile(type, await unpackBrotli(packed), true).body(encoding),
  };
}

/** Sends a file in an encoding that the caller takes, with a tag; 304 to a caller that holds it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PageFile,
): Promise<FastifyReply> {
  const encoding = isPacked(file) ? "identity" : (acceptedEncoding(request, ["br", "gzip"]) ?? "identity");
  const etag = `"${file.etag}-${encoding}"`;
  reply.header("etag", etag).header("vary", "accept-encoding, origin").type(file.type);
  if (isTagMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(await file.body(encoding));
}

/** What its format has compressed already. */
function isPacked({ type }: PageFile): boolean {
  return type === "image/png";
}

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, "../../../..");
/** A checkout runs from its sources; a package from what was built when it was packed. */
const IS_CHECKOUT = import.meta.url.endsWith(".ts");
const PACKED_PAGE = resolve(HERE, "../../../web");

/** What the page is made of; a change in any of these builds it again. */
const INPUTS = [
  "src/web",
  "src/client",
  "src/client.ts",
  "src/gen",
  "src/engine/kernels",
  "package-lock.json",
];

/** The built page. In a checkout it is built when it is missing or older than its sources, which takes a few seconds. */
async function findPage(): Promise<Page> {
  if (!IS_CHECKOUT) return readPage(PACKED_PAGE);
  const folder = join(ROOT, "node_modules/.cache/terrace-page", await inputsDigest());
  if (!existsSync(join(folder, "index.html"))) await buildPage(folder);
  return readPage(folder);
}

/** Builds the page aside and puts it in place, unless somebody else was quicker: the folder's name says what is in it. */
async function buildPage(folder: string): Promise<void> {
  const script = join(ROOT, "src/generators/write-page.ts");
  const own = `${folder}.${randomUUID()}`;
  // In a process of its own: the bundler is large, and a server has calls to answer meanwhile.
  await promisify(execFile)(process.execPath, [script, own], { cwd: ROOT });
  await rename(own, folder).catch(async (error: unknown) => {
    // A page that is there may be being read.
    if (!existsSync(join(folder, "index.html"))) throw error;
    await rm(own, { recursive: true, force: true });
  });
}

async function inputsDigest(): Promise<string> {
  const digest = createHash("sha256");
  for (const input of INPUTS) {
    const path = join(ROOT, input);
    const names = /\.\w+$/.test(input) ? [""] : (await readdir(path, { recursive: true })).sort();
    for (const name of names) {
      const file = name === "" ? path : join(path, name);
      if (!/\.(ts|tsx|css|html|json|svg)$/.test(file)) continue;
      digest.update(`${input}/${name}\n`).update(await readFile(file));
    }
  }
  return digest.digest("hex").slice(0, 16);
}

/** Nothing may be loaded, run, framed or told but what this server itself has; WebAssembly may be compiled. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export type PageAnswers = ReturnType<typeof pageAnswers>;

/** The explorer page, built or read on first use. */
export function pageAnswers(parts: RouteParts) {
  const page = lazy(findPage);
  const rendered = new RenderedPages(parts);
  /** The page at `/` and at every path that it has a screen for. */
  const show: Answer = async (call) => {
    const { request, reply } = call;
    const built = await page().catch(call.onError);
    if (built === undefined) {
      const body = "The explorer page cannot be built here; the API answers all the same, see /docs\n";
      return reply.code(503).header("cache-control", "no-store").type("text/plain; charset=utf-8").send(body);
    }
    const [path, query = ""] = request.url.split("?", 2);
    // A screen that is asked to show something in particular is the interactive one.
    if (query !== "" || !built.mayHavePage(path)) {
      return built.hasScreen(path) ? sendDocument(call, built.document) : notFound(reply);
    }
    describeDocument(reply);
    return (await rendered.answer(call, path, built)) ?? notFound(reply);
  };
  /** What browsers look for where a document names no icon, such as a feed or an answer as JSON. */
  const icon: Answer = async ({ request, reply }) => {
    const { files } = await page();
    const name = [...files.keys()].find((path) => /^\/assets\/icon-.*\.svg$/.test(path));
    const file = name === undefined ? undefined : files.get(name);
    if (file === undefined) return notFound(reply);
    return sendFile(request, reply, file);
  };
  /** What the page loads, by names that change with the content. */
  const asset: Answer = async ({ request, reply }) => {
    const { "*": name } = request.params as { "*": string };
    const file = (await page()).files.get(`/assets/${name}`);
    if (file === undefined) return notFound(reply);
    // A worker's script brings its own policy.
    reply.header("content-security-policy", POLICY).header("cross-origin-resource-policy", "same-origin");
    return sendFile(request, reply, file);
  };
  return { show, asset, icon, page, rendered };
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.removeHeader("cache-control").callNotFound();
  return reply;
}

function sendDocument({ request, reply, parts }: RouteCall, document: PageFile): Promise<FastifyReply> {
  const { accessControl, isTls } = parts;
  const cookie = accessControl.pageCookie({ headers: request.headers, peer: peerAddress(request.raw) });
  if (cookie !== undefined) reply.header("set-cookie", isTls ? `${cookie}; Secure` : cookie);
  describeDocument(reply)
    .header("link", [CATALOG_LINK, ...feedLink(request.url)].join(", "))
    .header("cache-control", "private, no-cache");
  return sendFile(request, reply, document);
}

function describeDocument(reply: FastifyReply): FastifyReply {
  return reply
    .header("content-security-policy", POLICY)
    .header("cross-origin-opener-policy", "same-origin")
    .header("cross-origin-resource-policy", "same-origin")
    .header("permissions-policy", "camera=(), geolocation=(), microphone=()");
}

const FEED_KINDS: Readonly<Record<string, string>> = { suburb: "suburb", stocks: "stock", members: "member" };

/** The feed of the one thing that a screen shows. */
function feedLink(url: string): string[] {
  const [, screen, key] = /^\/(\w+)\/([\w.%-]+)\/?(?:\?.*)?$/.exec(url) ?? [];
  const kind = FEED_KINDS[screen];
  return kind === undefined
    ? []
    : [`</feeds/${kind}/${key}.atom>; rel="alternate"; type="application/atom+xml"`];
}
