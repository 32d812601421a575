import { Code } from "@connectrpc/connect";
import type { FastifyReply, onRequestHookHandler } from "fastify";
import {
  type AddressRuleOptions,
  createAddressRule,
  meteredAddress,
  ownPeers,
  peerAddress,
} from "../wire/http/client-address.ts";
import { refuseCall } from "../wire/http/refuse-call.ts";
import { rpcPath, STREAM_PATHS } from "../wire/http/rpc-path.ts";
import { whenClosed } from "../wire/http/when-closed.ts";

export interface OpenStreamsOptions extends AddressRuleOptions {
  /** Most concurrent streams; some 40 KB each. */
  readonly most?: number;
  /** Per address; the default is the most of one HTTP/2 connection. */
  readonly mostOfOne?: number;
  /** Path prefix of each route. */
  readonly prefix?: string;
}

/**
 * A hook that limits concurrent streams of health and reflection: they are not metered and stay open
 * indefinitely. Callers on this machine and our own proxies are limited by address only, so that strangers
 * never keep a load balancer from watching.
 */
export function openStreamsHook(options: OpenStreamsOptions): onRequestHookHandler {
  const { most = 1024, mostOfOne = 256, prefix = "" } = options;
  const paths = new Set(STREAM_PATHS.map((path) => `${prefix}${path}`));
  const addressOf = createAddressRule(options);
  const isOwn = ownPeers(options.trustedProxies);
  const openOf = new Map<string, number>();
  let all = 0;
  const count = (address: string, change: 1 | -1): void => {
    all += change;
    const left = (openOf.get(address) ?? 0) + change;
    if (left === 0) openOf.delete(address);
    else openOf.set(address, left);
  };
  return function limitStreams(request, reply, done) {
    if (!paths.has(rpcPath(request) ?? "")) return done();
    const peer = peerAddress(request.raw) ?? "";
    const address = addressOf(peer, request.headers);
    const isStranger = !isOwn(peer) || address !== meteredAddress(peer);
    const own = openOf.get(address) ?? 0;
    if (own < mostOfOne && (all < most || !isStranger)) {
      // Register the release before the count.
      whenClosed(reply as FastifyReply, () => count(address, -1));
      count(address, 1);
      done();
      return;
    }
    const message =
      own < mostOfOne
        ? `${all} streams of health and reflection are open, as many as may be; try again later`
        : `${own} streams of health and reflection are open from your address, as many as may be; close some`;
    refuseCall(request, reply as FastifyReply, { code: Code.ResourceExhausted, message });
  };
}
