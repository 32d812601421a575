import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { invalidArgument, isTerraceError } from "../runtime/errors.ts";
import { optionalPackage } from "../runtime/node/optional-package.ts";
import { CHANGE_KINDS } from "../snapshot/compare/changes-file.ts";
import { requireKind } from "../snapshot/compare/find-changes.ts";
import {
  addHook,
  askRetry,
  type Hook,
  type ListedHook,
  listHooks,
  removeHook,
} from "../snapshot/hooks/hook-store.ts";
import { allowedAddresses, SYSTEM_LOOKUP } from "../snapshot/hooks/public-address.ts";
import { checkDataDirectory } from "../snapshot/store/check-data-directory.ts";
import { listPublications } from "../snapshot/store/publications.ts";
import { type CommandRun, JSON_FLAG, namesIn, runCommandWith } from "./configuration.ts";
import type { Terminal } from "./terminal.ts";

const MAX_KEYS = 100;
const MAX_KEY_LENGTH = 200;

/** Adds `hooks add|list|remove|retry`: webhooks for publications. */
export function addHooksCommands(program: Command, terminal: Terminal): void {
  const hooks = program
    .command("hooks")
    .description(
      "manage webhooks: signed messages (Standard Webhooks) that a server sends when data changes",
    );
  const made = (name: string, description: string) =>
    hooks
      .command(name)
      .description(description)
      .option(...JSON_FLAG);
  const added = made("add", "add a webhook for later publications; prints its secret, once")
    .argument("<url>", "https address")
    .option("--kinds <list>", `comma-separated kinds of changes: ${CHANGE_KINDS.join(", ")} (default: all)`)
    .option("--keys <list>", "comma-separated codes, keys or slugs to watch (default: all)")
    .option("--allow-private", "allow plain http and addresses in the private network");
  runCommandWith(added, terminal, ["dataDir"], (given, url: string) => add(url, given, terminal));
  const list = made("list", "list the webhooks with their pending and failed deliveries");
  runCommandWith(list, terminal, ["dataDir"], async ({ config: { dataDir }, say }) => {
    const published = (await listPublications(dataDir)).length;
    const listed = (await listHooks(dataDir)).map((one) => shownHook(one, published));
    say(listed, listed.length === 0 ? `${dataDir} has no webhooks` : listed.map(hookLine));
  });
  const id = ["<id>", "id that `hooks add` printed"] as const;
  const remove = made("remove", "remove a webhook").argument(...id);
  runCommandWith(remove, terminal, ["dataDir"], async ({ config, say }, name: string) => {
    await removeHook(config.dataDir, name);
    say({ removed: name }, `removed ${name}`);
  });
  const retry = made("retry", "retry failed and pending deliveries now").argument(...id);
  runCommandWith(retry, terminal, ["dataDir"], async ({ config, say }, name: string) => {
    await askRetry(config.dataDir, name);
    say({ retried: name }, `${name} will be retried by the server`);
  });
}

async function add(text: string, given: CommandRun, terminal: Terminal): Promise<void> {
  const { flags, say } = given;
  const { dataDir } = given.config;
  optionalPackage("standardwebhooks", "a hook");
  const allowsPrivate = flags.allowPrivate === true;
  const url = requireUrl(text, allowsPrivate);
  const kinds = namesIn(flags.kinds).map((kind) => requireKind(kind));
  const keys = namesIn(flags.keys);
  if (keys.length > MAX_KEYS || keys.some((key) => key.length > MAX_KEY_LENGTH)) {
    throw invalidArgument(`--keys: at most ${MAX_KEYS}, of up to ${MAX_KEY_LENGTH} characters each`);
  }
  await allowedAddresses(url.hostname, allowsPrivate, SYSTEM_LOOKUP).catch((error: unknown) => {
    if (isTerraceError(error, "permission_denied")) {
      throw invalidArgument(`${error.message}; --allow-private permits it`);
    }
    // The name is resolved again for each message, so an address that is missing now is only a warning.
    terminal.err(`warning: ${url.hostname} does not resolve at the moment`);
  });
  await checkDataDirectory(dataDir);
  const id = `hook-${randomBytes(6).toString("hex")}`;
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const after = (await listPublications(dataDir)).length;
  const hook: Hook = { url: url.href, kinds, keys, secret, allowsPrivate, after };
  await addHook(dataDir, id, hook);
  say({ id, ...hook }, [
    `${id} will get a message about the changes of each later publication`,
    `secret (shown only once): ${secret}`,
  ]);
}

function requireUrl(text: string, allowsPrivate: boolean): URL {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw invalidArgument(`"${text}" is not an https address`);
  }
  if (url.protocol === "http:" && !allowsPrivate) {
    throw invalidArgument(`"${text}" is plain http; use https, or --allow-private`);
  }
  if (url.username !== "" || url.password !== "") {
    throw invalidArgument("the URL contains a user name or password; leave it out, as messages are signed");
  }
  return url;
}

/** The fields of a hook that may be printed: all but its secret. */
function shownHook(one: ListedHook, published: number) {
  if ("problem" in one) return one;
  const { id, hook, state, stateProblem } = one;
  const { url, kinds, keys, allowsPrivate } = hook;
  const { tries, nextTryMs, problem, parked } = state;
  return {
    id,
    url,
    kinds,
    keys,
    allowsPrivate,
    parked,
    waiting: Math.max(0, published - state.done),
    tries,
    ...(problem === undefined ? {} : { lastProblem: problem, nextTry: new Date(nextTryMs).toISOString() }),
    ...(stateProblem === undefined ? {} : { stateProblem }),
  };
}

function hookLine(shown: ReturnType<typeof shownHook>): string {
  if ("problem" in shown) return `${shown.id}  unreadable: ${shown.problem}`;
  const { id, url, kinds, keys, waiting, parked, lastProblem, stateProblem } = shown;
  return [
    `${id}  ${url}`,
    [...kinds, ...keys].join(", ") || "everything",
    `${waiting} waiting, ${parked.length} given up`,
    ...(lastProblem === undefined ? [] : [lastProblem]),
    ...(stateProblem === undefined ? [] : [`unreadable: ${stateProblem}`]),
  ].join("  ");
}
