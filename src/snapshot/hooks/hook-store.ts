import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { invalidArgument, notFound } from "../../runtime/errors.ts";
import {
  flag,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  wholeNumber,
} from "../../runtime/json-schema.ts";
import { nearestNames } from "../../runtime/nearest-names.ts";
import { CHANGE_KINDS } from "../compare/changes-file.ts";
import { errorCode } from "../files/file-operations.ts";
import { replaceText } from "../files/link-or-copy.ts";
import { disk } from "../files/outside-world.ts";
import { dataDirectory } from "../store/data-directory.ts";

/** Most subscribers of a data directory: each may use a connection at the same time. */
const MAX_HOOKS = 100;

const hookSchema = object({
  url: text(),
  /** Filters of messages; empty means all. */
  kinds: list(oneOf(CHANGE_KINDS)),
  keys: list(text()),
  /** Signs the messages; known to the subscriber only. */
  secret: text(/^whsec_[A-Za-z0-9+/=]{32,}$/, "a secret"),
  /** Whether messages may go to addresses on the machine's own network. */
  allowsPrivate: flag,
  /** Number of publications when it was added: it gets messages about later ones. */
  after: wholeNumber(),
});

const stateSchema = object({
  /** Number of publications that need no message any more. */
  done: wholeNumber(),
  /** Failed attempts for the next message, when the first one was, and when to retry. */
  tries: wholeNumber(),
  firstTriedMs: nullable(wholeNumber()),
  nextTryMs: wholeNumber(),
  /** Why the last attempt failed. */
  problem: optional(text()),
  /** Publications whose message was given up. */
  parked: list(object({ publication: wholeNumber(), reason: text(), atMs: wholeNumber() })),
});

export type Hook = ReturnType<typeof hookSchema>;
export type HookState = ReturnType<typeof stateSchema>;

/** A subscription, or why its file cannot be read. */
export type ListedHook =
  | { readonly id: string; readonly hook: Hook; readonly state: HookState; readonly stateProblem?: string }
  | { readonly id: string; readonly problem: string };

const HOOK_FILE = /^(hook-[a-z0-9]+)\.json$/;

export function hooksFolder(dataDir: string): string {
  return join(dataDirectory(dataDir).root, "hooks");
}

const hookPath = (dataDir: string, id: string) => join(hooksFolder(dataDir), `${id}.json`);
const statePath = (dataDir: string, id: string) => join(hooksFolder(dataDir), `${id}.state`);
const retryPath = (dataDir: string, id: string) => join(hooksFolder(dataDir), `${id}.retry`);

export async function hookIds(dataDir: string): Promise<string[]> {
  const names = await disk.list(hooksFolder(dataDir));
  return names.flatMap((name) => HOOK_FILE.exec(name)?.[1] ?? []);
}

export async function listHooks(dataDir: string): Promise<ListedHook[]> {
  const found = await Promise.all((await hookIds(dataDir)).map((id) => readHook(dataDir, id)));
  return found.filter((one) => one !== undefined);
}

/** Undefined if it was removed. An unreadable state is reset: messages may be repeated, but none is lost. */
export async function readHook(dataDir: string, id: string): Promise<ListedHook | undefined> {
  let hook: Hook;
  try {
    hook = hookSchema(JSON.parse(await disk.readText(hookPath(dataDir, id))), []);
  } catch (error) {
    return errorCode(error) === "ENOENT" ? undefined : { id, problem: (error as Error).message };
  }
  try {
    const state = stateSchema(JSON.parse(await disk.readText(statePath(dataDir, id))), []);
    return { id, hook, state };
  } catch (error) {
    const state: HookState = { done: hook.after, tries: 0, firstTriedMs: null, nextTryMs: 0, parked: [] };
    const stateProblem = (error as Error).message;
    return { id, hook, state, ...(errorCode(error) === "ENOENT" ? {} : { stateProblem }) };
  }
}

export async function addHook(dataDir: string, id: string, hook: Hook): Promise<void> {
  const { length } = await hookIds(dataDir);
  if (length >= MAX_HOOKS) throw invalidArgument(`there are ${length} hooks already; remove one first`);
  await mkdir(hooksFolder(dataDir), { recursive: true, mode: 0o700 });
  await writeDurably(hookPath(dataDir, id), hook);
}

export async function saveState(dataDir: string, id: string, state: HookState): Promise<void> {
  await writeDurably(statePath(dataDir, id), state);
  // The hook was removed meanwhile: remove the new state too.
  if ((await disk.describe(hookPath(dataDir, id))) === undefined) await removeFiles(dataDir, id);
}

export async function removeHook(dataDir: string, id: string): Promise<void> {
  await requireHook(dataDir, id);
  await removeFiles(dataDir, id);
}

async function removeFiles(dataDir: string, id: string): Promise<void> {
  for (const path of [hookPath, statePath, retryPath]) await disk.remove(path(dataDir, id));
  await disk.syncDirectory(hooksFolder(dataDir));
}

/** Asks the server to retry at once, parked messages first. */
export async function askRetry(dataDir: string, id: string): Promise<void> {
  await requireHook(dataDir, id);
  await disk.writeText(retryPath(dataDir, id), "");
}

export async function isRetryAsked(dataDir: string, id: string): Promise<boolean> {
  return (await disk.describe(retryPath(dataDir, id))) !== undefined;
}

export function answerRetry(dataDir: string, id: string): Promise<void> {
  return disk.remove(retryPath(dataDir, id));
}

async function requireHook(dataDir: string, id: string): Promise<void> {
  const ids = await hookIds(dataDir);
  if (ids.includes(id)) return;
  const near = nearestNames(id, ids, 1)[0];
  const hint = near === undefined ? "there are none" : `did you mean ${near}?`;
  throw notFound(`no hook "${id}"; ${hint}`);
}

/** Readable by the operator only: it may hold a secret. */
async function writeDurably(path: string, value: object): Promise<void> {
  const tempPath = `${path}.${process.pid}.part`;
  try {
    await replaceText(path, `${JSON.stringify(value, undefined, 2)}\n`, tempPath, 0o600);
  } catch (error) {
    await disk.remove(tempPath).catch(() => {});
    throw error;
  }
}
