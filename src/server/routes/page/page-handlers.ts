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
import { type Page, type PageFile, readPage, sendFile } from "./page-files.ts";
import { RenderedPages } from "./rendered-pages.ts";

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
export async function findPage(): Promise<Page> {
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

/** Read, or built, on first use, and compressed once for all servers of a process. */
const page = lazy(findPage);

export type PageAnswers = ReturnType<typeof pageAnswers>;

/** The explorer page. */
export function pageAnswers(parts: RouteParts) {
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
