import { extname } from "node:path";
import { MessageChannel } from "node:worker_threads";
import type { AddressedSnapshot } from "../../../engine/engine.ts";
import { errorFromPosted, postedError } from "../../../runtime/threads/posted-error.ts";
import type { PageTexts, Posted, RenderQuestion, RenderTask, RenderWorkerData } from "./render-worker.ts";

export interface RenderOptions {
  readonly code: string;
  readonly validity: string;
  /** Answers the worker's requests, with the snapshot in context; bytes are transferred. */
  readonly answer: (question: RenderQuestion) => unknown;
}

/** Estimated nanoseconds per page. */
const COST = 10_000_000;

/** Renders pages of a snapshot in its render worker, so that the event loop is not blocked. */
export function renderThread(
  { view, run }: AddressedSnapshot,
  { code, validity, answer }: RenderOptions,
): PageTexts {
  const thread = view.derived("render thread", () =>
    view.heavyWork.thread<RenderTask, Posted>({
      file: new URL(`./render-worker${extname(import.meta.filename)}`, import.meta.url),
      name: "render",
      // Normal priority: someone waits for a page.
      givesWay: false,
      workerData: () => ({ code, pages: view.pages.posted() }) satisfies RenderWorkerData,
    }),
  );
  const made =
    <Name extends keyof PageTexts>(name: Name) =>
    async (...args: Parameters<PageTexts[Name]>): Promise<Awaited<ReturnType<PageTexts[Name]>>> => {
      const { port1: own, port2: port } = new MessageChannel();
      own.on("message", async ({ id, question }: { id: number; question: RenderQuestion }) => {
        try {
          const value = await run(() => answer(question));
          own.postMessage({ id, value }, value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []);
        } catch (error) {
          own.postMessage({ id, error: postedError(error) });
        }
      });
      try {
        // No signal: the page is cached even if its caller has gone.
        const posted = await thread.perform({ name, args, validity, port }, undefined, { cost: COST });
        if ("error" in posted) throw errorFromPosted(posted.error);
        return posted.value as Awaited<ReturnType<PageTexts[Name]>>;
      } finally {
        own.close();
      }
    };
  return {
    page: made("page"),
    missing: made("missing"),
    picture: made("picture"),
    embed: made("embed"),
    oembed: made("oembed"),
    sitemap: made("sitemap"),
  };
}
