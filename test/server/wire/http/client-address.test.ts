import { describe, expect, it } from "vitest";
import {
  createAddressRule,
  isLoopbackCaller,
  meteredAddress,
  siteOf,
} from "../../../../src/server/wire/http/client-address.ts";

const PROXIES = "173.245.48.0/20, 2400:cb00::/32, 10.1.2.3";
const CDN = "173.245.48.7";
const behindProxy = createAddressRule({ trustedProxies: PROXIES, clientIpHeader: "CF-Connecting-IP" });
const bare = createAddressRule({ trustedProxies: "", clientIpHeader: "CF-Connecting-IP" });

describe("createAddressRule", () => {
  it("believes no header at all unless ranges are set", () => {
    const headers = { "x-forwarded-for": "1.1.1.1, 203.0.113.9", "cf-connecting-ip": "9.9.9.9" };
    expect(bare("192.0.2.1", headers)).toBe("192.0.2.1");
    expect(bare("127.0.0.1", headers)).toBe("127.0.0.1");
    expect(bare("::ffff:192.0.2.1", headers)).toBe("192.0.2.1");
    expect(bare(undefined, headers)).toBe("unknown");
    const none = createAddressRule({ trustedProxies: "none", clientIpHeader: "x-client" });
    expect(none("192.0.2.1", { "x-forwarded-for": "1.1.1.1", "x-client": "2.2.2.2" })).toBe("192.0.2.1");
  });

  it("believes no header of a peer outside the ranges, whatever addresses of ours it writes into it", () => {
    const headers = { "x-forwarded-for": `1.1.1.1, ${CDN}`, "cf-connecting-ip": "9.9.9.9" };
    for (const stranger of ["192.0.2.1", "10.1.2.4", "173.245.64.1", "::ffff:192.0.2.1"]) {
      expect(behindProxy(stranger, headers), stranger).toBe(meteredAddress(stranger));
    }
    expect(behindProxy("2400:cb01::1", headers)).toBe("2400:cb01:0:0::/64");
    expect(behindProxy(undefined, headers)).toBe("unknown");
  });

  it("takes the address that our nearest proxy saw, not what that caller wrote before it", () => {
    const headers = { "x-forwarded-for": " , 1.1.1.1 , 203.0.113.9:5511, ", "cf-connecting-ip": "9.9.9.9" };
    expect(behindProxy("10.1.2.3", headers)).toBe("203.0.113.9");
  });

  it("takes the caller's header when a chain of ours or our only proxy names one", () => {
    for (const peer of [CDN, `::ffff:${CDN}`, "2400:cb00::1", "10.1.2.3"]) {
      expect(behindProxy(peer, { "cf-connecting-ip": "198.51.100.4" }), peer).toBe("198.51.100.4");
      for (const hop of [CDN, `${CDN}:443`, `::ffff:${CDN}`, "[2400:cb00::1]:80", "10.1.2.3"]) {
        const headers = { "x-forwarded-for": `1.1.1.1, ${hop}`, "cf-connecting-ip": "198.51.100.4" };
        expect(behindProxy(peer, headers), `${peer} ${hop}`).toBe("198.51.100.4");
      }
    }
  });

  it("takes the rightmost entry that is not a proxy of ours when the header names nobody", () => {
    const forwarded = { "x-forwarded-for": `1.1.1.1, 203.0.113.9, ${CDN}, 10.1.2.3` };
    expect(behindProxy(CDN, forwarded)).toBe("203.0.113.9");
    expect(behindProxy(CDN, { ...forwarded, "cf-connecting-ip": "nobody" })).toBe("203.0.113.9");
    expect(behindProxy(CDN, { ...forwarded, "cf-connecting-ip": "9.9.9.9, 8.8.8.8" })).toBe("203.0.113.9");
  });

  it("takes the farthest of our own when everyone named is ours, and the peer when nobody is named", () => {
    expect(behindProxy(CDN, { "x-forwarded-for": `173.245.48.9, ${CDN}` })).toBe("173.245.48.9");
    expect(behindProxy(CDN, { "x-forwarded-for": " , " })).toBe(CDN);
    expect(behindProxy(CDN, {})).toBe(CDN);
    expect(behindProxy(CDN, { "x-forwarded-for": "x".repeat(5000) })).toBe("unknown");
  });

  it("reads a mapped range as the IPv4 range that it is", () => {
    const mapped = createAddressRule({ trustedProxies: "::ffff:10.0.0.0/104", clientIpHeader: "" });
    expect(mapped("10.9.9.9", { "x-forwarded-for": "203.0.113.9" })).toBe("203.0.113.9");
    expect(mapped("11.9.9.9", { "x-forwarded-for": "203.0.113.9" })).toBe("11.9.9.9");
  });

  it("trusts single addresses of both kinds, and no neighbour of theirs", () => {
    const single = createAddressRule({ trustedProxies: "2001:db8::7, 10.1.2.3", clientIpHeader: "" });
    const headers = { "x-forwarded-for": "203.0.113.9" };
    for (const peer of ["2001:db8::7", "2001:0db8:0:0::7", "10.1.2.3"]) {
      expect(single(peer, headers), peer).toBe("203.0.113.9");
    }
    for (const peer of ["2001:db8::8", "10.1.2.4"]) {
      expect(single(peer, headers), peer).toBe(meteredAddress(peer));
    }
  });

  it("names a range that is none", () => {
    for (const range of ["10.0.0.0/33", "10.0.0", "10.0.0/8", "0x0a.0.0.0/8", "fe80::/129", "1.2.3.4/x"]) {
      expect(() => createAddressRule({ trustedProxies: range, clientIpHeader: "" })).toThrow(`"${range}"`);
    }
  });
});

describe("isLoopbackCaller", () => {
  it("is true on the server's own machine, without a proxy in between", () => {
    for (const peer of ["127.0.0.1", "127.8.9.10", "::ffff:127.0.0.1", "::1"]) {
      expect(isLoopbackCaller(peer, { "user-agent": "curl/8" }), peer).toBe(true);
    }
  });

  it("is false for any other peer, one that has gone, and whoever calls for somebody else", () => {
    for (const peer of [undefined, "", "192.0.2.1", "12.7.0.1", "::ffff:192.0.2.1", "fe80::1", "::11"]) {
      expect(isLoopbackCaller(peer, {}), peer).toBe(false);
    }
    for (const name of ["x-forwarded-for", "forwarded", "via", "x-real-ip", "cf-connecting-ip"]) {
      expect(isLoopbackCaller("127.0.0.1", { [name]: "1.1.1.1" }), name).toBe(false);
    }
  });
});

describe("meteredAddress", () => {
  it.each([
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
    ["[2001:db8::1]:8080", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::ffff:c000:0201", "192.0.2.1"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["192.0.2.1:80", "192.0.2.1"],
    ["999.0.2.1", "unknown"],
    ["0x7f.0.0.1", "unknown"],
    ["127.1", "unknown"],
  ])("groups %s as %s", (text, metered) => expect(meteredAddress(text)).toBe(metered));
});

describe("siteOf", () => {
  it("has the /64 of one /56 together, and others apart", () => {
    const sites = ["2001:db8:1:200::1", "2001:db8:1:2ff::1", "2001:db8:1:300::1", "192.0.2.1"].map((one) =>
      siteOf(meteredAddress(one)),
    );
    expect(sites).toEqual(["2001:db8:1:200::/56", "2001:db8:1:200::/56", "2001:db8:1:300::/56", "192.0.2.1"]);
  });
});
