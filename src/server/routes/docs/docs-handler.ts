import { LRUCache } from "lru-cache";
import { tierRows } from "../../../config/tier-limits.ts";
import { serviceAliases } from "../../../domains/service-aliases.ts";
import type { SnapshotManifest } from "../../../snapshot/manifest/manifest.ts";
import type { Answer, RouteParts } from "../../admission/route.ts";
import { API_CATALOG, apiCatalog, CATALOG_LINK } from "../../wire/http/api-catalog.ts";
import { encodedFile, type PageFile, sendFile } from "../page/page-files.ts";

/** Texts are kept of so many snapshots by address: callers that ask for them by turns make none again. */
const MOST_KEPT = 6;

interface Pages {
  readonly files: ReadonlyMap<string, PageFile>;
  /** What the page for browsers may load and run. */
  readonly policy: string;
}

/** `/openapi.json`, `/docs`, `/docs.md` and `/llms.txt`. Their text is made on first use, and again when answers change. */
export function docsAnswer(parts: RouteParts): Answer {
  const made = new LRUCache<string, Promise<Pages>>({ max: MOST_KEPT });
  const pages = (prefix: string): Promise<Pages> => {
    const snapshot = parts.engine.manifest;
    const state = `${prefix} ${snapshot.snapshotId} ${parts.answerValidity()}`;
    const kept = made.get(state);
    if (kept !== undefined) return kept;
    const making = makePages(parts, snapshot, prefix);
    made.set(state, making);
    making.catch(() => made.delete(state));
    return making;
  };
  return async ({ request, reply, prefix }) => {
    const { files, policy } = await pages(prefix);
    const path = request.routeOptions.url!;
    reply.header("link", CATALOG_LINK);
    if (path === "/docs") reply.header("content-security-policy", policy);
    return sendFile(request, reply, files.get(path)!);
  };
}

/** Loaded on use: a server that starts should not wait for its documentation. */
async function makePages(
  { config, methods, webUrl }: RouteParts,
  snapshot: SnapshotManifest,
  prefix: string,
): Promise<Pages> {
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
  const baseUrl = webUrl() + prefix;
  const document = openApiDocument(baseUrl, await drawSamples(methods));
  const limits = config.limits ? tierRows(config.tierLimits) : undefined;
  const model = docModel(document, { baseUrl, snapshot, limits });
  const listed = withAliases(document, serviceAliases(config.listAliases ? config.serviceAlias : ""));
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
