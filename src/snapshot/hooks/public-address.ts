import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { TerraceError } from "../../runtime/errors.ts";

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Resolves a host name to all its addresses. */
export type Lookup = (host: string) => Promise<readonly Address[]>;

export const SYSTEM_LOOKUP: Lookup = (host) => systemLookup(host, { all: true });

/** Azure's metadata service, at an address that looks public. */
const METADATA = ["168.63.129.16"];

/** Global unicast addresses of IPv6. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** False for addresses of this machine, its own networks and all special-purpose networks. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // Treats IPv4-mapped IPv6 addresses as IPv4.
  const parsed = ipaddr.process(address.replace(/%.*$/, ""));
  if (parsed.range() !== "unicast" || METADATA.includes(parsed.toString())) return false;
  if (parsed.kind() === "ipv6" && !parsed.match(GLOBAL_IPV6)) return false;
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return !own.some(({ cidr }) => {
    if (cidr === null) return false;
    const network = ipaddr.parseCIDR(cidr);
    return network[0].kind() === parsed.kind() && parsed.match(network);
  });
}

/** Resolves a host once and checks every address, so that a later DNS change has no effect. */
export async function allowedAddresses(
  host: string,
  allowsPrivate: boolean,
  lookup: Lookup,
): Promise<readonly Address[]> {
  const literal = host.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(literal);
  const addresses = family === 0 ? await lookup(host) : [{ address: literal, family }];
  const forbidden = allowsPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
  if (forbidden !== undefined) {
    const what = family === 0 ? `${host} is ${forbidden.address}, which` : host;
    throw new TerraceError("permission_denied", `${what} is not a public address`);
  }
  if (addresses.length === 0) throw new TerraceError("unavailable", `${host} has no address`);
  return addresses;
}
