import { isTerraceError } from "../../runtime/errors.ts";
import { optionalPackage } from "../../runtime/node/optional-package.ts";
import { publishedUntil, type ShownChanges } from "../compare/find-changes.ts";
import { disk } from "../files/outside-world.ts";
import { createClaim, listClaims, type OwnClaim } from "../store/claims.ts";
import { readCurrent } from "../store/read-current.ts";
import { hookMessage } from "./hook-message.ts";
import {
  answerRetry,
  type Hook,
  type HookState,
  hookIds,
  hooksFolder,
  isRetryAsked,
  readHook,
  saveState,
} from "./hook-store.ts";
import { postMessage } from "./post-message.ts";
import type { Lookup } from "./public-address.ts";

const MINUTE_MS = 60_000;

/** How long after a failed try the next one comes; the last counts for all later ones. */
const WAITS_MS = [5_000, 30_000, ...[2, 10, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS)];

/** A message that nobody took for so long is given up. */
const GIVE_UP_AFTER_MS = 24 * 60 * MINUTE_MS;

/** What became of a try or of a file. */
export type HookEvent =
  | { readonly kind: "delivered"; readonly id: string; readonly snapshotId: string }
  | {
      readonly kind: "failed" | "parked";
      readonly id: string;
      readonly snapshotId: string;
      readonly reason: string;
    }
  | { readonly kind: "unreadable" | "unwritten"; readonly id: string; readonly reason: string };

export interface DeliveryOptions {
  readonly dataDir: string;
  readonly now: () => number;
  /** Longest that a try takes. */
  readonly timeoutMs: number;
  readonly lookup: Lookup;
  /** What may be shown at the moment. */
  readonly shown: () => ShownChanges;
  /** Where the server is reached. */
  readonly webUrl: () => string;
  readonly onEvent: (event: HookEvent) => void;
}

export interface HookLoad {
  /** Messages that wait for their first or next try, and those that were given up. */
  readonly waiting: number;
  readonly parked: number;
}

/** The package that signs; the part of it that is used. */
interface Signing {
  readonly Webhook: new (secret: string) => { sign(id: string, at: Date, body: string): string };
}

/**
 * Sends subscribers a message a publication. What is to be sent follows from the publications that are recorded and how
 * many each subscriber has had, both on disk: a process that is killed in between loses nothing, and its last message comes
 * twice at most.
 */
export class HookDelivery {
  readonly #options: DeliveryOptions;
  readonly #stop = new AbortController();
  /** Subscribers to which something is being sent, and what is to be sent after that. */
  readonly #busy = new Map<string, { readonly now: Promise<void>; next?: Promise<void> }>();
  readonly #loads = new Map<string, HookLoad>();
  /** States that could not be written: what is known here counts, and is written with the next one. */
  readonly #unwritten = new Map<string, HookState>();
  readonly #said = new Map<string, string>();
  #claim: Promise<OwnClaim> | undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  get load(): HookLoad {
    const loads = [...this.#loads.values()];
    const sum = (of: keyof HookLoad) => loads.reduce((total, load) => total + load[of], 0);
    return { waiting: sum("waiting"), parked: sum("parked") };
  }

  /** Sends what is due, to each subscriber in order; resolves when all of it was tried. */
  async look(): Promise<void> {
    const { dataDir } = this.#options;
    if (this.#stop.signal.aborted || (await hookIds(dataDir)).length === 0) return;
    if (!(await this.#isOurs())) return;
    const ids = await hookIds(dataDir);
    for (const id of this.#loads.keys()) if (!ids.includes(id)) this.#loads.delete(id);
    await Promise.all(ids.map((id) => this.#inTurn(id)));
  }

  /** One after the other to a subscriber: one that asks meanwhile waits for what follows, as all who do. */
  #inTurn(id: string): Promise<void> {
    const busy = this.#busy.get(id);
    if (busy !== undefined) {
      busy.next ??= busy.now.then(() => this.#inTurn(id));
      return busy.next;
    }
    const now = this.#deliver(id)
      .catch((error: unknown) => this.#say({ kind: "unreadable", id, reason: (error as Error).message }))
      .finally(() => this.#busy.delete(id));
    this.#busy.set(id, { now });
    return now;
  }

  /** Ends tries that are in flight; another process may go on. */
  async close(): Promise<void> {
    this.#stop.abort(new Error("the server stops"));
    await Promise.allSettled(Array.from(this.#busy.values(), ({ now }) => now));
    await this.#claim?.then((claim) => claim.release()).catch(() => {});
  }

  /** Of several processes with one data directory, the one that has claimed longest delivers. */
  async #isOurs(): Promise<boolean> {
    const folder = hooksFolder(this.#options.dataDir);
    this.#claim ??= createClaim(folder, `from-${String(this.#options.now()).padStart(16, "0")}`);
    this.#claim.catch(() => {
      this.#claim = undefined;
    });
    const own = await this.#claim;
    const claims = await listClaims(folder);
    for (const { alive, path } of claims) if (!alive) await disk.remove(path);
    const order = ({ subject, name }: { subject: string; name: string }) => `${subject} ${name}`;
    const [first] = claims.filter(({ alive }) => alive).sort((a, b) => (order(a) < order(b) ? -1 : 1));
    return first?.name === own.name;
  }

  async #deliver(id: string): Promise<void> {
    const { dataDir, now } = this.#options;
    const published = await publishedUntil({ dataDir });
    // Recorded and not current: the publication is in progress, or was given up.
    if (published.at(-1) !== (await readCurrent(dataDir))) published.pop();
    const read = await readHook(dataDir, id);
    if (read === undefined) return;
    if ("problem" in read) return this.#say({ kind: "unreadable", id, reason: read.problem });
    const { hook, stateProblem: reason } = read;
    if (reason !== undefined) this.#say({ kind: "unreadable", id, reason });
    const unwritten = this.#unwritten.get(id);
    let state = unwritten !== undefined && unwritten.done >= read.state.done ? unwritten : read.state;
    const count = () => {
      const waiting = Math.max(0, published.length - state.done);
      this.#loads.set(id, { waiting, parked: state.parked.length });
    };
    const save = async (next: HookState) => {
      state = next;
      count();
      this.#unwritten.set(id, state);
      try {
        await saveState(dataDir, id, state);
        this.#unwritten.delete(id);
      } catch (error) {
        this.#say({ kind: "unwritten", id, reason: (error as Error).message });
      }
    };
    count();
    if (unwritten !== undefined) await save(state);
    if (await isRetryAsked(dataDir, id)) {
      for (const one of state.parked) {
        const failure = await this.#try(id, hook, published, one.publication);
        const others = state.parked.filter(({ publication }) => publication !== one.publication);
        const parked = failure === undefined ? others : [...others, { ...one, reason: failure, atMs: now() }];
        await save({ ...state, parked });
      }
      await save({ ...state, nextTryMs: 0 });
      await answerRetry(dataDir, id);
    }
    while (state.done < published.length && !this.#stop.signal.aborted) {
      const waitMs = state.nextTryMs - now();
      // A clock that was set back holds up no message.
      if (waitMs > 0 && waitMs <= WAITS_MS.at(-1)!) return;
      const reason = await this.#try(id, hook, published, state.done);
      if (this.#stop.signal.aborted && reason !== undefined) return;
      const { parked } = state;
      const next = { done: state.done + 1, tries: 0, firstTriedMs: null, nextTryMs: 0, parked };
      if (reason === undefined) {
        await save(next);
        continue;
      }
      const atMs = now();
      const firstTriedMs = state.firstTriedMs ?? atMs;
      if (atMs - firstTriedMs >= GIVE_UP_AFTER_MS) {
        this.#options.onEvent({ kind: "parked", id, snapshotId: published[state.done], reason });
        await save({ ...next, parked: [...parked, { publication: state.done, reason, atMs }] });
        continue;
      }
      const nextTryMs = atMs + (WAITS_MS[state.tries] ?? WAITS_MS.at(-1)!);
      await save({ ...state, tries: state.tries + 1, firstTriedMs, nextTryMs, problem: reason });
    }
  }

  /** Why a subscriber did not take the message about a publication; undefined when it did, or needs none. */
  async #try(
    id: string,
    hook: Hook,
    published: readonly string[],
    index: number,
  ): Promise<string | undefined> {
    const { dataDir, shown, webUrl, now, lookup, timeoutMs, onEvent } = this.#options;
    const snapshotId = published[index];
    try {
      const place = { dataDir, shown: shown() };
      const message = await hookMessage(hook, place, published, index, webUrl().replace(/\/+$/, ""));
      if (message === undefined) return undefined;
      const { Webhook } = optionalPackage<Signing>("standardwebhooks", "a hook");
      const body = JSON.stringify(message);
      const messageId = `msg_${id}_${index}`;
      const at = new Date(now());
      const headers = {
        "webhook-id": messageId,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(hook.secret).sign(messageId, at, body),
      };
      const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(timeoutMs)]);
      await postMessage(new URL(hook.url), body, headers, {
        allowsPrivate: hook.allowsPrivate,
        lookup,
        signal,
      });
      onEvent({ kind: "delivered", id, snapshotId });
      return undefined;
    } catch (error) {
      const reason = reasonOf(error);
      if (!this.#stop.signal.aborted) onEvent({ kind: "failed", id, snapshotId, reason });
      return reason;
    }
  }

  /** Reports a problem once, until there is another. */
  #say(event: HookEvent & { readonly reason: string }): void {
    const said = `${event.kind} ${event.reason}`;
    if (this.#said.get(event.id) === said) return;
    this.#said.set(event.id, said);
    this.#options.onEvent(event);
  }
}

function reasonOf(error: unknown): string {
  if (isTerraceError(error)) return error.message;
  const { name, code, message } = error as NodeJS.ErrnoException;
  return ["TimeoutError", "AbortError"].includes(name) ? "did not answer in time" : (code ?? message);
}
