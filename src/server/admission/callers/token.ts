import { badConfig, invalidArgument } from "../../../runtime/errors.ts";

const loadJose = () => import("jose");

export const TOKEN_ISSUER = "terrace";

const API_USER_ROLE = "api-user";

/** Shorter secrets can be guessed offline from one token. */
const MIN_SECRET_LENGTH = 32;

/** It is a key in the meters and in the quota table. */
const MAX_USER_ID_LENGTH = 128;

export interface TokenClaims {
  readonly userId: string;
  readonly email: string;
  readonly roles: readonly string[];
  /** A hint, for when the users table has no answer. "" if the token has none. */
  readonly tier: string;
  /** A web session of the identity provider, not an API token. */
  readonly isSession: boolean;
  readonly issuedAt: number;
  /** Unix seconds; invalid from then on. */
  readonly expiresAt: number;
}

export interface MintOptions {
  readonly userId: string;
  readonly tier: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly isSession: boolean;
  readonly days: number;
  readonly nowMs: number;
}

/** The accepted secrets, the signing one first; empty if none is configured. */
export function tokenSecrets(current: string, previous: string): Uint8Array[] {
  const secrets: Uint8Array[] = [];
  for (const [name, given] of [
    ["TERRACE_TOKEN_SECRET", current],
    ["TERRACE_TOKEN_SECRET_PREVIOUS", previous],
  ]) {
    // A secret read from a file ends with a line break.
    const text = given.trim();
    if (text === "") continue;
    if (text.length < MIN_SECRET_LENGTH) {
      throw badConfig(`${name} has ${text.length} characters; at least ${MIN_SECRET_LENGTH} are required`);
    }
    secrets.push(new TextEncoder().encode(text));
  }
  return secrets;
}

/** Signs a token. Only the command line calls this: no network interface mints tokens. */
export async function mintToken(secret: Uint8Array, options: MintOptions): Promise<string> {
  if (!isUserId(options.userId)) {
    throw invalidArgument(
      `--user: "${options.userId}" is not a user id; 1 to ${MAX_USER_ID_LENGTH} printable characters are allowed`,
    );
  }
  const { SignJWT } = await loadJose();
  const issuedAt = Math.floor(options.nowMs / 1000);
  return new SignJWT({
    user_id: options.userId,
    email: options.email,
    roles: [...new Set([API_USER_ROLE, ...options.roles])],
    tier: options.tier,
    ...(options.isSession ? { session: true } : {}),
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(TOKEN_ISSUER)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + Math.round(options.days * 86_400))
    .sign(secret);
}

/** Claims of a token that one of the secrets signed and that is in force, or a sentence about what is wrong. */
export async function judgeToken(
  token: string,
  secrets: readonly Uint8Array[],
  nowMs: number,
): Promise<TokenClaims | string> {
  const { errors, jwtVerify } = await loadJose();
  let problem = "no secret is configured";
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: ["HS256"],
        issuer: TOKEN_ISSUER,
        requiredClaims: ["iat", "exp", "user_id"],
        currentDate: new Date(nowMs),
      });
      return claimsFrom(payload) ?? "user_id is missing or is not a user id";
    } catch (error) {
      problem = problemOf(error as Error & { code?: string; claim?: string });
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  return problem;
}

/** Decodes without verification; undefined if it is not a JWT. */
export async function decodeToken(token: string): Promise<{ header: unknown; claims: unknown } | undefined> {
  const { decodeJwt, decodeProtectedHeader } = await loadJose();
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) };
  } catch {
    return undefined;
  }
}

function claimsFrom(payload: Record<string, unknown>): TokenClaims | undefined {
  const { user_id: userId, email, roles, tier, session, aud, iat, exp } = payload;
  if (!isUserId(userId)) return undefined;
  // A token for another audience identifies who is metered, but grants no rights here.
  const isForUs = aud === undefined;
  return {
    userId,
    email: typeof email === "string" ? email : "",
    roles: isForUs && Array.isArray(roles) ? roles.filter((role) => typeof role === "string") : [],
    tier: typeof tier === "string" ? tier : "",
    isSession: isForUs && session === true,
    issuedAt: iat as number,
    expiresAt: exp as number,
  };
}

function isUserId(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value) && value.length <= MAX_USER_ID_LENGTH;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: "the token has expired",
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "no accepted secret signed this token",
  ERR_JOSE_ALG_NOT_ALLOWED: "the algorithm is not HS256",
};

function problemOf({ code = "", claim }: { code?: string; claim?: string }): string {
  if (code === "ERR_JWT_CLAIM_VALIDATION_FAILED") return `the claim "${claim}" is not acceptable`;
  return PROBLEMS[code] ?? "the text is not a signed token";
}

export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  return /^bearer +([^\s,]+) *$/i.exec(authorization)?.[1];
}
