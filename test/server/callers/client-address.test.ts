import { describe, expect, it } from "vitest";
import { createAddressRule, meteredAddress } from "../../../src/server/callers/client-address.ts";

const behindProxy = createAddressRule({
  trustedProxies: "173.245.48.0/20, 2400:cb00::/32, 10.1.2.3",
  clientHeader: "CF-Connecting-IP",
});
const bare = createAddressRule({ trustedProxies: "", clientHeader: "" });

describe("createAddressRule", () => {
  it("meters the caller, not the proxy, when the nearest hop is ours", () => {
    const headers = { "x-forwarded-for": "203.0.113.9, 173.245.48.7", "cf-connecting-ip": "198.51.100.4" };
    expect(behindProxy("10.0.0.1", headers)).toBe("198.51.100.4");
    for (const hop of ["173.245.48.7:443", "::ffff:173.245.48.7", "[2400:cb00::1]:80", "10.1.2.3"]) {
      expect(behindProxy("10.0.0.1", { ...headers, "x-forwarded-for": `1.1.1.1, ${hop}` }), hop).toBe(
        "198.51.100.4",
      );
    }
  });

  it("takes the leftmost entry when our proxy names nobody, unless that is a proxy too", () => {
    expect(behindProxy("10.0.0.1", { "x-forwarded-for": "203.0.113.9, 173.245.48.7" })).toBe("203.0.113.9");
    expect(behindProxy("10.0.0.1", { "x-forwarded-for": "173.245.48.9, 173.245.48.7" })).toBe("173.245.48.7");
  });

  it("believes neither the client header nor earlier entries of a stranger", () => {
    const headers = { "x-forwarded-for": "1.1.1.1, 203.0.113.9", "cf-connecting-ip": "9.9.9.9" };
    expect(behindProxy("10.0.0.1", headers)).toBe("203.0.113.9");
    expect(behindProxy("192.0.2.1", { "cf-connecting-ip": "9.9.9.9", "x-real-ip": "8.8.8.8" })).toBe(
      "192.0.2.1",
    );
  });

  it("takes the rightmost entry, else the peer, when no proxy is known", () => {
    expect(bare("192.0.2.1", { "x-forwarded-for": " , 1.1.1.1 , 203.0.113.9:5511, " })).toBe("203.0.113.9");
    expect(bare("192.0.2.1", { "x-forwarded-for": " , " })).toBe("192.0.2.1");
    expect(bare("::ffff:192.0.2.1", {})).toBe("192.0.2.1");
    expect(bare(undefined, {})).toBe("unknown");
    expect(bare("192.0.2.1", { "x-forwarded-for": "x".repeat(5000) })).toBe("unknown");
  });

  it("believes only the peer when told so", () => {
    const direct = createAddressRule({ trustedProxies: "none", clientHeader: "x-client" });
    expect(direct("192.0.2.1", { "x-forwarded-for": "1.1.1.1", "x-client": "2.2.2.2" })).toBe("192.0.2.1");
  });

  it("names a range that is none", () => {
    for (const range of ["10.0.0.0/33", "10.0.0", "fe80::/129", "1.2.3.4/x"]) {
      expect(() => createAddressRule({ trustedProxies: range, clientHeader: "" })).toThrow(`"${range}"`);
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
  ])("groups %s as %s", (text, metered) => expect(meteredAddress(text)).toBe(metered));
});
