import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SnapshotManifest } from "../../snapshot/manifest/manifest.ts";
import { isTagMatch } from "../http/entity-tags.ts";
import type { DocLimit } from "./docs-model.ts";

export interface DocsOptions {
  /** Address that the documentation gives to callers. */
  readonly baseUrl: () => string;
  readonly limits: readonly DocLimit[] | undefined;
  /** The manifest of the current snapshot. */
  readonly snapshot: () => SnapshotManifest;
}

interface Page {
  readonly type: string;
  readonly body: string;
  readonly etag: string;
  readonly policy?: string;
}

type Pages = ReadonlyMap<string, Page>;

/** Registers `/openapi.json`, `/docs`, `/docs.md` and `/llms.txt`. Their text is made on first use, once a snapshot. */
export function registerDocs(scope: FastifyInstance, options: DocsOptions): void {
  let made: { readonly snapshotId: string; readonly pages: Promise<Pages> } | undefined;
  const pages = (): Promise<Pages> => {
    const snapshot = options.snapshot();
    if (made?.snapshotId !== snapshot.snapshotId) {
      made = { snapshotId: snapshot.snapshotId, pages: makePages(options, snapshot) };
    }
    return made.pages;
  };
  for (const path of ["/openapi.json", "/docs", "/docs.md", "/llms.txt"]) {
    scope.route({
      method: ["GET", "HEAD"],
      url: path,
      handler: async (request, reply) => sendPage(request, reply, (await pages()).get(path) as Page),
    });
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply.header("etag", page.etag).header("cache-control", "public, max-age=300").type(page.type);
  if (page.policy !== undefined) reply.header("content-security-policy", page.policy);
  if (isTagMatch(request.headers["if-none-match"], page.etag)) return reply.code(304).send();
  return reply.send(page.body);
}

/** Loaded on use: a server that starts should not wait for its documentation. */
async function makePages(options: DocsOptions, snapshot: SnapshotManifest): Promise<Pages> {
  const [{ openApiDocument }, { docModel }, { docsMarkdown }, { docsPage, DOCS_POLICY }, { llmsText }] =
    await Promise.all([
      import("./openapi/openapi.ts"),
      import("./docs-model.ts"),
      import("./docs-markdown.ts"),
      import("./docs-page.ts"),
      import("./llms-text.ts"),
    ]);
  const baseUrl = options.baseUrl().replace(/\/+$/, "");
  const document = openApiDocument(baseUrl);
  const model = docModel(document, { baseUrl, snapshot, limits: options.limits });
  return new Map([
    ["/openapi.json", page("application/json; charset=utf-8", `${JSON.stringify(document, undefined, 2)}\n`)],
    ["/docs", { ...page("text/html; charset=utf-8", docsPage(model)), policy: DOCS_POLICY }],
    ["/docs.md", page("text/markdown; charset=utf-8", docsMarkdown(model))],
    ["/llms.txt", page("text/plain; charset=utf-8", llmsText(model))],
  ]);
}

function page(type: string, body: string): Page {
  return { type, body, etag: `"${hash("sha256", body).slice(0, 32)}"` };
}
