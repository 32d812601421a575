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

/** Delays before retries; the last repeats. */
const WAITS_MS = [5_000, 30_000, ...[2, 10, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS)];

/** A message is parked after failing for this long. */
const GIVE_UP_AFTER_MS = 24 * 60 * MINUTE_MS;

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
  readonly timeoutMs: number;
  readonly lookup: Lookup;
  readonly shown: () => ShownChanges;
  /** Public address of the server. */
  readonly webUrl: () => string;
  readonly onEvent: (event: HookEvent) => void;
}

export interface HookLoad {
  /** Messages queued for their first or next attempt, and parked ones. */
  readonly waiting: number;
  readonly parked: number;
}

/** The part of the optional signing package that is used. */
interface Signing {
  readonly Webhook: new (secret: string) => { sign(id: string, at: Date, body: string): string };
}

/**
 * Sends each subscriber a message for each publication. What to send follows from the recorded publications
 * and each subscriber's progress, both on disk: a process killed in between loses nothing, and repeats at
 * most its last message.
 */
export class HookDelivery {
  readonly #options: DeliveryOptions;
  readonly #stop = new AbortController();
  /** Deliveries in flight by subscriber, each with the delivery queued after it. */
  readonly #busy = new Map<string, { readonly now: Promise<void>; next?: Promise<void> }>();
  readonly #loads = new Map<string, HookLoad>();
  /** States that could not be written: they override those on disk, and are written again. */
  readonly #unwritten = new Map<string, HookState>();
  readonly #reported = new Map<string, string>();
  #claim: Promise<OwnClaim> | undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  get load(): HookLoad {
    const loads = [...this.#loads.values()];
    const sum = (of: keyof HookLoad) => loads.reduce((total, load) => total + load[of], 0);
    return { waiting: sum("waiting"), parked: sum("parked") };
  }

  /** Sends what is due, to each subscriber in order; resolves when each message was attempted. */
  async look(): Promise<void> {
    const { dataDir } = this.#options;
    if (this.#stop.signal.aborted || (await hookIds(dataDir)).length === 0) return;
    if (!(await this.#isOurs())) return;
    const ids = await hookIds(dataDir);
    for (const id of this.#loads.keys()) if (!ids.includes(id)) this.#loads.delete(id);
    await Promise.all(ids.map((id) => this.#enqueue(id)));
  }

  /** Serializes deliveries to a subscriber; calls during one share a single next delivery. */
  #enqueue(id: string): Promise<void> {
    const busy = this.#busy.get(id);
    if (busy !== undefined) {
      busy.next ??= busy.now.then(() => this.#enqueue(id));
      return busy.next;
    }
    const now = this.#deliver(id)
      .catch((error: unknown) => this.#report({ kind: "unreadable", id, reason: (error as Error).message }))
      .finally(() => this.#busy.delete(id));
    this.#busy.set(id, { now });
    return now;
  }

  /** Aborts attempts in flight; another process may continue. */
  async close(): Promise<void> {
    this.#stop.abort(new Error("the server stops"));
    await Promise.allSettled(Array.from(this.#busy.values(), ({ now }) => now));
    await this.#claim?.then((claim) => claim.release()).catch(() => {});
  }

  /** Of several processes on one data directory, the one with the oldest claim delivers. */
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
    // Recorded but not current: that publication is in progress, or failed.
    if (published.at(-1) !== (await readCurrent(dataDir))) published.pop();
    const read = await readHook(dataDir, id);
    if (read === undefined) return;
    if ("problem" in read) return this.#report({ kind: "unreadable", id, reason: read.problem });
    const { hook, stateProblem: reason } = read;
    if (reason !== undefined) this.#report({ kind: "unreadable", id, reason });
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
        this.#report({ kind: "unwritten", id, reason: (error as Error).message });
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
      // A longer delay means that the clock was set back: do not wait.
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

  /** Returns why an attempt failed; undefined if it succeeded or no message is needed. */
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

  /** Reports a problem of a subscriber once, until it has another. */
  #report(event: HookEvent & { readonly reason: string }): void {
    const said = `${event.kind} ${event.reason}`;
    if (this.#reported.get(event.id) === said) return;
    this.#reported.set(event.id, said);
    this.#options.onEvent(event);
  }
}

function reasonOf(error: unknown): string {
  if (isTerraceError(error)) return error.message;
  const { name, code, message } = error as NodeJS.ErrnoException;
  return ["TimeoutError", "AbortError"].includes(name) ? "did not answer in time" : (code ?? message);
}
