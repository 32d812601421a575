import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { allowedAddresses, isPublicAddress } from "../../../src/snapshot/hooks/public-address.ts";

describe("isPublicAddress", () => {
  it.each([
    ...[
      "127.0.0.1",
      "127.9.9.9",
      "0.0.0.0",
      "0.1.2.3",
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
    ],
    ...["169.254.169.254", "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.1", "192.0.2.1"],
    ...["198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ...["::", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::127.0.0.1", "::7f00:1"],
    ...["fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "fec0::1", "ff02::1", "64:ff9b::7f00:1"],
    ...["64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "fd00:ec2::254", "4000::1"],
    ...["", "localhost", "0x7f.1", "2130706433", "127.1", "1.1.1.1 "],
  ])("refuses %s", (address) => expect(isPublicAddress(address)).toBe(false));

  it.each([
    "1.1.1.1",
    "172.15.0.1",
    "172.32.0.1",
    "100.63.0.1",
    "192.0.1.1",
    "2606:4700::1111",
    "::ffff:1.1.1.1",
  ])("allows %s", (address) => expect(isPublicAddress(address)).toBe(true));

  it("refuses every address of this machine", () => {
    const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    for (const { address } of own) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });
});

describe("allowedAddresses", () => {
  const all = ["1.1.1.1", "10.0.0.1"].map((address) => ({ address, family: 4 }));

  it("takes all addresses of a name or none, and looks it up once", async () => {
    let looks = 0;
    const lookup = async () => all.slice(0, ++looks);
    expect(await allowedAddresses("hooks.example", false, lookup)).toEqual(all.slice(0, 1));
    await expect(allowedAddresses("hooks.example", false, lookup)).rejects.toMatchObject({
      code: "permission_denied",
      message: "hooks.example is 10.0.0.1, which is not a public address",
    });
    expect(await allowedAddresses("hooks.example", true, lookup)).toEqual(all);
    expect(looks).toBe(3);
  });

  it("judges an address by itself, as URLs write it", async () => {
    for (const url of [
      "https://0x7f000001/",
      "https://2130706433/",
      "https://[::ffff:127.0.0.1]/",
      "https://127.1/",
    ]) {
      await expect(allowedAddresses(new URL(url).hostname, false, async () => all)).rejects.toMatchObject({
        code: "permission_denied",
      });
    }
  });
});
