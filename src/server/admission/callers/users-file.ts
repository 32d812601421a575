import { readFileSync, statSync } from "node:fs";
import { badConfig } from "../../../runtime/errors.ts";
import { list, object, optional, parseJson, readJson, text as textOf } from "../../../runtime/json-schema.ts";
import type { Subscription, UserDirectory } from "./tiers.ts";

/** Other members are ignored. */
const userRows = list(
  object({ user_id: textOf(/./), tier: textOf(), status: optional(textOf()) }, { others: "ignored" }),
);

export interface UsersFileOptions {
  /** A `.json` file with a list of objects, or a `.csv` file with a header line. */
  readonly path: string;
  /** Polling interval. A change must count within 60 s. */
  readonly pollMs?: number;
  readonly onReload?: (users: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Users table in a file, polled for changes. A bad change is reported and the previous table is kept. */
export function openUsersFile({ path, pollMs = 5000, onReload, onError }: UsersFileOptions): UserDirectory {
  // Before the read, so that a change in between is seen by the next poll.
  let seen = stampOf(path);
  let users = readUsers(path);
  let problem = "";
  const look = () => {
    const now = stampOf(path);
    // After an I/O error, retry even without a change of the file.
    if (now === seen && problem === "") return;
    const isChanged = now !== seen;
    seen = now;
    try {
      users = readUsers(path);
      problem = "";
      onReload?.(users.size);
    } catch (error) {
      const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
      const isRepeated = !isChanged && problem === cause?.code;
      // Retry I/O errors only: bad content stays bad until the file changes.
      problem = cause?.code ?? "";
      if (!isRepeated) onError(error);
    }
  };
  const timer = setInterval(look, pollMs).unref();
  return {
    find: (userId) => users.get(userId),
    async close() {
      clearInterval(timer);
    },
  };
}

/** Fingerprint of a file's state without reading it; a stat error is a state too. */
function stampOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

function readUsers(path: string): ReadonlyMap<string, Subscription> {
  let text: string;
  try {
    // Reading a pipe would block the server until somebody writes.
    if (!statSync(path).isFile()) throw new TypeError("it is not a plain file");
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw badConfig(`the users file ${path} cannot be read`, cause);
  }
  const rows = path.endsWith(".csv")
    ? csvRows(text)
    : parseJson(text, `the users file ${path}`, "bad_config");
  const read = readJson(userRows, rows, ({ path: [row] }) => {
    const wrong =
      row === undefined
        ? " must hold a list of objects"
        : `: row ${Number(row) + 1} needs user_id and tier as text, and may have status`;
    return badConfig(`the users file ${path}${wrong}`);
  });
  return new Map(
    read.map(({ user_id: userId, tier, status = "" }) => [
      userId,
      { tier, status: status === "" ? "active" : status.toLowerCase() },
    ]),
  );
}

/** Parses simple CSV by its header; cells contain no commas, and quotes around them are stripped. */
function csvRows(text: string): Record<string, string>[] {
  const [head = "", ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const cells = (line: string) => line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const names = cells(head);
  return lines.map((line) => {
    const values = cells(line);
    return Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""]));
  });
}
