const HIDDEN_MEMBERS = [
  "level",
  "time",
  "pid",
  "hostname",
  "msg",
  "err",
  "requestId",
  "snapshotId",
  "caller",
  "tier",
];

/** pino's level number of warnings; errors have higher ones. */
const WARN = 40;

interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string };
  readonly [member: string]: unknown;
}

/** Formats one or several JSON log lines for a person at a terminal. */
export function readableLines(text: string): string {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map(readableLine)
    .join("");
}

function readableLine(json: string): string {
  let line: LogLine;
  try {
    line = JSON.parse(json);
  } catch {
    return `${json}\n`;
  }
  if (isAsset(line)) return "";
  const time = new Date(line.time).toTimeString().slice(0, 8);
  const text = line.msg === "request" ? requestText(line) : messageText(line);
  return `${time}  ${line.level > WARN ? "error: " : line.level === WARN ? "warning: " : ""}${text}\n`;
}

/** A successful request for a file of the page; a visit makes some thirty, which are not printed. */
function isAsset({ msg, method, status }: LogLine): boolean {
  return msg === "request" && method === "/assets/*" && Number(status) < 400;
}

function requestText({ verb, method, status, code, durationMs, bytes }: LogLine): string {
  const outcome = code === "ok" || code === undefined ? `${status}` : `${status} ${code}`;
  return `${verb} ${method}  ${outcome}  ${Number(durationMs).toFixed(1)} ms  ${size(Number(bytes))}`;
}

function messageText({ msg = "", err, ...members }: LogLine): string {
  const facts = Object.entries(members)
    .filter(([name]) => !HIDDEN_MEMBERS.includes(name))
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`);
  const because = err?.message === undefined ? "" : `: ${err.message}`;
  return `${msg}${because}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`;
}

/** Formats a size: `812 B`, `3.4 kB`, `1.2 MB`. */
function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
