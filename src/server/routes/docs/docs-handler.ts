import { LRUCache } from "lru-cache";
import type { ServiceAliases } from "../../../domains/service-aliases.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import type { SnapshotManifest } from "../../../snapshot/manifest/manifest.ts";
import { API_CATALOG, apiCatalog, CATALOG_LINK } from "../../wire/http/api-catalog.ts";
import type { Handler } from "../../wire/http/read-routes.ts";
import { encodedFile, type PageFile } from "../page/page-files.ts";
import { sendFile } from "../page/send-file.ts";
import type { DocLimit } from "./docs-model.ts";

export interface DocsOptions {
  /** Address that the documentation gives to callers. */
  readonly baseUrl: () => string;
  readonly limits: readonly DocLimit[] | undefined;
  /** What answers depend on in addition to the snapshot: an example may be withheld from one moment to the next. */
  readonly answerValidity: () => string;
  /** The manifest of the current snapshot. */
  readonly snapshot: () => SnapshotManifest;
  /** Asked for examples that the snapshot has an answer to. */
  readonly methods: readonly UnaryMethod[];
  /** Further names of services that OpenAPI lists. */
  readonly listedAliases: ServiceAliases;
}

/** Texts are kept of so many snapshots by address: callers that ask for them by turns make none again. */
const MOST_KEPT = 6;

interface Pages {
  readonly files: ReadonlyMap<string, PageFile>;
  /** What the page for browsers may load and run. */
  readonly policy: string;
}

/** `/openapi.json`, `/docs`, `/docs.md` and `/llms.txt`. Their text is made on first use, and again when answers change. */
export function docsHandler(options: DocsOptions): Handler {
  const made = new LRUCache<string, Promise<Pages>>({ max: MOST_KEPT });
  const pages = (prefix: string): Promise<Pages> => {
    const snapshot = options.snapshot();
    const state = `${prefix} ${snapshot.snapshotId} ${options.answerValidity()}`;
    const kept = made.get(state);
    if (kept !== undefined) return kept;
    const making = makePages(options, snapshot, prefix);
    made.set(state, making);
    making.catch(() => made.delete(state));
    return making;
  };
  return async (request, reply) => {
    const { files, policy } = await pages(request.terraceAddress?.prefix ?? "");
    const path = request.routeOptions.url!;
    // Asked for by its tag: its examples may name what a switch withholds a moment later.
    reply.header("cache-control", "no-cache").header("link", CATALOG_LINK);
    if (path === "/docs") reply.header("content-security-policy", policy);
    return sendFile(request, reply, files.get(path)!);
  };
}

/** Loaded on use: a server that starts should not wait for its documentation. */
async function makePages(options: DocsOptions, snapshot: SnapshotManifest, prefix: string): Promise<Pages> {
  const [
    { openApiDocument, withAliases },
    { docModel },
    { docsMarkdown },
    { docsPage, DOCS_POLICY },
    { llmsText },
    { drawSamples },
  ] = await Promise.all([
    import("./openapi/openapi.ts"),
    import("./docs-model.ts"),
    import("./docs-markdown.ts"),
    import("./docs-page.ts"),
    import("./llms-text.ts"),
    import("./draw-samples.ts"),
  ]);
  const baseUrl = options.baseUrl().replace(/\/+$/, "") + prefix;
  const document = openApiDocument(baseUrl, await drawSamples(options.methods));
  const model = docModel(document, { baseUrl, snapshot, limits: options.limits });
  const listed = withAliases(document, options.listedAliases);
  const files = new Map([
    ["/openapi.json", file("application/json", `${JSON.stringify(listed, undefined, 2)}\n`)],
    ["/docs", file("text/html", docsPage(model))],
    ["/docs.md", file("text/markdown", docsMarkdown(model))],
    ["/llms.txt", file("text/plain", llmsText(model))],
    [API_CATALOG, file("application/linkset+json", apiCatalog(baseUrl))],
  ]);
  return { files, policy: DOCS_POLICY };
}

function file(type: string, text: string): PageFile {
  return encodedFile(`${type}; charset=utf-8`, Buffer.from(text));
}
