import { afterEach, expect, it, vi } from "vitest";

vi.mock("terrace/client", () => import("../../src/client.ts"));

afterEach(() => void vi.unstubAllGlobals());

it.each([{ sources: [] }, null, "sources"])(
  "takes an answer that it cannot read, %j, for none",
  async (answer) => {
    vi.stubGlobal("location", new URL("http://localhost/"));
    vi.stubGlobal("fetch", async () => Response.json(answer));
    vi.resetModules();
    const { holdings, isHeldKnown, loadHoldings } = await import("../../src/web/data/holdings.ts");
    await loadHoldings();
    expect(isHeldKnown.value).toBe(true);
    expect(holdings.value).toBeUndefined();
  },
);
