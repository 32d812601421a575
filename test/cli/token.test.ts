import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { judgeToken, TOKEN_ISSUER, tokenSecrets } from "../../src/server/admission/callers/token.ts";
import { expectRefusal, runHere, runTerrace } from "../support/run/run-terrace.ts";

const SECRET = "operator's secret of enough length!";
const env = { TERRACE_TOKEN_SECRET: SECRET };

describe("terrace token", () => {
  it("mints a token that servers with the secret accept, and inspects it", async () => {
    const args = "token mint --user acme --tier pro --email a@b.example --role operator";
    const minted = await runTerrace(args, env);
    expect(minted).toMatchObject({ exitCode: 0, stderr: "" });
    const token = minted.stdout.trim();
    const claims = await judgeToken(token, tokenSecrets(SECRET, ""), Date.now());
    expect(claims).toMatchObject({ userId: "acme", tier: "pro", roles: ["api-user", "operator"] });
    if (typeof claims === "string") throw new Error(claims);
    expect(claims.expiresAt - claims.issuedAt).toBe(30 * 86_400);
    const good = await runHere(`token inspect ${token} --json`, env);
    expect(JSON.parse(good.stdout)).toMatchObject({
      accepted: true,
      claims: { user_id: "acme", iss: "terrace" },
    });
    // A secret from a file ends with a line break, which the server ignores.
    const fromFile = await runHere(args, { TERRACE_TOKEN_SECRET: `${SECRET}\n` });
    expect(await judgeToken(fromFile.stdout.trim(), tokenSecrets(SECRET, ""), Date.now())).toMatchObject({
      userId: "acme",
    });
    const rotated = { TERRACE_TOKEN_SECRET: "x".repeat(40), TERRACE_TOKEN_SECRET_PREVIOUS: SECRET };
    expect((await runHere(`token inspect ${token}`, rotated)).stdout).toMatch(/^accepted\n/);
    const foreign = await runHere(`token inspect ${token}`, { TERRACE_TOKEN_SECRET: "x".repeat(40) });
    expect(foreign.stdout).toContain("not accepted: no accepted secret signed this token");
    expect(foreign.exitCode).toBe(5);
    for (const { stdout, stderr } of [minted, good, foreign]) expect(stdout + stderr).not.toContain(SECRET);
  });

  it.each([
    ["token mint --user a --tier pro", {}, "TERRACE_TOKEN_SECRET is not set"],
    ["token mint --user a --tier pro", { TERRACE_TOKEN_SECRET: "short" }, "has 5 characters; at least 32"],
    ["token mint --user a --tier gold", env, '"gold" is not one of anonymous, free'],
    ['token mint --user "a b" --tier pro', env, '"a b" is not a user id'],
    ["token mint --user a --tier pro --days x", env, '--days: "x" is not a number'],
    ["token mint --tier pro", env, "--user"],
    ["token inspect junk", env, '"junk" is not a token'],
  ])("explains what is wrong with %j", async (command, env, message) => {
    const refused = await runTerrace(command, env as Record<string, string>);
    expectRefusal(refused, message);
    expect(refused.stdout).toBe("");
  });

  it("inspects a token of another program that ends never", async () => {
    const claims = { user_id: "acme", email: "", roles: ["api-user"], tier: "pro" };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer(TOKEN_ISSUER)
      .setIssuedAt(1)
      .setExpirationTime(1e17)
      .sign(new TextEncoder().encode(SECRET));
    const json = await runHere(`token inspect ${token} --json`, env);
    expect(JSON.parse(json.stdout)).toMatchObject({ accepted: true, claims: { exp: 1e17 } });
    const { exitCode, stdout } = await runHere(`token inspect ${token}`, env);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^accepted\n[\s\S]*\nexpires never\n$/)]);
  });
});
