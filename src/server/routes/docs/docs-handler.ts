import { tierRows } from "../../../config/tier-limits.ts";
import { serviceAliases } from "../../../domains/service-aliases.ts";
import { BoundedCache } from "../../../runtime/bounded-cache.ts";
import type { SnapshotManifest } from "../../../snapshot/manifest/manifest.ts";
import type { Answer, RouteParts } from "../../admission/route.ts";
import { API_CATALOG, apiCatalog, CATALOG_LINK } from "../../wire/http/api-catalog.ts";
import { encodedFile, type PageFile, sendFile } from "../page/page-files.ts";
import { docsMarkdown, llmsText } from "./docs-markdown.ts";
import { docModel } from "./docs-model.ts";
import { DOCS_POLICY, docsPage } from "./docs-page.ts";
import { drawSamples } from "./draw-samples.ts";
import { openApiDocument, withAliases } from "./openapi/openapi.ts";

/** Pages are cached for so many snapshot addresses. */
const MAX_KEPT = 6;

/** `/openapi.json`, `/docs`, `/docs.md` and `/llms.txt`, rendered on first use and when answers change. */
export function docsAnswer(parts: RouteParts): Answer {
  const made = new BoundedCache<ReadonlyMap<string, PageFile>>({ maxEntries: MAX_KEPT });
  return async ({ request, reply, prefix }) => {
    const snapshot = parts.engine.manifest;
    const state = `${prefix} ${snapshot.snapshotId} ${parts.answerValidity()}`;
    const files = await made.load(state, () => makePages(parts, snapshot, prefix));
    const path = request.routeOptions.url!;
    reply.header("link", CATALOG_LINK);
    if (path === "/docs") reply.header("content-security-policy", DOCS_POLICY);
    return sendFile(request, reply, files.get(path)!);
  };
}

async function makePages(
  { config, methods, webUrl }: RouteParts,
  snapshot: SnapshotManifest,
  prefix: string,
): Promise<ReadonlyMap<string, PageFile>> {
  const baseUrl = webUrl() + prefix;
  const document = openApiDocument(baseUrl, await drawSamples(methods));
  const limits = config.limits ? tierRows(config.tierLimits) : undefined;
  const model = docModel(document, { baseUrl, snapshot, limits });
  const listed = withAliases(document, serviceAliases(config.listAliases ? config.serviceAlias : ""));
  return new Map([
    ["/openapi.json", file("application/json", `${JSON.stringify(listed, undefined, 2)}\n`)],
    ["/docs", file("text/html", docsPage(model))],
    ["/docs.md", file("text/markdown", docsMarkdown(model))],
    ["/llms.txt", file("text/plain", llmsText(model))],
    [API_CATALOG, file("application/linkset+json", apiCatalog(baseUrl))],
  ]);
}

function file(type: string, text: string): PageFile {
  return encodedFile(`${type}; charset=utf-8`, Buffer.from(text));
}
