import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AccessControl } from "../callers/access-control.ts";
import { peerAddress } from "../callers/client-address.ts";
import { findPage } from "./find-page.ts";
import type { Page, PageFile } from "./page-files.ts";
import { sendFile } from "./send-file.ts";

export interface PageOptions {
  readonly accessControl: AccessControl;
  readonly isTls: boolean;
  readonly onError: (error: unknown) => void;
}

/** Nothing may be loaded, run, framed or told but what this server itself has; WebAssembly may be compiled. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const ONE_YEAR_SECONDS = 31_536_000;

/**
 * Registers the explorer page at `/` and at every path that it has a screen for, and its assets, whose names change with
 * their content. Built or read on first use.
 */
export function registerPage(scope: FastifyInstance, options: PageOptions): void {
  let found: Promise<Page> | undefined;
  const page = (): Promise<Page> => {
    found ??= findPage().catch((error) => {
      found = undefined;
      throw error;
    });
    return found;
  };
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const { document, hasScreen } = await page();
      const path = request.url.split("?", 1)[0];
      if (!hasScreen(path)) return reply.callNotFound();
      return await sendDocument(request, reply, document, options);
    } catch (error) {
      options.onError(error);
      const body = "The explorer page cannot be built here; the API answers all the same, see /docs\n";
      return reply.code(503).header("cache-control", "no-store").type("text/plain; charset=utf-8").send(body);
    }
  };
  const methods = ["GET", "HEAD"];
  scope.route({ method: methods, url: "/", handler: show });
  scope.route({ method: methods, url: "/:screen", handler: show });
  scope.route({ method: methods, url: "/:screen/*", handler: show });
  scope.route<{ Params: { "*": string } }>({
    method: methods,
    url: "/assets/*",
    handler: async (request, reply) => {
      const file = (await page()).files.get(`/assets/${request.params["*"]}`);
      if (file === undefined) return reply.callNotFound();
      // A worker's script brings its own policy.
      reply
        .header("content-security-policy", POLICY)
        .header("cross-origin-resource-policy", "same-origin")
        .header("cache-control", `public, max-age=${ONE_YEAR_SECONDS}, immutable`);
      return sendFile(request, reply, file);
    },
  });
}

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: PageFile,
  { accessControl, isTls }: PageOptions,
): Promise<FastifyReply> {
  const cookie = accessControl.pageCookie({ headers: request.headers, peer: peerAddress(request.raw) });
  if (cookie !== undefined) reply.header("set-cookie", isTls ? `${cookie}; Secure` : cookie);
  reply
    .header("content-security-policy", POLICY)
    .header("cross-origin-opener-policy", "same-origin")
    .header("cross-origin-resource-policy", "same-origin")
    .header("permissions-policy", "camera=(), geolocation=(), microphone=()")
    .header("cache-control", "private, no-cache");
  return sendFile(request, reply, document);
}
