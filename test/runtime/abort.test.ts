import { describe, expect, it } from "vitest";
import {
  abortError,
  canceled,
  deadlineExceeded,
  followAbort,
  interruptOnAbort,
  throwIfAborted,
  untilAborted,
} from "../../src/runtime/abort.ts";

function countedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners.add(args[1]);
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners.delete(args[1]);
    remove(...args);
  };
  return { controller, signal, listeners };
}

describe("abortError", () => {
  it("keeps an error of the catalogue and turns everything else into one", () => {
    const own = deadlineExceeded();
    expect(abortError(AbortSignal.abort(own))).toBe(own);
    const late = new DOMException("late", "TimeoutError");
    const cases: [unknown, string, string][] = [
      [late, "deadline_exceeded", "the operation timed out"],
      [new DOMException("gone", "AbortError"), "canceled", "the call was canceled"],
      [new Error("the host's own"), "canceled", "the call was canceled"],
      ["why", "canceled", "the call was canceled"],
    ];
    for (const [reason, code, message] of cases) {
      expect(abortError(AbortSignal.abort(reason))).toMatchObject({ code, message, cause: reason });
    }
    expect(canceled(undefined, "load").message).toBe("the load was canceled");
  });
});

describe("throwIfAborted", () => {
  it("throws an error of the catalogue once the signal has fired", () => {
    expect(() => throwIfAborted(undefined)).not.toThrow();
    expect(() => throwIfAborted(new AbortController().signal)).not.toThrow();
    expect(() => throwIfAborted(AbortSignal.abort())).toThrow("the call was canceled");
  });
});

describe("untilAborted", () => {
  it("gives the outcome of the work and leaves no listener", async () => {
    const { signal, listeners } = countedSignal();
    expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
    expect(await untilAborted(2, signal)).toBe(2);
    expect(await untilAborted(Promise.resolve(3), undefined)).toBe(3);
    await expect(untilAborted(Promise.reject(new RangeError("x")), signal)).rejects.toThrow(RangeError);
    expect(listeners.size).toBe(0);
  });

  it("rejects as soon as the signal fires, after the work was told", async () => {
    const { controller, signal, listeners } = countedSignal();
    const work = Promise.withResolvers<number>();
    const reasons: unknown[] = [];
    const waiting = untilAborted(work.promise, signal, () => reasons.push(signal.reason));
    controller.abort("why");
    expect(reasons).toEqual(["why"]);
    await expect(waiting).rejects.toMatchObject({ code: "canceled", cause: "why" });
    work.resolve(1);
    await work.promise;
    await Promise.resolve();
    expect(listeners.size).toBe(0);
  });

  it("rejects at once when the signal has fired before, and lets the work fail unheard", async () => {
    const failing = Promise.reject(new RangeError("too late"));
    await expect(untilAborted(failing, AbortSignal.abort())).rejects.toMatchObject({ code: "canceled" });
  });
});

describe("followAbort", () => {
  it("hands the abort on as an error of the catalogue until it is told to stop", () => {
    const first = new AbortController();
    followAbort(AbortSignal.abort("why"), first);
    expect(first.signal.reason).toMatchObject({ code: "canceled", cause: "why" });
    const { controller, signal, listeners } = countedSignal();
    const second = new AbortController();
    followAbort(signal, second)();
    expect(listeners.size).toBe(0);
    controller.abort();
    expect(second.signal.aborted).toBe(false);
  });
});

describe("interruptOnAbort", () => {
  it("interrupts again and again from the abort on, and no more when it is told to stop", async () => {
    const { controller, signal, listeners } = countedSignal();
    const thrice = Promise.withResolvers<void>();
    let interrupts = 0;
    const stop = interruptOnAbort(signal, () => {
      if (++interrupts === 3) thrice.resolve();
    });
    expect(interrupts).toBe(0);
    controller.abort();
    expect(interrupts).toBe(1);
    await thrice.promise;
    stop();
    expect(listeners.size).toBe(0);
    const unused = countedSignal();
    interruptOnAbort(unused.signal, () => interrupts++)();
    expect(unused.listeners.size).toBe(0);
  });
});
