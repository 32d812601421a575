import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { createTerraceClient } from "../../../client/terrace-client.ts";
import { outlinesOf } from "../../../domains/suburbs/queries/outlines-of.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { ownTransport } from "../../../library/ask-method.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import type { SnapshotManifest } from "../../../snapshot/manifest/manifest.ts";
import type { Pages } from "../../../web/rendered/found.ts";
import type { PageModel } from "../../../web/rendered/page-model.ts";
import type { AccessControl } from "../../admission/access-control.ts";
import { COSTS } from "../../admission/limits/limits.ts";
import { admitPlain, identifyPlain } from "../../admission/plain-admission.ts";
import { CATALOG_LINK } from "../../wire/http/api-catalog.ts";
import { encodedFile, type Page, type PageFile } from "./page-files.ts";
import { sendFile } from "./send-file.ts";

export interface RenderedOptions {
  readonly engine: Engine;
  readonly methods: readonly UnaryMethod[];
  readonly accessControl: AccessControl;
  /** What answers depend on besides the snapshot. */
  readonly answerValidity: () => string;
  /** Where the server is reached. */
  readonly webUrl: () => string;
}

/** Bytes of pages that a thread keeps. */
const KEPT_BYTES = 24 * 2 ** 20;

interface Kept {
  readonly file: PageFile;
  /** The `Link` header. */
  readonly links: string;
}

interface OpenedPages {
  readonly validity: string;
  readonly pages: Promise<Pages>;
}

/** The pages that are rendered here, of any snapshot that a request asks. */
export class RenderedPages {
  readonly #options: RenderedOptions;
  readonly #client: ReturnType<typeof createTerraceClient>;
  readonly #opened = new WeakMap<SnapshotManifest, OpenedPages>();
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ file }) => file.byteLength,
  });

  constructor(options: RenderedOptions) {
    this.#options = options;
    this.#client = createTerraceClient(ownTransport(options.methods));
  }

  /** Answers a path that may be one of a rendered page; undefined where there is nothing at it. */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    page: Page,
  ): Promise<FastifyReply | undefined> {
    const { engine, accessControl, answerValidity } = this.#options;
    const prefix = request.terraceAddress?.prefix ?? "";
    const caller = await identifyPlain(request, reply, accessControl, "any");
    if (caller === undefined) return reply;
    // One snapshot for all that a page asks, whatever is published meanwhile.
    const held = await engine.at(engine.manifest.snapshotId);
    try {
      return await held.run(async () => {
        const { manifest } = engine;
        const key = `${manifest.snapshotId} ${answerValidity()} ${prefix} ${path}`;
        let kept = this.#kept.get(key);
        if (kept === undefined) {
          if (!admitPlain(reply, accessControl, caller, COSTS.rpc)) return reply;
          const pages = await this.pages(manifest, page);
          const found = await pages.find(path);
          if (found === undefined) {
            if (request.headers.accept?.includes("text/html") !== true) return undefined;
            const { file, links } = this.#render(pages, await pages.missing(path), prefix, page);
            reply.code(404).headers({ link: links, "cache-control": "no-store" });
            return sendFile(request, reply, file);
          }
          if ("movedTo" in found) return moved(reply, prefix + found.movedTo);
          kept = this.#render(pages, found.model, prefix, page);
          this.#kept.set(key, kept);
        }
        reply
          .header("last-modified", new Date(manifest.asOf).toUTCString())
          .header("x-terrace-snapshot", manifest.snapshotId)
          .header("link", kept.links)
          .header("cache-control", prefix === "" ? "public, max-age=300" : "no-cache");
        return sendFile(request, reply, kept.file);
      });
    } finally {
      held.release();
    }
  }

  /** The pages of a snapshot as it may be shown now; asked within a call for it. */
  pages(manifest: SnapshotManifest, page: Page): Promise<Pages> {
    const { engine, answerValidity } = this.#options;
    const validity = answerValidity();
    let opened = this.#opened.get(manifest);
    if (opened?.validity !== validity) {
      const shown = <T>(of: (view: SnapshotView) => T): T => {
        const pin = engine.pin();
        try {
          return of(pin.view);
        } finally {
          pin.release();
        }
      };
      const pages = page.openPages({
        client: this.#client,
        outlines: (codes) => shown((view) => outlinesOf(view, codes)),
        sources: manifest.sources
          .filter(({ withheld }) => withheld !== true)
          .map((source) => ({ url: "", attribution: "", ...source })),
      });
      opened = { validity, pages };
      this.#opened.set(manifest, opened);
      pages.catch(() => this.#opened.delete(manifest));
    }
    return opened.pages;
  }

  #render(pages: Pages, model: PageModel, prefix: string, { files }: Page): Kept {
    const named = (pattern: RegExp) => [...files.keys()].find((name) => pattern.test(name)) ?? "";
    const html = pages.render(model, {
      origin: this.#options.webUrl(),
      prefix,
      style: named(/^\/assets\/rendered-.*\.css$/),
      script: named(/^\/assets\/rendered-.*\.js$/),
      icon: named(/^\/assets\/icon-.*\.svg$/),
    });
    const feed = model.feed && `<${prefix}${model.feed}>; rel="alternate"; type="application/atom+xml"`;
    return {
      file: encodedFile("text/html; charset=utf-8", Buffer.from(html), true),
      links: [CATALOG_LINK, ...(feed ? [feed] : [])].join(", "),
    };
  }
}

/** Addresses follow names and postcodes, which may change: nobody keeps where they led for long. */
function moved(reply: FastifyReply, to: string): FastifyReply {
  return reply.code(301).headers({ location: to, "cache-control": "public, max-age=300" }).send();
}
