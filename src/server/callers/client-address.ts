import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv4 } from "node:net";
import { TerraceError } from "../../runtime/errors.ts";

export interface AddressRuleOptions {
  /** Comma list of the ranges that our own proxies connect from; "none" believes no forwarded header. */
  readonly trustedProxies: string;
  /** Header in which a trusted proxy names its caller, in any case; "" for none. */
  readonly clientHeader: string;
}

/** The caller's address, grouped for metering, from the connection's peer and the request's headers. */
export type AddressRule = (peer: string | undefined, headers: IncomingHttpHeaders) => string;

/**
 * The one rule that tells who an anonymous caller is (contract/edge.md §5). The rightmost forwarded entry is the
 * only one a stranger cannot write; when it is one of our proxies, that proxy's header names the caller.
 */
export function createAddressRule({ trustedProxies, clientHeader }: AddressRuleOptions): AddressRule {
  const isForwardedBelieved = trustedProxies.trim().toLowerCase() !== "none";
  const isTrusted = rangeTest(isForwardedBelieved ? trustedProxies : "");
  const header = clientHeader.trim().toLowerCase();
  return (peer, headers) => {
    const forwarded = isForwardedBelieved ? forwardedEntries(headers["x-forwarded-for"]) : [];
    if (forwarded.length === 0) return meteredAddress(peer ?? "");
    const nearest = forwarded[forwarded.length - 1];
    if (!isTrusted(nearest)) return meteredAddress(nearest);
    const named = header === "" ? undefined : headers[header];
    if (typeof named === "string" && named.trim() !== "") return meteredAddress(named.trim());
    return meteredAddress(isTrusted(forwarded[0]) ? nearest : forwarded[0]);
  };
}

/** The address at the other end of a request's connection; undefined when it has gone away. */
export function peerAddress({ socket }: IncomingMessage): string | undefined {
  try {
    return socket.remoteAddress;
  } catch {
    // A closed HTTP/2 session lets nobody look at its socket.
    return undefined;
  }
}

/** An address as callers are counted: IPv4 whole, IPv6 by its /64, anything else "unknown". */
export function meteredAddress(text: string): string {
  if (isIPv4(text)) return text;
  const address = plainAddress(text);
  if (address === undefined) return "unknown";
  if (isIPv4(address)) return address;
  const groups = ipv6Groups(address);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

function forwardedEntries(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return String(header)
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** The address without port, brackets, zone and IPv4 mapping; undefined when it is none. */
function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.split("%")[0];
  if (isIP(address) === 0) return undefined;
  if (isIPv4(address)) return address;
  const groups = ipv6Groups(address);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped ? [groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255].join(".") : address;
}

/** The eight numbers of a valid IPv6 address. */
function ipv6Groups(address: string): number[] {
  const dotted = /([\d.]+)$/.exec(address)?.[1] ?? "";
  let text = address;
  if (isIPv4(dotted)) {
    const [a, b, c, d] = dotted.split(".").map(Number);
    const tail = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
    text = address.slice(0, -dotted.length) + tail;
  }
  const [left, right] = text.split("::");
  const numbers = (part: string | undefined) =>
    part === undefined || part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
  const [head, tail] = [numbers(left), numbers(right)];
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/** A test for membership in a comma list of addresses and CIDR ranges. */
function rangeTest(list: string): (text: string) => boolean {
  const ranges = new BlockList();
  for (const entry of list.split(",").map((one) => one.trim())) {
    if (entry === "") continue;
    const [address, bits] = entry.split("/");
    const family = isIP(address);
    const length = bits === undefined ? (family === 4 ? 32 : 128) : Number(bits);
    if (family === 0 || !/^\d*$/.test(bits ?? "") || length > (family === 4 ? 32 : 128)) {
      throw new TerraceError(
        "bad_config",
        `TRUSTED_PROXY_CIDRS: "${entry}" is no address range; write for example 10.0.0.0/8, or none`,
      );
    }
    ranges.addSubnet(address, length, family === 4 ? "ipv4" : "ipv6");
  }
  return (text) => {
    const address = plainAddress(text);
    return address !== undefined && ranges.check(address, isIPv4(address) ? "ipv4" : "ipv6");
  };
}
