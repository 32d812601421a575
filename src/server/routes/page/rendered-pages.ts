import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { fullName } from "../../../domains/domain.ts";
import { FOLLOWED } from "../../../domains/followed.ts";
import { hiddenTables } from "../../../domains/withheld-tables.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { askForBytes } from "../../../library/ask-method.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import type { SnapshotManifest } from "../../../snapshot/manifest/manifest.ts";
import type { Moved } from "../../../web/rendered/found.ts";
import type { Showing } from "../../../web/rendered/page-model.ts";
import type { RouteCall, RouteParts } from "../../admission/route.ts";
import { CATALOG_LINK } from "../../wire/http/api-catalog.ts";
import { hasDrawing } from "./draw-picture.ts";
import { type Page, type PageFile, packedFile, sendFile } from "./page-files.ts";
import { renderThread } from "./render-thread.ts";
import type { PageTexts, RenderQuestion } from "./render-worker.ts";

/** Bytes of cached pages, pictures, embeds and sitemaps per thread. */
const KEPT_BYTES = 40 * 2 ** 20;
/** Bytes of the largest of them. */
const MOST_BYTES = 8 * 2 ** 20;

export interface Kept {
  readonly file: PageFile;
  /** The `Link` header. */
  readonly links?: string;
  /** Sources of the page it is made from; undefined for sitemaps. */
  readonly sourceIds?: readonly string[];
  /** True for the "not found" page, which is not cached. */
  readonly isMissing?: boolean;
}

/** Renders a cached file, or redirects; undefined if there is nothing at the address. */
export interface Making {
  /** Cache key: everything that the file depends on, in addition to the data. */
  name(request: FastifyRequest): string;
  make(call: RouteCall, used: PagesInUse): Promise<Kept | Moved | undefined>;
  headers(call: RouteCall, used: PagesInUse, kept: Kept): Readonly<Record<string, string>>;
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
    maxEntrySize: MOST_BYTES,
    sizeCalculation: ({ file }, key) => file.byteLength + 2 * key.length,
  });

  constructor(parts: RouteParts) {
    this.#parts = parts;
    this.#methods = new Map(parts.methods.map((method) => [fullName(method.desc), method]));
  }

  /** Answers with a file that is cached or made; undefined if there is nothing at the address. */
  answer(call: RouteCall, page: Page, making: Making): Promise<FastifyReply | undefined> {
    const { request, reply } = call;
    return this.#use(call, page, async (used) => {
      const key = `${used.state} ${making.name(request)}`;
      let kept = this.#kept.get(key);
      if (kept === undefined) {
        if (!call.admits()) return reply;
        const made = await making.make(call, used);
        if (made === undefined) return undefined;
        if ("movedTo" in made) return moved(reply, used.showing.prefix + made.movedTo);
        kept = made;
        if (!made.isMissing) this.#kept.set(key, kept);
      }
      if (kept.isMissing) reply.code(404);
      else
        reply
          .header("last-modified", new Date(used.manifest.asOf).toUTCString())
          .header("x-terrace-snapshot", used.manifest.snapshotId);
      return sendFile(request, reply.headers(making.headers(call, used, kept)), kept.file);
    });
  }

  /** Runs a callback with the pages of the request's snapshot, pinned meanwhile. */
  async #use<T>({ prefix }: RouteCall, page: Page, run: (used: PagesInUse) => Promise<T>): Promise<T> {
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

/** A rendered page; for browsers also where there is none. */
export const RENDERED: Making = {
  name: pathOf,
  async make({ request, reply }, { pages, showing, styleHash }) {
    const path = pathOf(request);
    reply.headers(stylePolicy(reply, styleHash));
    const found = await pages.page(path, showing);
    if (found !== undefined && "movedTo" in found) return found;
    const isMissing = found === undefined;
    if (isMissing && request.headers.accept?.includes("text/html") !== true) return undefined;
    const { text, feed } = found ?? (await pages.missing(path, showing));
    const changes = feed && `<${showing.prefix}${feed}>; rel="alternate"; type="application/atom+xml"`;
    const file = await packedFile("text/html; charset=utf-8", Buffer.from(text));
    return { file, isMissing, links: [CATALOG_LINK, ...(changes ? [changes] : [])].join(", ") };
  },
  headers({ reply, prefix }, { styleHash }, { links = "", isMissing }) {
    const current = prefix === "" ? "public, max-age=300" : "no-cache";
    return {
      link: links,
      "cache-control": isMissing ? "no-store" : current,
      ...stylePolicy(reply, styleHash),
    };
  },
};

function stylePolicy(reply: FastifyReply, styleHash: string) {
  const policy = String(reply.getHeader("content-security-policy"));
  return {
    "content-security-policy": policy.replace("style-src 'self'", `style-src 'sha256-${styleHash}'`),
  };
}

export function pathOf({ url }: FastifyRequest): string {
  return url.split("?", 1)[0];
}

/** Cached only briefly: URLs contain names and postcodes, which may change. */
function moved(reply: FastifyReply, to: string): FastifyReply {
  return reply.code(301).headers({ location: to, "cache-control": "public, max-age=300" }).send();
}
