import type { DescMessage, DescService, MessageShape } from "@bufbuild/protobuf";
import type { ConnectRouter, HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { productServices } from "../../../domains/public-methods.ts";
import { enginePartsOf, type TerraceEngine } from "../../../library/open-engine.ts";
import { toConnectError } from "../../../rpc/to-connect-error.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import { answerConnectCall } from "./connect-call.ts";
import { requestTextReader } from "./library-call.ts";

export interface ServiceImplementationOptions {
  /** Deadline of a call that sets none; without it, such a call has no time limit. */
  readonly requestTimeoutMs?: number | undefined;
}

/** The methods of a service, for `router.service(service, implementation)` of any Connect router. */
export function implementService<Service extends DescService>(
  service: Service,
  engine: TerraceEngine,
  options: ServiceImplementationOptions = {},
): ServiceImpl<Service> {
  const own = enginePartsOf(engine).methods.filter(({ desc }) => desc.parent.typeName === service.typeName);
  if (own.length === 0) {
    const known = productServices.map((one) => one.typeName).join(", ");
    throw new TypeError(`terrace does not answer ${service.typeName}; it answers ${known}`);
  }
  return Object.fromEntries(
    own.map((method) => [method.desc.localName, handlerOf(method, options)]),
  ) as unknown as ServiceImpl<Service>;
}

/** Mounts all services on a Connect router and returns it. */
export function mountServices(
  router: ConnectRouter,
  engine: TerraceEngine,
  options: ServiceImplementationOptions = {},
): ConnectRouter {
  for (const method of enginePartsOf(engine).methods) {
    const jsonOptions = { ignoreUnknownFields: true, textDecoder: requestTextReader(method.desc.input) };
    router.rpc(method.desc, handlerOf(method, options), { jsonOptions });
  }
  return router;
}

function handlerOf(method: UnaryMethod, { requestTimeoutMs }: ServiceImplementationOptions) {
  return (request: MessageShape<DescMessage>, context: HandlerContext) =>
    answerConnectCall(method, request, context, requestTimeoutMs).catch((error) => {
      throw toConnectError(error);
    });
}
