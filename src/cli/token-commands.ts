import type { Command } from "commander";
import { TIERS } from "../config/tier-limits.ts";
import { badConfig, invalidArgument } from "../runtime/errors.ts";
import { JSON_FLAG, numberFlag, sayer } from "./configuration.ts";
import { EXIT_CODES, NegativeResult } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** About 86 seconds. */
const SHORTEST_DAYS = 0.001;

/** Adds `token mint|inspect`. The secret comes from the environment only: flags show in the process list. */
export function addTokenCommands(program: Command, terminal: Terminal): void {
  const token = program
    .command("token")
    .description("mint and inspect API tokens, with the secret in TERRACE_TOKEN_SECRET");
  addMint(token, terminal);
  addInspect(token, terminal);
}

function addMint(parent: Command, terminal: Terminal): void {
  parent
    .command("mint")
    .description("create and print a signed API token")
    .requiredOption("--user <id>", "user id that the token's calls are counted for")
    .requiredOption("--tier <name>", `one of ${TIERS.join(", ")}`)
    .option("--days <number>", "days until the token expires", "30")
    .option("--email <address>", "email address of the user", "")
    .option("--role <name...>", "additional roles; every token has api-user", [])
    .option("--session", "mint a web session token, with browser limits in the web application")
    .option("--json", "print the token, its user, tier and expiry as JSON")
    .action(async (flags: Record<string, unknown>) => {
      if (!(TIERS as readonly string[]).includes(String(flags.tier))) {
        throw invalidArgument(`--tier: "${flags.tier}" is not one of ${TIERS.join(", ")}`);
      }
      const { decodeToken, mintToken, tokenSecrets } = await import("../server/admission/callers/token.ts");
      const [secret] = tokenSecrets(terminal.env.TERRACE_TOKEN_SECRET ?? "", "");
      if (secret === undefined) {
        throw badConfig("TERRACE_TOKEN_SECRET is not set; set it to the secret that the servers use");
      }
      const [userId, tier] = [String(flags.user), String(flags.tier)];
      const token = await mintToken(secret, {
        userId,
        tier,
        email: String(flags.email),
        roles: flags.role as string[],
        isSession: flags.session === true,
        days: numberFlag("--days", flags.days, SHORTEST_DAYS, 3660),
        nowMs: terminal.now(),
      });
      const expiresAt = expiryOf((await decodeToken(token))!.claims);
      sayer(flags, terminal)({ token, userId, tier, expiresAt }, token);
    });
}

function addInspect(parent: Command, terminal: Terminal): void {
  parent
    .command("inspect")
    .argument("<token>", "token to inspect")
    .description("print the claims of a token and whether servers with this secret accept it")
    .option(...JSON_FLAG)
    .action(async (text: string, flags: Record<string, unknown>) => {
      const { decodeToken, judgeToken, tokenSecrets } = await import("../server/admission/callers/token.ts");
      const decoded = await decodeToken(text);
      if (decoded === undefined) {
        throw invalidArgument(`"${shortened(text)}" is not a token; expected three parts separated by dots`);
      }
      const { env } = terminal;
      const secrets = tokenSecrets(env.TERRACE_TOKEN_SECRET ?? "", env.TERRACE_TOKEN_SECRET_PREVIOUS ?? "");
      const verdict = await judgeToken(text, secrets, terminal.now());
      const problem = typeof verdict === "string" ? verdict : undefined;
      sayer(flags, terminal)({ accepted: problem === undefined, problem, ...decoded }, [
        problem === undefined ? "accepted" : `not accepted: ${problem}`,
        JSON.stringify(decoded.claims, undefined, 2),
        ...(problem === undefined ? [`expires ${expiryOf(decoded.claims)}`] : []),
      ]);
      if (problem !== undefined) throw new NegativeResult(EXIT_CODES.refusedToken.code);
    });
}

function expiryOf(claims: unknown): string {
  const at = new Date((claims as { exp: number }).exp * 1000);
  // Other programs sign tokens too, whose expiry may exceed the range of Date.
  return Number.isNaN(at.getTime()) ? "never" : at.toISOString();
}

/** Enough of a token to recognise it and too little to use it. */
function shortened(text: string): string {
  return text.length <= 12 ? text : `${text.slice(0, 8)}…`;
}
