/** Why an anonymous caller's agent is refused; the pattern is one of a closed set, fit for a metric label. */
export type AgentRefusal =
  | { readonly reason: "empty_user_agent" }
  | { readonly reason: "blocked_pattern"; readonly pattern: string };

/** Words that mark a tool's default agent wherever they stand, in lower case. */
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

/** Words refused only as a whole product token: "superlative" holds "perl" and is nobody's tool. */
export const BLOCKED_TOKENS = ["perl", "ruby"] as const;

const BLOCKED = new RegExp(
  `${BLOCKED_SUBSTRINGS.join("|")}|(?<=^|[ /;(])(?:${BLOCKED_TOKENS.join("|")})(?=[/ ;)]|$)`,
  "i",
);

/** The reason to refuse an anonymous caller with this agent; undefined when it may pass. */
export function agentRefusal(agent: string | undefined): AgentRefusal | undefined {
  if (agent === undefined || agent.trim() === "") return { reason: "empty_user_agent" };
  const match = BLOCKED.exec(agent);
  return match === null ? undefined : { reason: "blocked_pattern", pattern: match[0].toLowerCase() };
}
