import type { IncomingMessage } from "node:http";
import { Code } from "@connectrpc/connect";
import type { onRequestHookHandler } from "fastify";
import { CORE_SERVICE } from "../../domains/public-methods.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { refuseCall } from "../wire/http/refuse-call.ts";
import { rpcPath } from "../wire/http/rpc-path.ts";

const OWN_PATH = `/${CORE_SERVICE}/`;
/** What callers of a proxy write before the path. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;
const SERVICE_NAME = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

/** Where the older service is found besides under its own name. */
export interface CoreServiceSettings {
  /** Full name of a service; "" for none. */
  readonly coreService: string;
  /** Name of the only host that it answers on; "" for any. */
  readonly coreHost: string;
}

/** Turns calls under the second name into calls of the service itself; undefined when there is no second name. */
export function coreServiceUrls({
  coreService,
}: CoreServiceSettings): ((request: Pick<IncomingMessage, "url">) => string) | undefined {
  if (coreService === "") return undefined;
  if (!SERVICE_NAME.test(coreService)) {
    throw new TerraceError(
      "bad_config",
      `coreService: ${JSON.stringify(coreService)} is not a name of a service such as "stocks.v1.CoreService"`,
    );
  }
  const path = `/${coreService}/`;
  return ({ url = "/" }) => {
    const target = url.replace(ORIGIN, "");
    return target.startsWith(path) ? OWN_PATH + target.slice(path.length) : url;
  };
}

/** A hook that knows the service on its host alone; none when every host may have it. */
export function coreHostHooks({ coreHost }: CoreServiceSettings): onRequestHookHandler[] {
  if (coreHost === "") return [];
  const wanted = coreHost.toLowerCase();
  return [
    function requireCoreHost(request, reply, done) {
      const path = rpcPath(request) ?? request.url;
      if (!path.startsWith(OWN_PATH) || request.hostname.toLowerCase() === wanted) {
        done();
        return;
      }
      const message = `${CORE_SERVICE} is not served on this host`;
      if (request.headers["content-type"]?.startsWith("application/grpc")) {
        refuseCall(request, reply, { code: Code.Unimplemented, message });
      } else reply.code(404).send({ code: "unimplemented", message });
    },
  ];
}
