/** Why an anonymous User-Agent is denied. Patterns are a closed set, so they can be metric labels. */
export type AgentRefusal =
  | { readonly reason: "empty_user_agent" }
  | { readonly reason: "blocked_pattern"; readonly pattern: string };

/** Default agents of tools, in lower case, denied as any substring. */
export const BLOCKED_SUBSTRINGS = [
  "curl",
  "wget",
  "python-requests",
  "python-urllib",
  "scrapy",
  "apache-httpclient",
  "httpclient",
  "go-http-client",
  "node-fetch",
  "axios",
  "libwww-perl",
  "java/",
  "mechanize",
  "phantomjs",
  "headlesschrome",
  "selenium",
  "puppeteer",
  "httpie",
  "postman",
  "insomnia",
  "aiohttp",
  "okhttp",
  "lwp-trivial",
  "colly",
  "fasthttp",
] as const;

/** Denied only as a whole product token: "superlative" contains "perl". */
export const BLOCKED_TOKENS = ["perl", "ruby"] as const;

const BLOCKED = new RegExp(
  `${BLOCKED_SUBSTRINGS.join("|")}|(?<=^|[ /;(])(?:${BLOCKED_TOKENS.join("|")})(?=[/ ;)]|$)`,
  "i",
);

/** The reason to deny an anonymous caller with this User-Agent; undefined if allowed. */
export function agentRefusal(agent: string | undefined): AgentRefusal | undefined {
  if (agent === undefined || agent.trim() === "") return { reason: "empty_user_agent" };
  const match = BLOCKED.exec(agent);
  return match === null ? undefined : { reason: "blocked_pattern", pattern: match[0].toLowerCase() };
}
