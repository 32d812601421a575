import { expect, it } from "vitest";
import { AskOwner, ownersHeavyWork } from "../../../src/server/start/ask-owner.ts";
import type { FromThread } from "../../../src/server/start/thread-messages.ts";
import { eventually } from "../../support/run/fixtures.ts";

it("a heavy thread is given its data by the first task that is asked, not by one whose caller was gone", async () => {
  const posted: FromThread[] = [];
  const owner = new AskOwner((message) => posted.push(message));
  const thread = ownersHeavyWork(owner, 7).thread<string, string>({
    name: "explorer",
    file: new URL("file:///worker.ts"),
    workerData: () => "its data",
  });
  await expect(thread.perform("of a caller that is gone", AbortSignal.abort())).rejects.toThrow();
  expect(posted).toEqual([]);
  const answers = ["first", "second"].map((task) => thread.perform(task));
  const asked = posted.map((message) => (message.kind === "ask" ? message : undefined)!);
  expect(asked.map(({ name, given }) => [name, ...given.slice(0, 3)])).toMatchObject([
    ["task", 7, { name: "explorer", data: "its data" }, "first"],
    ["task", 7, { name: "explorer", data: undefined }, "second"],
  ]);
  for (const { id } of asked) owner.hear({ kind: "answer", id, value: `answer ${id}` });
  expect(await Promise.all(answers)).toEqual(asked.map(({ id }) => `answer ${id}`));
});

it("a heavy task that was refused for want of time is asked again when callers with more time have come to wait", async () => {
  const posted: FromThread[] = [];
  const owner = new AskOwner((message) => posted.push(message));
  const thread = ownersHeavyWork(owner, 7).thread<string, string>({
    name: "explorer",
    file: new URL("file:///worker.ts"),
  });
  const time = { now: () => 100, endsAtMs: 500 };
  const answer = thread.perform("popular", undefined, { cost: 1, time });
  const refuse = (id: number) => {
    const error = { code: "unavailable", message: "late", retryAfterSeconds: 1, cause: undefined } as const;
    owner.hear({ kind: "failure", id, error });
  };
  time.endsAtMs = 10_000;
  refuse(1);
  await eventually(() => expect(posted).toHaveLength(2));
  expect(posted).toMatchObject([
    { id: 1, given: [7, {}, "popular", 1, 400] },
    { id: 2, given: [7, {}, "popular", 1, 9900] },
  ]);
  refuse(2);
  await expect(answer).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 1 });
  expect(posted).toHaveLength(2);
});
