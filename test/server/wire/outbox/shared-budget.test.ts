import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { ThreadMetrics } from "../../../../src/server/telemetry/thread-metrics.ts";
import { UnreadAnswers } from "../../../../src/server/wire/outbox/unread-answers.ts";
import { eventually } from "../../../support/run/fixtures.ts";
import { listenForTest, socketForTest } from "../../../support/wire/sockets.ts";

const BUDGET = 1000;

/** Requests on separate connections, as a thread has them. */
async function requestsOn(count: number): Promise<IncomingMessage[]> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket));
  const port = await listenForTest(server);
  await Promise.all(Array.from({ length: count }, () => once(socketForTest(port), "connect")));
  while (sockets.length < count) await once(server, "connection");
  return sockets.map((socket) => ({ httpVersionMajor: 1, socket }) as IncomingMessage);
}

function twoThreads() {
  const first = new ThreadMetrics(2);
  const second = new ThreadMetrics(first.memory, 1);
  onTestFinished(() => {
    first.close();
    second.close();
  });
  const unread = [first, second].map(
    ({ budget }) => new UnreadAnswers({ totalBytes: BUDGET, timeoutMs: 60_000 }, budget),
  );
  return { unread, first };
}

describe("a budget of unread answers that two threads share", () => {
  it("lets one thread use what the other does not", async () => {
    const { unread, first } = twoThreads();
    for (const request of await requestsOn(9)) unread[0].hold(request, 100);
    expect(unread[0].count).toBe(9);
    expect(first.look()).toMatchObject({ unreadBytes: 900, unreadAnswers: 9 });
  });

  it("takes from the thread above its share, and never from the one below", async () => {
    const { unread, first } = twoThreads();
    for (const request of await requestsOn(9)) unread[0].hold(request, 100);
    const requests = await requestsOn(4);
    for (const request of requests) unread[1].hold(request, 100);
    // The second thread exceeds the budget but is below its half: it discards nothing of its own.
    expect([unread[0].count, unread[1].count]).toEqual([9, 4]);
    unread[0].relieve();
    expect([unread[0].count, unread[1].count]).toEqual([6, 4]);
    expect(requests.some(({ socket }) => socket.destroyed)).toBe(false);
    expect(first.look()).toMatchObject({
      unreadBytes: BUDGET,
      answersCut: [
        ["time", 0],
        ["budget", 3],
      ],
    });
  });

  it("goes on with large answers after a look that gave some up, though nothing is sent meanwhile", async () => {
    const { unread } = twoThreads();
    const [next, ...held] = await requestsOn(10);
    for (const request of held) unread[0].hold(request, 100);
    for (const request of await requestsOn(4)) unread[1].hold(request, 100);
    // After the turn in which the responses were handed over.
    await eventually(() => expect(unread[0].room(next, true)).toBeUndefined());
    unread[0].relieve();
    expect(unread[0].cut.budget).toBe(3);
    const waiting = unread[0].room(next, true);
    expect(waiting).toBeInstanceOf(Promise);
    await waiting;
    expect(unread[0].room(next, true)).toBeUndefined();
  });

  it("is free again of what a thread held that has ended", async () => {
    const { unread, first } = twoThreads();
    for (const request of await requestsOn(8)) unread[1].hold(request, 100);
    first.endThread(1);
    expect(first.look()).toMatchObject({ unreadBytes: 0, unreadAnswers: 0 });
  });
});
