import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { FastifyReply } from "fastify";
import { lazy } from "../../../runtime/lazy.ts";
import type { Answer, RouteCall, RouteParts } from "../../admission/route.ts";
import { CATALOG_LINK } from "../../wire/http/api-catalog.ts";
import { peerAddress } from "../../wire/http/client-address.ts";
import { pagePolicy } from "../../wire/http/security-headers.ts";
import { type Page, type PageFile, readPage, sendFile } from "./page-files.ts";
import { RENDERED, RenderedPages } from "./rendered-pages.ts";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, "../../../..");
/** A checkout runs from source; a package has its page built in. */
const IS_CHECKOUT = import.meta.url.endsWith(".ts");
const PACKED_PAGE = resolve(HERE, "../../../web");

/** Sources of the page; a change in any of them rebuilds it. */
const INPUTS = [
  "src/web",
  "src/client",
  "src/client.ts",
  "src/gen",
  "src/engine/kernels",
  "package-lock.json",
];

/** The built page. In a checkout it is built if missing or outdated, which takes a few seconds. */
export async function findPage(): Promise<Page> {
  if (!IS_CHECKOUT) return readPage(PACKED_PAGE);
  const folder = join(ROOT, "node_modules/.cache/terrace-page", await inputsDigest());
  if (!existsSync(join(folder, "index.html"))) await buildPage(folder);
  return readPage(folder);
}

/** Builds into a temp folder and renames it, unless another process was faster: its name is a digest. */
async function buildPage(folder: string): Promise<void> {
  const script = join(ROOT, "src/generators/write-page.ts");
  const own = `${folder}.${randomUUID()}`;
  // In a child process: the bundler is large and would block the server.
  await promisify(execFile)(process.execPath, [script, own], { cwd: ROOT });
  await rename(own, folder).catch(async (error: unknown) => {
    // Do not replace a folder that may be in use.
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

/** CSP: only resources of this server; WebAssembly may compile. */
const POLICY = pagePolicy([
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
]);

/** Loaded on first use, shared by all servers of the process. */
const page = lazy(findPage);

export type PageAnswers = ReturnType<typeof pageAnswers>;

export function pageAnswers(parts: RouteParts) {
  const rendered = new RenderedPages(parts);
  /** `/` and all screens. */
  const show: Answer = async (call) => {
    const { request, reply } = call;
    const built = await page().catch(call.onError);
    if (built === undefined) {
      const body = "The explorer page cannot be built here; the API answers all the same, see /docs\n";
      return reply.code(503).header("cache-control", "no-store").type("text/plain; charset=utf-8").send(body);
    }
    const [path, query = ""] = request.url.split("?", 2);
    // With a query, a screen is interactive instead of server-rendered.
    if (query !== "" || !built.mayHavePage(path)) {
      return built.hasScreen(path) ? sendDocument(call, built.document) : notFound(reply);
    }
    if (!(await call.identifies("any"))) return reply;
    describeDocument(reply);
    return (await rendered.answer(call, built, RENDERED)) ?? notFound(reply);
  };
  /** For documents without an icon link, such as feeds or JSON. */
  const icon: Answer = async ({ request, reply }) => {
    const { files } = await page();
    const name = [...files.keys()].find((path) => /^\/assets\/icon-.*\.svg$/.test(path));
    const file = name === undefined ? undefined : files.get(name);
    if (file === undefined) return notFound(reply);
    return sendFile(request, reply, file);
  };
  /** Assets have content hashes in their names. */
  const asset: Answer = async ({ request, reply }) => {
    const { "*": name } = request.params as { "*": string };
    const file = (await page()).files.get(`/assets/${name}`);
    if (file === undefined) return notFound(reply);
    // A worker script needs its own CSP.
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

/** Link header of the feed for the subject of a screen. */
function feedLink(url: string): string[] {
  const [, screen, key] = /^\/(\w+)\/([\w.%-]+)\/?(?:\?.*)?$/.exec(url) ?? [];
  const kind = FEED_KINDS[screen];
  return kind === undefined
    ? []
    : [`</feeds/${kind}/${key}.atom>; rel="alternate"; type="application/atom+xml"`];
}
