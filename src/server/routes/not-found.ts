import { createHash } from "node:crypto";
import { Code } from "@connectrpc/connect";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { editDistance } from "../../runtime/nearest-names.ts";
import { refuseCall } from "../wire/http/refuse-call.ts";
import { pagePolicy } from "../wire/http/security-headers.ts";
import { escaped } from "../wire/http/xml-text.ts";

const VERBS = ["GET", "HEAD", "POST"] as const;

/** Special characters of a route pattern. */
const PATTERN_SIGN = /[:*]/;

/** A path like that of a method: service and name, of plausible length. */
const METHOD_PATH = /^\/([\w.]+)\/(\w{2,40})\/?$/;

const NO_ACCOUNTS = "this server answers public data and keeps no accounts: its callers are not signed in";

/** Largest edit distance of a suggestion. */
const MAX_SLIPS = 3;

/** A handler for unmatched requests: 405 if the path has other verbs, else 404 with a similar method. */
export function notFoundHandler(
  server: FastifyInstance,
  methodPaths: Iterable<string>,
  aliases: ReadonlyMap<string, string> = new Map(),
) {
  const paths = [...methodPaths];
  const services = new Set(paths.map((path) => path.slice(1, path.lastIndexOf("/"))));
  const names = new Set([...services].map((service) => service.toLowerCase()));
  const isService = (name: string) => names.has(name.toLowerCase());
  const packages = new Set([...services, ...aliases.keys()].map(packageOf));
  return function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
    const path = request.url.split("?", 1)[0];
    // `hasRoute` parses its URL as a pattern: never pass it a client's pattern.
    const verbs = PATTERN_SIGN.test(path)
      ? []
      : VERBS.filter((method) => server.hasRoute({ method, url: path }));
    if (verbs.length > 0) {
      const message = `${request.method} is not offered here; allowed are ${verbs.join(" and ")}`;
      reply.code(405).header("allow", verbs.join(", ")).send({ code: "unimplemented", message });
      return;
    }
    const message = `nothing at ${request.method} "${request.url}"; ${reasonFor(path)}`;
    // gRPC has a status of its own for this.
    if (request.headers["content-type"]?.startsWith("application/grpc")) {
      refuseCall(request, reply, { code: Code.Unimplemented, message });
      return;
    }
    if (request.method === "GET" && request.headers.accept?.includes("text/html") === true) {
      reply
        .code(404)
        .headers({
          "content-security-policy": PAGE_POLICY,
          "cache-control": "no-store",
          vary: "accept, origin",
        })
        .type("text/html; charset=utf-8")
        .send(notFoundPage(path, request.terraceAddress?.prefix ?? ""));
      return;
    }
    reply.code(404).send({ code: "unimplemented", message });
  };

  function reasonFor(path: string): string {
    const service = METHOD_PATH.exec(path)?.[1];
    // Services of the same packages for accounts, alerts or payments are not offered.
    if (service !== undefined && !isService(service) && packages.has(packageOf(service))) {
      if (!aliases.has(service)) return NO_ACCOUNTS;
      return hintFor(path) ?? NO_ACCOUNTS;
    }
    return hintFor(path) ?? "/docs lists what there is";
  }

  function hintFor(path: string): string | undefined {
    const near = nearestMethod(path, paths);
    return near === undefined ? undefined : `did you mean "${near}"?`;
  }
}

const STYLE =
  "body{font:1.1rem/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}";

const PAGE_POLICY = pagePolicy([`style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`]);

const SCREENS = [
  ["/", "Explore"],
  ["/compare", "Compare"],
  ["/market", "Market"],
  ["/series", "Series"],
  ["/stocks", "Stocks"],
  ["/coverage", "Coverage"],
  ["/docs", "the API"],
] as const;

/** The 404 page for browsers, with the most similar screen. */
function notFoundPage(path: string, prefix: string): string {
  const first = `/${path.split("/")[1].toLowerCase()}`;
  const near = SCREENS.find(
    ([url, name]) => editDistance(first, url) <= 2 || first === `/${name.toLowerCase()}`,
  );
  const link = ([url, name]: readonly [string, string]) => `<a href="${prefix}${url}">${name}</a>`;
  const meant = near === undefined ? "" : `<p>Did you mean ${link(near)}?</p>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Page not found · Terrace</title><style>${STYLE}</style><h1>Page not found</h1><p>There is no page at <code>${escaped(path)}</code>.</p>${meant}<p>Start with ${SCREENS.map(link).join(", ")}, or search for a suburb, a stock or a series on any of them.</p></html>`;
}

function packageOf(service: string): string {
  return service.slice(0, service.lastIndexOf("."));
}

/** Path of the method with the most similar name, in any service; undefined if none is similar. */
function nearestMethod(path: string, methodPaths: readonly string[]): string | undefined {
  const name = METHOD_PATH.exec(path)?.[2].toLowerCase();
  if (name === undefined) return undefined;
  let near: { readonly path: string; readonly slips: number } | undefined;
  for (const known of methodPaths) {
    const slips = editDistance(name, known.slice(known.lastIndexOf("/") + 1).toLowerCase());
    if (slips <= MAX_SLIPS && (near === undefined || slips < near.slips)) near = { path: known, slips };
  }
  return near?.path;
}

/** Answers URLs that cannot be decoded, which reach no hook or route. */
export function answerBadUrl(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const message = `"${request.url}" is not a URL: a % needs two hexadecimal digits of UTF-8 after it`;
  reply.code(400).send({ code: "invalid_argument", message });
}
