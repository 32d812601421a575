import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { createTerraceClient } from "../../../client/terrace-client.ts";
import { FOLLOWED } from "../../../domains/followed.ts";
import { outlinesOf } from "../../../domains/suburbs/queries/outlines-of.ts";
import { hiddenTables } from "../../../domains/withheld-tables.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { ownTransport } from "../../../library/ask-method.ts";
import type { Switches } from "../../../rpc/switches.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import type { SnapshotManifest } from "../../../snapshot/manifest/manifest.ts";
import type { Pages } from "../../../web/rendered/found.ts";
import type { PageModel, Showing } from "../../../web/rendered/page-model.ts";
import type { AccessControl } from "../../admission/access-control.ts";
import { COSTS } from "../../admission/limits/limits.ts";
import { admitPlain, identifyPlain } from "../../admission/plain-admission.ts";
import { CATALOG_LINK } from "../../wire/http/api-catalog.ts";
import { hasDrawing } from "./draw-picture.ts";
import { encodedFile, type Page, type PageFile } from "./page-files.ts";
import { sendFile } from "./send-file.ts";

export interface RenderedOptions {
  readonly engine: Engine;
  readonly methods: readonly UnaryMethod[];
  readonly accessControl: AccessControl;
  readonly switches: () => Switches;
  /** What answers depend on in addition to the snapshot. */
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

/** The pages of the snapshot that a request asks, which stays the same and open until it is answered. */
export interface PagesInUse {
  readonly pages: Pages;
  readonly manifest: SnapshotManifest;
  readonly view: SnapshotView;
  readonly showing: Showing;
  /** Changes when any page may. */
  readonly state: string;
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
    const { accessControl } = this.#options;
    const caller = await identifyPlain(request, reply, accessControl, "any");
    if (caller === undefined) return reply;
    return this.use(request, page, async ({ pages, manifest, showing, state }) => {
      const { prefix } = showing;
      allowStyle(reply, showing.styleText);
      const key = `${state} ${path}`;
      let kept = this.#kept.get(key);
      if (kept === undefined) {
        if (!admitPlain(reply, accessControl, caller, COSTS.rpc)) return reply;
        const found = await pages.find(path);
        if (found === undefined) {
          if (request.headers.accept?.includes("text/html") !== true) return undefined;
          const { file, links } = rendered(pages, await pages.missing(path), showing);
          reply.code(404).headers({ link: links, "cache-control": "no-store" });
          return sendFile(request, reply, file);
        }
        if ("movedTo" in found) return moved(reply, prefix + found.movedTo);
        kept = rendered(pages, found.model, showing);
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

  /** Runs with the pages of the snapshot that a request asks, whatever is published meanwhile. */
  async use<T>(request: FastifyRequest, page: Page, run: (used: PagesInUse) => Promise<T>): Promise<T> {
    const { engine, answerValidity, webUrl } = this.#options;
    const prefix = request.terraceAddress?.prefix ?? "";
    const held = await engine.at(engine.manifest.snapshotId);
    try {
      return await held.run(async () => {
        const { manifest } = engine;
        const state = `${manifest.snapshotId} ${answerValidity()} ${prefix}`;
        const pages = await this.#pages(manifest, page);
        const named = (pattern: RegExp) => [...page.files.keys()].find((name) => pattern.test(name)) ?? "";
        const style = named(/^\/assets\/rendered-.*\.css$/);
        const showing = {
          origin: webUrl().replace(/\/+$/, ""),
          prefix,
          style,
          styleText: Buffer.from((await page.files.get(style)?.body("identity")) ?? "").toString(),
          script: named(/^\/assets\/rendered-.*\.js$/),
          icon: named(/^\/assets\/icon-.*\.svg$/),
          pictures: hasDrawing(),
        };
        return await run({ pages, manifest, view: held.view, showing, state });
      });
    } finally {
      held.release();
    }
  }

  /** The pages of a snapshot as it may be shown now; asked within a call for it. */
  #pages(manifest: SnapshotManifest, page: Page): Promise<Pages> {
    const { engine, answerValidity, switches } = this.#options;
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
        keys: async (kind) => {
          const { table, names } = FOLLOWED[kind];
          const isWithheld = hiddenTables(switches()).get(table)?.length === 0;
          return isWithheld ? [] : [...(await engine.use((view) => names(view))).keys()];
        },
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
}

function rendered(pages: Pages, model: PageModel, showing: Showing): Kept {
  const feed = model.feed && `<${showing.prefix}${model.feed}>; rel="alternate"; type="application/atom+xml"`;
  return {
    file: encodedFile("text/html; charset=utf-8", Buffer.from(pages.render(model, showing)), true),
    links: [CATALOG_LINK, ...(feed ? [feed] : [])].join(", "),
  };
}

/** Lets a document apply the style that is in it. */
function allowStyle(reply: FastifyReply, text: string): void {
  const policy = String(reply.getHeader("content-security-policy"));
  const hash = createHash("sha256").update(text).digest("base64");
  reply.header("content-security-policy", policy.replace("style-src 'self'", `style-src 'sha256-${hash}'`));
}

/** Addresses follow names and postcodes, which may change: nobody keeps where they led for long. */
export function moved(reply: FastifyReply, to: string): FastifyReply {
  return reply.code(301).headers({ location: to, "cache-control": "public, max-age=300" }).send();
}
