import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { fullName } from "../../../domains/domain.ts";
import { FOLLOWED } from "../../../domains/followed.ts";
import { hiddenTables } from "../../../domains/withheld-tables.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { askForBytes } from "../../../library/ask-method.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import type { SnapshotManifest } from "../../../snapshot/manifest/manifest.ts";
import type { Made } from "../../../web/rendered/found.ts";
import type { Showing } from "../../../web/rendered/page-model.ts";
import type { RouteCall, RouteParts } from "../../admission/route.ts";
import { CATALOG_LINK } from "../../wire/http/api-catalog.ts";
import { hasDrawing } from "./draw-picture.ts";
import { type Page, type PageFile, packedFile, sendFile } from "./page-files.ts";
import { renderThread } from "./render-thread.ts";
import type { PageTexts, RenderQuestion } from "./render-worker.ts";

/** Cache size per thread, in bytes. */
const KEPT_BYTES = 24 * 2 ** 20;

interface Kept {
  readonly file: PageFile;
  /** The `Link` header. */
  readonly links: string;
}

/** Pages of the snapshot of one request, pinned until it is answered. */
export interface PagesInUse {
  readonly pages: PageTexts;
  readonly manifest: SnapshotManifest;
  readonly view: SnapshotView;
  readonly showing: Showing;
  readonly styleHash: string;
  /** Cache key: changes when any page may. */
  readonly state: string;
}

export class RenderedPages {
  readonly #parts: RouteParts;
  readonly #methods: ReadonlyMap<string, UnaryMethod>;
  #look: Promise<Look> | undefined;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ file }) => file.byteLength,
  });

  constructor(parts: RouteParts) {
    this.#parts = parts;
    this.#methods = new Map(parts.methods.map((method) => [fullName(method.desc), method]));
  }

  /** Answers a path that may be a rendered page; undefined if there is nothing at it. */
  async answer(call: RouteCall, path: string, page: Page): Promise<FastifyReply | undefined> {
    const { request, reply } = call;
    if (!(await call.identifies("any"))) return reply;
    return this.use(call, page, async ({ pages, manifest, showing, styleHash, state }) => {
      const { prefix } = showing;
      allowStyle(reply, styleHash);
      const key = `${state} ${path}`;
      let kept = this.#kept.get(key);
      if (kept === undefined) {
        if (!call.admits()) return reply;
        const found = await pages.page(path, showing);
        if (found === undefined) {
          if (request.headers.accept?.includes("text/html") !== true) return undefined;
          const { file, links } = await rendered(await pages.missing(path, showing), showing);
          reply.code(404).headers({ link: links, "cache-control": "no-store" });
          return sendFile(request, reply, file);
        }
        if ("movedTo" in found) return moved(reply, prefix + found.movedTo);
        kept = await rendered(found, showing);
        this.#kept.set(key, kept);
      }
      reply
        .header("last-modified", new Date(manifest.asOf).toUTCString())
        .header("x-terrace-snapshot", manifest.snapshotId)
        .header("link", kept.links)
        .header("cache-control", prefix === "" ? "public, max-age=300" : "no-cache");
      return sendFile(request, reply, kept.file);
    });
  }

  /** Runs a callback with the pages of the request's snapshot, pinned meanwhile. */
  async use<T>({ prefix }: RouteCall, page: Page, run: (used: PagesInUse) => Promise<T>): Promise<T> {
    const { engine, answerValidity, webUrl } = this.#parts;
    const held = await engine.at(engine.manifest.snapshotId);
    try {
      return await held.run(async () => {
        const { manifest } = engine;
        const state = `${manifest.snapshotId} ${answerValidity()} ${prefix}`;
        this.#look ??= lookOf(page);
        const { styleHash, ...look } = await this.#look;
        const showing = { origin: webUrl(), prefix, ...look };
        const pages = renderThread(held, {
          code: page.code,
          validity: answerValidity(),
          answer: (question) => this.#answer(question),
        });
        return await run({ pages, manifest, view: held.view, showing, styleHash, state });
      });
    } finally {
      held.release();
    }
  }

  /** Answers a request of the render worker, in the context of the call's snapshot. */
  async #answer(question: RenderQuestion): Promise<unknown> {
    const { engine, switches } = this.#parts;
    switch (question.kind) {
      case "method": {
        const method = this.#methods.get(question.name);
        if (method === undefined) throw new TerraceError("internal", `no method ${question.name}`);
        return askForBytes(method, question.request);
      }
      case "withheld":
        return hiddenTables(switches()).get(FOLLOWED[question.of].table)?.length === 0;
      case "sources":
        return engine.manifest.sources
          .filter(({ withheld }) => withheld !== true)
          .map((source) => ({ url: "", attribution: "", ...source }));
    }
  }
}

/** Same for all pages; `styleHash` allows the inline style in the CSP. */
type Look = Omit<Showing, "origin" | "prefix"> & { readonly styleHash: string };

async function lookOf({ files }: Page): Promise<Look> {
  const named = (pattern: RegExp) => [...files.keys()].find((name) => pattern.test(name)) ?? "";
  const style = named(/^\/assets\/rendered-.*\.css$/);
  const styleText = Buffer.from((await files.get(style)?.body("identity")) ?? "").toString();
  return {
    style,
    styleText,
    script: named(/^\/assets\/rendered-.*\.js$/),
    icon: named(/^\/assets\/icon-.*\.svg$/),
    pictures: hasDrawing(),
    styleHash: hash("sha256", styleText, "base64"),
  };
}

async function rendered({ text, feed }: Made, { prefix }: Showing): Promise<Kept> {
  const changes = feed && `<${prefix}${feed}>; rel="alternate"; type="application/atom+xml"`;
  return {
    file: await packedFile("text/html; charset=utf-8", Buffer.from(text)),
    links: [CATALOG_LINK, ...(changes ? [changes] : [])].join(", "),
  };
}

function allowStyle(reply: FastifyReply, styleHash: string): void {
  const policy = String(reply.getHeader("content-security-policy"));
  reply.header(
    "content-security-policy",
    policy.replace("style-src 'self'", `style-src 'sha256-${styleHash}'`),
  );
}

/** Cached only briefly: URLs contain names and postcodes, which may change. */
export function moved(reply: FastifyReply, to: string): FastifyReply {
  return reply.code(301).headers({ location: to, "cache-control": "public, max-age=300" }).send();
}
