import { expect } from "vitest";
import { postJson } from "../country/call-json.ts";
import { testToken } from "../country/serve-country.ts";

/** Calls as an unlimited user; every call must succeed. */
export async function countedCaller(url: string, userId: string): Promise<() => Promise<void>> {
  const authorization = `Bearer ${await testToken({ userId, tier: "enterprise", nowMs: Date.now() })}`;
  return async () => {
    const response = await postJson(
      `${url}/shorts.v1alpha1.HousingService/GetSuburbIndex`,
      '{"stateCode":"ACT"}',
      { authorization },
    );
    await response.arrayBuffer();
    expect(response.status).toBe(200);
  };
}
