import { expect } from "vitest";
import { mintToken } from "../../../src/server/admission/callers/token.ts";
import { postJson } from "../country/call-json.ts";
import { TOKEN_SECRET } from "./access-server.ts";

/** A token of a user without roles that is in force for so many days from the instant on. */
export function userToken(userId: string, tier: string, nowMs = Date.now(), days = 1): Promise<string> {
  const who = { userId, tier, email: "", roles: [], isSession: false, days, nowMs };
  return mintToken(new TextEncoder().encode(TOKEN_SECRET), who);
}

/** Calls of a user whom nothing limits, each of which must be answered. */
export async function countedCaller(url: string, userId: string): Promise<() => Promise<void>> {
  const authorization = `Bearer ${await userToken(userId, "enterprise")}`;
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
