import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { TerraceError } from "../../runtime/errors.ts";

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Every address of a host name. */
export type Lookup = (host: string) => Promise<readonly Address[]>;

export const SYSTEM_LOOKUP: Lookup = (host) => systemLookup(host, { all: true });

/** Where a cloud tells its machines their secrets, under an address that looks public. */
const METADATA = ["168.63.129.16"];

/** The global unicast addresses of IPv6 that are not set aside for something else. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** False for addresses of this machine, of its own networks and of every network that is not the internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // An IPv4 address in the form of IPv6 is judged as what it is.
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

/** The addresses of a host, each of which may be reached; a name is looked up once, and what it stands for later does not count. */
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
