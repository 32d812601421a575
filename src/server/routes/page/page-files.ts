import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { remembered } from "../../../runtime/lazy.ts";
import { acceptedEncoding } from "../../wire/http/accepted-encoding.ts";
import { isTagMatch } from "../../wire/http/entity-tags.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

export type PageEncoding = "br" | "gzip" | "identity";

/** A file that is compressed at most once per encoding. */
export type PageFile = ReturnType<typeof encodedFile>;

export interface Page {
  readonly document: PageFile;
  readonly files: ReadonlyMap<string, PageFile>;
  hasScreen(path: string): boolean;
  /** True if the path may be that of a server-rendered page. */
  mayHavePage(path: string): boolean;
  /** URL of the module that renders pages. */
  readonly code: string;
}

/** Reads the output of write-page.ts: index.html, routes.json and assets/. */
export async function readPage(folder: string): Promise<Page> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, PageFile>();
  for (const entry of names.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    files.set(path.slice(folder.length).replaceAll("\\", "/"), encodedFile(type, await readFile(path)));
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

/** Compiles a route such as `/suburb/:code`. */
function screenPattern(route: string): RegExp {
  const parts = route
    .split("/")
    .map((part) => (part.startsWith(":") ? "[^/]+" : part.replaceAll(/\W/g, "\\$&")));
  return new RegExp(`^${parts.join("/")}/?$`);
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const unpackBrotli = promisify(brotliDecompress);

/** A file that is compressed on first use: at a high level, or a low one with `isQuick`. */
export function encodedFile(type: string, bytes: Uint8Array, isQuick = false) {
  const made = new Map<PageEncoding, Promise<Uint8Array>>([["identity", Promise.resolve(bytes)]]);
  return {
    type,
    byteLength: bytes.byteLength,
    etag: hash("sha256", bytes).slice(0, 32),
    body: (encoding: PageEncoding): Promise<Uint8Array> =>
      remembered(made, encoding, () =>
        encoding === "gzip"
          ? compressGzip(bytes, { level: isQuick ? 4 : 9 })
          : compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isQuick ? 4 : 10 } }),
      ),
  };
}

/** Keeps only the brotli form, a fifth of the size; unpacks it for callers without brotli. */
export async function packedFile(type: string, bytes: Uint8Array): Promise<PageFile> {
  const file = encodedFile(type, bytes, true);
  const packed = await file.body("br");
  return {
    type,
    etag: file.etag,
    byteLength: packed.byteLength,
    body: async (encoding: PageEncoding) =>
      encoding === "br" ? packed : encodedFile(type, await unpackBrotli(packed), true).body(encoding),
  };
}

/** Sends a file in the best encoding with an ETag, or 304. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PageFile,
): Promise<FastifyReply> {
  // PNG is compressed already.
  const encodings = file.type === "image/png" ? [] : (["br", "gzip"] as const);
  const encoding = acceptedEncoding(request, encodings) ?? "identity";
  const etag = `"${file.etag}-${encoding}"`;
  reply.header("etag", etag).header("vary", "accept-encoding, origin").type(file.type);
  if (isTagMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(await file.body(encoding));
}
