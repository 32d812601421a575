import { describe, expect, it } from "vitest";
import {
  agentRefusal,
  BLOCKED_SUBSTRINGS,
  BLOCKED_TOKENS,
} from "../../../../src/server/admission/callers/agent-policy.ts";

describe("agentRefusal", () => {
  it("refuses a missing or blank agent", () => {
    for (const agent of [undefined, "", "   "])
      expect(agentRefusal(agent)).toEqual({ reason: "empty_user_agent" });
  });

  it.each(BLOCKED_SUBSTRINGS)("refuses %s wherever and however it is written", (pattern) => {
    for (const agent of [pattern, `${pattern.toUpperCase()}/8.1`, `my-tool (${pattern}; x)`]) {
      const refusal = agentRefusal(agent);
      expect(refusal?.reason).toBe("blocked_pattern");
      expect(BLOCKED_SUBSTRINGS).toContain((refusal as { pattern: string }).pattern);
    }
  });

  it.each(BLOCKED_TOKENS)("refuses %s as a whole token only", (token) => {
    for (const agent of [
      token,
      `${token}/5.3`,
      `x (${token})`,
      `a;${token};b`,
      `lib/${token.toUpperCase()}`,
    ]) {
      expect(agentRefusal(agent), agent).toEqual({ reason: "blocked_pattern", pattern: token });
    }
    for (const agent of [`su${token}lative/1`, `${token}ish/2`, `my-${token}-app/1`, `${token}2/1`]) {
      expect(agentRefusal(agent), agent).toBeUndefined();
    }
  });

  it("lets browsers and named clients pass", () => {
    for (const agent of ["Mozilla/5.0 (X11; Linux) Chrome/142.0", "acme-research/2.1", "connect-es/2.2.0"]) {
      expect(agentRefusal(agent)).toBeUndefined();
    }
  });
});
