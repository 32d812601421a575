import { expect, it } from "vitest";
import { AskOwner, ownersHeavyWork } from "../../../src/server/threads/ask-owner.ts";
import type { FromThread } from "../../../src/server/threads/thread-messages.ts";

it("a heavy thread is given its data by the first task that is asked, not by one whose caller was gone", async () => {
  const posted: FromThread[] = [];
  const owner = new AskOwner((message) => posted.push(message));
  const thread = ownersHeavyWork(owner, 7, 8).thread<string, string>({
    name: "explorer",
    file: new URL("file:///worker.ts"),
    workerData: () => "its data",
  });
  await expect(thread.perform("of a caller that is gone", AbortSignal.abort())).rejects.toThrow();
  expect(posted).toEqual([]);
  const answers = ["first", "second"].map((task) => thread.perform(task));
  const asked = posted.map((message) => (message.kind === "ask" ? message : undefined)!);
  expect(asked.map(({ question }) => question)).toMatchObject([
    { kind: "task", snapshot: 7, name: "explorer", task: "first", data: "its data" },
    { kind: "task", snapshot: 7, name: "explorer", task: "second", data: undefined },
  ]);
  for (const { id } of asked) owner.hear({ kind: "answer", id, value: `answer ${id}` });
  expect(await Promise.all(answers)).toEqual(asked.map(({ id }) => `answer ${id}`));
});
