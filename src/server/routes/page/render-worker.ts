import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { ConnectError, type Transport } from "@connectrpc/connect";
import { createTerraceClient } from "../../../client/terrace-client.ts";
import { fullName } from "../../../domains/domain.ts";
import { seriesKeys } from "../../../domains/economy/queries/series-store.ts";
import { directoryOf } from "../../../domains/politicians/queries/members.ts";
import { knownCodes } from "../../../domains/stocks/queries/known-codes.ts";
import { outlinesOf } from "../../../domains/suburbs/queries/outlines-of.ts";
import type { PostedPageFile } from "../../../engine/pages/page-file.ts";
import { PageStore } from "../../../engine/pages/page-store.ts";
import { derivedValues } from "../../../engine/view.ts";
import { toConnectError } from "../../../rpc/to-connect-error.ts";
import { isTerraceError, TerraceError } from "../../../runtime/errors.ts";
import { errorFromPosted, type PostedError, postedError } from "../../../runtime/threads/posted-error.ts";
import type { OpenPages, Pages } from "../../../web/rendered/found.ts";
import type { SiteParts } from "../../../web/rendered/site.ts";
import { sitemapAt } from "./sitemap-text.ts";

export interface RenderWorkerData {
  readonly code: string;
  readonly pages: ReadonlyMap<string, PostedPageFile>;
}

type Kind = Parameters<SiteParts["keys"]>[0];

export type RenderQuestion =
  | { readonly kind: "method"; readonly name: string; readonly request: Uint8Array }
  | { readonly kind: "withheld"; readonly of: Kind }
  | { readonly kind: "sources" };

export interface PageTexts extends Omit<Pages, "lists"> {
  /** A sitemap with this origin and lastmod day (YYYY-MM-DD); undefined if there is none at the path. */
  sitemap(path: string, origin: string, day: string): Promise<string | undefined>;
}

export type RenderTask<Name extends keyof PageTexts = keyof PageTexts> = {
  readonly name: Name;
  readonly args: Parameters<PageTexts[Name]>;
  /** State in addition to the snapshot; pages are opened again when it changes. */
  readonly validity: string;
  readonly port: MessagePort;
};

/** An answer on the port of a task, or, without an id, the result of a task. */
export type Posted = { readonly id?: number } & (
  | { readonly value: unknown }
  | { readonly error: PostedError }
);

const { code, pages: posted } = workerData as RenderWorkerData;
const { openPages } = (await import(code)) as { readonly openPages: OpenPages };
const view = { pages: PageStore.fromPosted(posted), derived: derivedValues().derived };

/** Computed here so that the parent's event loop is not blocked. */
const KEYS: Readonly<Record<Kind, () => readonly string[]>> = {
  series: () => seriesKeys(view.pages),
  stock: () => knownCodes(view),
  member: () => directoryOf(view).map(({ slug }) => slug),
};

/** Sends requests over a port and matches answers by id; rejects them when the port closes. */
function askOver(port: MessagePort): (question: RenderQuestion) => Promise<unknown> {
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  let isClosed = false;
  let lastId = 0;
  port.on("message", ({ id, ...posted }: Posted) => {
    const { resolve, reject } = asked.get(id!)!;
    asked.delete(id!);
    if ("error" in posted) reject(errorFromPosted(posted.error));
    else resolve(posted.value);
  });
  port.on("close", () => {
    isClosed = true;
    for (const { reject } of asked.values()) reject(new TerraceError("unavailable", "the caller is gone"));
  });
  return (question) => {
    if (isClosed) return Promise.reject(new TerraceError("unavailable", "the caller is gone"));
    const answer = Promise.withResolvers<unknown>();
    asked.set(++lastId, answer);
    port.postMessage({ id: lastId, question });
    return answer.promise;
  };
}

/** Of the task in progress; there is only one at a time. */
let ask: ReturnType<typeof askOver>;

const transport: Transport = {
  async unary(desc, _signal, _timeoutMs, _header, input) {
    const request = toBinary(desc.input, create(desc.input, input));
    const bytes = await ask({ kind: "method", name: fullName(desc), request }).catch((error: unknown) => {
      throw toConnectError(error);
    });
    const empty = new Headers();
    return {
      stream: false as const,
      service: desc.parent,
      method: desc,
      header: empty,
      trailer: empty,
      message: fromBinary(desc.output, bytes as Uint8Array),
    };
  },
  stream() {
    throw new TerraceError("internal", "streams are not asked in the same process");
  },
};

async function open(): Promise<PageTexts> {
  const pages = await openPages({
    client: createTerraceClient(transport),
    outlines: (codes) => outlinesOf(view, codes),
    keys: async (of) => ((await ask({ kind: "withheld", of })) ? [] : KEYS[of]()),
    sources: (await ask({ kind: "sources" })) as SiteParts["sources"],
  });
  return {
    ...pages,
    sitemap: async (path, origin, day) => sitemapAt(path, await pages.lists(), origin, day),
  };
}

let opened: { readonly validity: string; readonly texts: PageTexts } | undefined;

async function perform({ name, args, validity, port }: RenderTask): Promise<Posted> {
  ask = askOver(port);
  try {
    if (opened?.validity !== validity) opened = { validity, texts: await open() };
    const make = opened.texts[name] as (...given: typeof args) => Promise<unknown>;
    return { value: await make(...args) };
  } catch (error) {
    const isWrapped = error instanceof ConnectError && isTerraceError(error.cause);
    return { error: postedError(isWrapped ? error.cause : error) };
  } finally {
    port.close();
  }
}

parentPort?.on("message", async (task: RenderTask) => parentPort?.postMessage(await perform(task)));
