import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import type { AccessConfig } from "../../../config/access-settings.ts";
import { badConfig } from "../../../runtime/errors.ts";

/** Settings for our own proxies, and for the header in which they name the client. */
export type AddressRuleOptions = Pick<AccessConfig, "trustedProxies" | "clientIpHeader">;

/** The client's address, grouped for metering, from the peer's address and the headers. */
export type AddressRule = (peer: string | undefined, headers: IncomingHttpHeaders) => string;

type Address = ReturnType<typeof ipaddr.process>;

/**
 * The only rule that identifies anonymous callers. Anyone can forge a header, so headers count only if the
 * peer is one of our proxies. Each proxy appends the address it saw: the rightmost entry that is not our
 * proxy is the client. If another proxy is behind the nearest one, its own header names the client.
 */
export function createAddressRule({ trustedProxies, clientIpHeader }: AddressRuleOptions): AddressRule {
  const isTrusted = proxyTest(trustedProxies);
  if (isTrusted === undefined) return (peer) => meteredAddress(peer ?? "");
  const header = clientIpHeader.trim().toLowerCase();
  return (peer, headers) => {
    if (!isTrusted(peer ?? "")) return meteredAddress(peer ?? "");
    const forwarded = entriesOf(String(headers["x-forwarded-for"] ?? ""));
    const last = forwarded.length - 1;
    const caller = forwarded.findLastIndex((entry) => !isTrusted(entry));
    if (caller >= 0 && caller === last) return meteredAddress(forwarded[caller]);
    const named = header === "" ? undefined : headers[header];
    if (typeof named === "string" && parseAddress(named.trim()) !== undefined) {
      return meteredAddress(named.trim());
    }
    return meteredAddress(forwarded[Math.max(caller, 0)] ?? peer);
  };
}

/** Returns a test for addresses of this machine and our own proxies. */
export function ownPeers(trustedProxies: string): (peer: string) => boolean {
  const isTrusted = proxyTest(trustedProxies);
  return (peer) => isLoopback(peer) || isTrusted?.(peer) === true;
}

/** Remote address of a request's connection; undefined when it is gone. */
export function peerAddress({ socket }: IncomingMessage): string | undefined {
  try {
    return socket.remoteAddress;
  } catch {
    // A closed HTTP/2 session throws on access to its socket.
    return undefined;
  }
}

/** Headers of proxies: a peer that sends one forwards for another client. */
const PROXY_HEADERS = ["x-forwarded-for", "forwarded", "via", "x-real-ip", "cf-connecting-ip"];

/** True for a client on this machine that is not behind a local proxy. */
export function isLoopbackCaller(peer: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (peer === undefined || !isLoopback(peer)) return false;
  return PROXY_HEADERS.every((name) => headers[name] === undefined);
}

function isLoopback(peer: string): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(peer);
}

/** The metering key of an address: IPv4 in full, IPv6 as its /64, otherwise "unknown". */
export function meteredAddress(text: string): string {
  if (isIPv4(text)) return text;
  const address = parseAddress(text);
  if (address === undefined) return "unknown";
  if (!("parts" in address)) return address.toString();
  const network = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** The site of a metered address: IPv6 as its /56, the network of one household; others unchanged. */
export function siteOf(metered: string): string {
  if (!metered.endsWith("::/64")) return metered;
  const [a, b, c, d] = metered.slice(0, -"::/64".length).split(":");
  return `${a}:${b}:${c}:${(Number.parseInt(d, 16) & 0xff00).toString(16)}::/56`;
}

/** Entries of a comma-separated list. */
function entriesOf(list: string): string[] {
  return list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** Parses an address without port, brackets and IPv4 mapping; undefined if invalid. */
function parseAddress(text: string): Address | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  // Node's check first: ipaddr.js also accepts short, octal and hexadecimal forms.
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare);
}

/** Returns a test for addresses and CIDR ranges; undefined if there are none. */
function proxyTest(trustedProxies: string): ((text: string) => boolean) | undefined {
  const isNone = trustedProxies.trim().toLowerCase() === "none";
  const ranges = isNone ? [] : entriesOf(trustedProxies).map(parseRange);
  if (ranges.length === 0) return undefined;
  return (text) => {
    const address = parseAddress(text);
    return (
      address !== undefined &&
      ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
    );
  };
}

function parseRange(entry: string): [base: Address, bits: number] {
  const [text] = entry.split("/");
  try {
    if (isIP(text) === 0) throw new TypeError("no address");
    const whole = isIPv4(text) ? 32 : 128;
    const [base, bits] = ipaddr.parseCIDR(entry.includes("/") ? entry : `${text}/${whole}`);
    // Peers are compared without IPv4 mapping, so unmap ranges as well.
    const isMapped = "parts" in base && base.isIPv4MappedAddress() && bits >= 96;
    return isMapped ? [base.toIPv4Address(), bits - 96] : [base, bits];
  } catch (cause) {
    const problem = `TERRACE_TRUSTED_PROXIES: "${entry}" is not an address range; write for example 10.0.0.0/8, or none`;
    throw badConfig(problem, cause);
  }
}
