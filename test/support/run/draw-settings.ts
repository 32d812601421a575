import { draws, shuffled } from "./seeded-random.ts";

/** What may be set around a server without a byte of its answers changing. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  // Both ends of the day line, half and quarter hours, daylight saving in both halves of the year.
  TZ: [
    "UTC",
    "Australia/Sydney",
    "Australia/Lord_Howe",
    "Pacific/Kiritimati",
    "Pacific/Niue",
    "Asia/Kathmandu",
    "America/St_Johns",
    "Europe/London",
  ],
  // Other decimal marks, digits, letter cases, sort orders and calendars.
  LANG: ["C", "en_AU.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8", "sv_SE.UTF-8", "fa_IR.UTF-8"],
  LC_ALL: ["", "POSIX", "en_US.UTF-8", "fr_CH.UTF-8", "lt_LT.UTF-8", "th_TH.UTF-8", "hi_IN.UTF-8"],
  UV_THREADPOOL_SIZE: ["1", "4", "16"],
  TERRACE_THREADS: ["1", "2", "3"],
  TERRACE_FILTER_THREADS: ["0", "1", "2", "4"],
  TERRACE_SQL_CONNECTIONS: ["1", "2", "4", "16"],
  TERRACE_SQL_WAITING: ["64", "256", "100000"],
  TERRACE_ANSWER_CACHE_MB: ["0", "1", "16", "256"],
  TERRACE_REQUEST_TIMEOUT_MS: ["120000", "600000"],
  TERRACE_SHUTDOWN_TIMEOUT_MS: ["30000", "600000"],
  TERRACE_HEADERS_TIMEOUT_MS: ["60000", "600000"],
  TERRACE_BODY_TIMEOUT_MS: ["60000", "600000"],
  TERRACE_MAX_HEADER_BYTES: ["8192", "32768", "1048576"],
  TERRACE_CACHE_CONTROL: ["no-cache", "public, max-age=60"],
  // The line with the server's address is of level info.
  TERRACE_LOG_LEVEL: ["trace", "debug", "info"],
  TERRACE_REQUEST_LOG: ["on", "off"],
  TERRACE_LIMITS: ["on", "off"],
  TERRACE_AGENT_POLICY: ["on", "off"],
  TERRACE_METER_ANONYMOUS_MONTHLY: ["on", "off"],
};

/** Settings of one run, and the traffic it is asked under. */
export interface SettingsDraw {
  readonly env: Readonly<Record<string, string>>;
  /** Calls under way at once: more of them share a batch of a filter thread. */
  readonly callers: number;
  /** The items in the order of this draw. */
  shuffle<T>(items: readonly T[]): T[];
}

/** The draw of a seed, the same each time. */
export function drawSettings(seed: number): SettingsDraw {
  const { random, pick } = draws(seed);
  const env = Object.fromEntries(Object.entries(VARIABLES).map(([name, values]) => [name, pick(values)]));
  const callers = pick([2, 4, 16, 32]);
  return {
    env,
    callers,
    shuffle: (items) => shuffled(items, random),
  };
}
