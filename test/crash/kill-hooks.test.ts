import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { changesRecorder } from "../../src/cli/snapshot/retain-after-publication.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { publishEdits } from "../support/country/publish-edits.ts";
import { shareKept } from "../support/country/shared-country.ts";
import { eventually } from "../support/run/fixtures.ts";
import { removeDirectory } from "../support/run/remove-directory.ts";
import { runTerrace, startServer } from "../support/run/run-terrace.ts";
import { inForm } from "../support/run/test-form.ts";
import { receiveHooks } from "../support/wire/hook-receiver.ts";

const ROUNDS = inForm({ short: 1, deep: 12, long: 60 });

describe("terrace serve, killed between a publication and its delivery", () => {
  it("tells each publication once it runs again, in order", async () => {
    const root = await mkdtemp(join(tmpdir(), "terrace-kill-hooks-"));
    onTestFinished(() => removeDirectory(root));
    const dataDir = await shareKept(join(root, "data"));
    const ids = [
      await publishEdits(root, dataDir, []),
      await publishEdits(root, dataDir, [["lga.csv", ",41200,", ",41300,"]]),
    ];
    const receiver = await receiveHooks();
    onTestFinished(() => receiver.close());
    const added = await runTerrace([
      ...["hooks", "add", receiver.url, "--allow-private", "--json", "--data-dir", dataDir],
    ]);
    receiver.secret = JSON.parse(added.stdout).secret;
    const published: string[] = [];
    const publish = async () => {
      const id = ids[published.length % 2];
      const beforeCurrent = changesRecorder(dataDir, { err: (text) => expect(text).toBe("") });
      await publishSnapshot(join(dataDir, "snapshots", id), dataDir, { beforeCurrent });
      published.push(id);
    };
    const serve = () => startServer(["--data-dir", dataDir, "--threads", "1"]);
    const kill = async ({ child, finished }: Awaited<ReturnType<typeof serve>>) => {
      child.kill("SIGKILL");
      await finished;
    };
    for (let round = 0; round < ROUNDS; round++) {
      const running = await serve();
      // In even rounds the receiver has the message but does not answer; in odd ones the delivery is in any
      // state.
      const before = receiver.received.length;
      if (round % 2 === 0) receiver.answer = () => {};
      await publish();
      if (round % 2 === 0) await eventually(() => expect(receiver.received.length).toBeGreaterThan(before));
      await kill(running);
      receiver.answer = (response) => void response.writeHead(204).end();
      await publish();
    }
    const last = await serve();
    const once = () => {
      const seen = new Map(receiver.received.map((one) => [one.id, one]));
      return [...seen.values()].map(({ snapshotId }) => snapshotId);
    };
    await eventually(() => expect(once()).toHaveLength(published.length));
    await kill(last);
    expect(once()).toEqual(published);
    expect(receiver.received.every(({ isSigned }) => isSigned)).toBe(true);
    // Even with duplicates, nothing older follows something newer.
    const places = receiver.received.map(({ id }) => Number(id.split("_").at(-1)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});
