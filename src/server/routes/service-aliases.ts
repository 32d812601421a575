import type { IncomingMessage } from "node:http";
import { Code } from "@connectrpc/connect";
import type { onRequestHookHandler } from "fastify";
import { CORE_SERVICE } from "../../domains/public-methods.ts";
import { aliasedPaths, type ServiceAliases } from "../../domains/service-aliases.ts";
import { refuseCall } from "../wire/http/refuse-call.ts";
import { rpcPath } from "../wire/http/rpc-path.ts";

/** `/service/method`, optionally after an absolute URL as proxies send it, and the rest. */
const METHOD_URL = /^(?:https?:\/\/[^/?#]*)?\/([\w.]+)\/(\w+)(?=[?#]|$)/i;

/** Rewrites calls of service aliases to the methods themselves. */
export function aliasUrls(aliases: ServiceAliases): (request: Pick<IncomingMessage, "url">) => string {
  const pathOf = aliasedPaths(aliases);
  return ({ url = "/" }) => {
    const found = METHOD_URL.exec(url);
    const path = found === null ? undefined : pathOf(found[1], found[2]);
    return found === null || path === undefined ? url : path + url.slice(found[0].length);
  };
}

/** A hook that hides CoreStocksService on other hosts; none if no host is configured. */
export function coreHostHooks({ coreHost }: { readonly coreHost: string }): onRequestHookHandler[] {
  if (coreHost === "") return [];
  const wanted = coreHost.toLowerCase();
  const ownPath = `/${CORE_SERVICE}/`;
  return [
    function requireCoreHost(request, reply, done) {
      const path = rpcPath(request) ?? request.url;
      if (!path.startsWith(ownPath) || request.hostname.toLowerCase() === wanted) return done();
      const message = `${CORE_SERVICE} is not served on this host`;
      if (request.headers["content-type"]?.startsWith("application/grpc")) {
        refuseCall(request, reply, { code: Code.Unimplemented, message });
      } else reply.code(404).send({ code: "unimplemented", message });
    },
  ];
}
