import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { changesRecorder } from "../../../src/cli/snapshot/retain-after-publication.ts";
import { optionalPackage } from "../../../src/runtime/node/optional-package.ts";
import { switchesFile } from "../../../src/server/routes/switches.ts";
import type { Serving } from "../../../src/server/start/start-serving.ts";
import { hooksFolder } from "../../../src/snapshot/hooks/hook-store.ts";
import type { Lookup } from "../../../src/snapshot/hooks/public-address.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { publishEdits } from "../../support/country/publish-edits.ts";
import { serveCountry, steppingClock } from "../../support/country/serve-country.ts";
import { shareKept } from "../../support/country/shared-country.ts";
import { sharedDirectory } from "../../support/run/fixtures.ts";
import { removeDirectory } from "../../support/run/remove-directory.ts";
import { runHere } from "../../support/run/run-terrace.ts";
import { type Receiver, receiveHooks } from "../../support/wire/hook-receiver.ts";
import { METRICS_TOKEN, metricsPage } from "../../support/wire/metric-value.ts";

const { Webhook } = optionalPackage<{
  Webhook: new (secret: string) => { verify(text: string, headers: object): unknown };
}>("standardwebhooks", "this test");

const DAY_MS = 86_400_000;
const root = sharedDirectory("hooks");
let dataDir: string;
/** Two snapshots that are current alternately. */
const ids: string[] = [];
let published = 0;
const open: { close(): Promise<unknown> }[] = [];
let clockMs = Date.now();

beforeAll(async () => {
  dataDir = await shareKept(join(root, "data"));
  const listing = ["property_listings.ndjson", '"price":1150000', '"price":1120000'] as const;
  for (const edits of [[], [["lga.csv", ",41200,", ",41300,"] as const, listing]]) {
    ids.push(await publishEdits(root, dataDir, edits));
  }
  published = 2;
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  await removeDirectory(hooksFolder(dataDir));
});

/** Makes the other snapshot current, as the CLI does; returns its id. */
async function publishNext(): Promise<string> {
  const id = ids[published++ % 2];
  const beforeCurrent = changesRecorder(dataDir, { err: (text) => expect(text).toBe("") });
  await publishSnapshot(join(dataDir, "snapshots", id), dataDir, { beforeCurrent });
  return id;
}

async function serve(lookup?: Lookup, hookTimeoutMs = 60_000) {
  const lines: string[] = [];
  const serving = await serveCountry(dataDir, {
    logTo: (line) => lines.push(line),
    now: () => new Date(clockMs),
    monotonicMs: steppingClock(),
    config: { hookTimeoutMs, metricsToken: METRICS_TOKEN, webUrl: "https://terrace.example" },
    ...(lookup === undefined ? {} : { lookup }),
  });
  open.push(serving);
  return { serving, lines };
}

async function receiver(port = 0): Promise<Receiver> {
  const one = await receiveHooks(port);
  open.push(one);
  return one;
}

const hooks = async (...words: string[]) => {
  const { exitCode, stdout, stderr } = await runHere(["hooks", ...words, "--json", "--data-dir", dataDir]);
  expect([words[0], exitCode, stderr.replace(/warning: .*\n/g, "")]).toEqual([words[0], 0, ""]);
  return JSON.parse(stdout);
};

/** Subscribes an address, by default a loopback one. */
async function subscribe(to: Receiver, ...flags: string[]): Promise<string> {
  const added = await hooks("add", to.url, "--allow-private", ...flags);
  to.secret = added.secret;
  return added.id;
}

async function later(serving: Serving, ms: number): Promise<void> {
  clockMs += ms;
  await serving.check();
}

const snapshotIds = ({ received }: Receiver) => received.map(({ snapshotId }) => snapshotId);

describe("a hook", () => {
  it("gets a signed message a publication, in order, with what it asked for alone", async () => {
    const [all, some, none] = [await receiver(), await receiver(), await receiver()];
    await subscribe(all);
    await subscribe(some, "--kinds", "council", "--keys", "10050,nobody");
    await subscribe(none, "--kinds", "council", "--keys", "20010");
    const { serving } = await serve();
    const publishedIds = [await publishNext(), await publishNext(), await publishNext()];
    await serving.check();
    expect([snapshotIds(all), snapshotIds(some), snapshotIds(none)]).toEqual([
      publishedIds,
      publishedIds,
      [],
    ]);
    expect([...all.received, ...some.received].every(({ isSigned }) => isSigned)).toBe(true);
    const [first] = some.received;
    expect(new Webhook(some.secret).verify(first.text, first.headers)).toEqual(first.body);
    expect(first.body).toMatchObject({
      type: "snapshot.published",
      data: {
        before_id: publishedIds[1],
        counts: { council: 1 },
        keys: [{ kind: "council", key: "10050" }],
        is_whole: true,
      },
    });
    const changes = new URL(first.body.data.changes_url);
    const answer = await fetch(`${serving.url}${changes.pathname}${changes.search}`);
    expect(((await answer.json()) as { changes: unknown[] }).changes).toHaveLength(1);
    expect(all.received[0].body.data.counts).toMatchObject({ council: 1, listing: expect.any(Number) });
    expect(all.received[0].text.length).toBeLessThan(20_000);
    // Nothing is sent twice, nor what was published before the subscription.
    await later(serving, DAY_MS);
    expect(all.received).toHaveLength(3);
    const files = (await readdir(hooksFolder(dataDir))).filter((name) => name.startsWith("hook-"));
    const modes = await Promise.all(files.map((name) => stat(join(hooksFolder(dataDir), name))));
    expect(modes.map(({ mode }) => mode & 0o077)).toEqual(files.map(() => 0));
  });

  it("is told nothing that a switch withholds", async () => {
    const to = await receiver();
    await subscribe(to);
    const { serving } = await serve();
    await writeFile(switchesFile(dataDir), JSON.stringify({ dropListings: false }));
    await publishNext();
    await serving.check();
    await writeFile(switchesFile(dataDir), "{}");
    expect(to.received[0].body.data.counts).toMatchObject({ council: 1 });
    expect(to.received[0].text).not.toMatch(/listing|jetty/);
  });

  it("is retried while it answers 500 or is down, later publications behind, and others are not held up", async () => {
    const [failing, well] = [await receiver(), await receiver()];
    const id = await subscribe(failing);
    await subscribe(well);
    failing.answer = (response) => void response.writeHead(500).end();
    const { serving } = await serve();
    const publishedIds = [await publishNext(), await publishNext()];
    await serving.check();
    expect([snapshotIds(failing), snapshotIds(well)]).toEqual([[publishedIds[0]], publishedIds]);
    // Not before it is due.
    await later(serving, 4000);
    expect(failing.received).toHaveLength(1);
    await later(serving, 2000);
    expect(snapshotIds(failing)).toEqual([publishedIds[0], publishedIds[0]]);
    expect(new Set(failing.received.map((one) => one.id)).size).toBe(1);
    const port = Number(new URL(failing.url).port);
    await failing.close();
    open.splice(open.indexOf(failing), 1);
    await later(serving, 3_600_000);
    const [listed] = (await hooks("list")).filter((one: { id: string }) => one.id === id);
    expect(listed).toMatchObject({ waiting: 2, tries: 3, lastProblem: "ECONNREFUSED" });
    const back = await receiver(port);
    await later(serving, 3_600_000);
    expect(snapshotIds(back)).toEqual(publishedIds);
  });

  it("that does not answer is given up for now, and others are not held up", async () => {
    const [slow, well] = [await receiver(), await receiver()];
    await subscribe(slow);
    await subscribe(well);
    slow.answer = () => {};
    const { serving, lines } = await serve(undefined, 500);
    const publishedId = await publishNext();
    await serving.check();
    expect([snapshotIds(slow), snapshotIds(well)]).toEqual([[publishedId], [publishedId]]);
    expect(lines.join("")).toContain("did not answer in time");
    slow.answer = (response) => void response.writeHead(200).end("x".repeat(1_000_000));
    await later(serving, 60_000);
    expect(snapshotIds(slow)).toEqual([publishedId, publishedId]);
    expect((await hooks("list")).map(({ waiting }: { waiting: number }) => waiting)).toEqual([0, 0]);
  });

  it("cannot lead a message elsewhere by a redirect", async () => {
    const [leading, hidden] = [await receiver(), await receiver()];
    await subscribe(leading);
    for (const status of [301, 302, 303, 307, 308]) {
      leading.answer = (response) => void response.writeHead(status, { location: hidden.url }).end();
      const { serving, lines } = await serve();
      await publishNext();
      await serving.check();
      expect(lines.join("")).toContain(`answered ${status}, a redirect, which is not followed`);
      clockMs += 3_600_000;
      await serving.close();
      open.pop();
    }
    expect(hidden.connections).toBe(0);
  });

  it("cannot lead a message to a private address by a name, whatever that stood for before", async () => {
    const hidden = await receiver();
    const { port } = new URL(hidden.url);
    await hooks("add", `https://hooks.example:${port}/`);
    const answers = ["127.0.0.1", "::1", "::ffff:127.0.0.1", "169.254.169.254", "10.0.0.1", "192.0.2.1"];
    let looks = 0;
    const lookup: Lookup = async () => {
      const address = answers[looks++ % answers.length];
      return [{ address, family: address.includes(":") ? 6 : 4 }];
    };
    const { serving, lines } = await serve(lookup);
    await publishNext();
    for (let i = 0; i <= answers.length; i++) await later(serving, 4 * 3_600_000);
    expect(looks).toBeGreaterThanOrEqual(answers.length);
    for (const one of answers)
      expect(lines.join("")).toContain(`hooks.example is ${one}, which is not a public address`);
    // A file edited by hand is checked in the same way.
    const [file] = (await readdir(hooksFolder(dataDir))).filter((name) => /^hook-\w+\.json$/.test(name));
    const path = join(hooksFolder(dataDir), file);
    const hook = JSON.parse(await readFile(path, "utf8"));
    await writeFile(path, JSON.stringify({ ...hook, url: hidden.url }));
    await publishNext();
    await later(serving, 4 * 3_600_000);
    expect(lines.join("")).toContain('"127.0.0.1 is not a public address');
    expect(hidden.connections).toBe(0);
  });

  it("is reported once a day has passed, and gets what was given up when that is asked for", async () => {
    const to = await receiver();
    const id = await subscribe(to);
    to.answer = (response) => void response.writeHead(503).end();
    const { serving, lines } = await serve();
    const first = await publishNext();
    await serving.check();
    for (let hours = 0; hours < 28; hours += 4) await later(serving, 4 * 3_600_000);
    expect(
      lines.filter((line) => line.includes("took no message about a publication for a day")),
    ).toHaveLength(1);
    expect((await hooks("list"))[0]).toMatchObject({ waiting: 0, parked: [{ reason: "answered 503" }] });
    expect(await metricsPage(serving)).toMatch(/terrace_hook_messages_parked 1\n/);
    expect(await metricsPage(serving)).toMatch(/terrace_hook_events_total\{outcome="parked"\} 1\n/);
    to.answer = (response) => void response.writeHead(204).end();
    const second = await publishNext();
    await serving.check();
    expect(snapshotIds(to).at(-1)).toBe(second);
    to.received.length = 0;
    await hooks("retry", id);
    await serving.check();
    expect(snapshotIds(to)).toEqual([first]);
    expect((await hooks("list"))[0]).toMatchObject({ waiting: 0, parked: [] });
    await hooks("remove", id);
    await publishNext();
    await serving.check();
    expect(to.received).toHaveLength(1);
    expect((await readdir(hooksFolder(dataDir))).filter((name) => name.startsWith("hook-"))).toEqual([]);
  });

  it("whose files are torn or cannot be written is reported, and messages are sent all the same", async () => {
    const [torn, full] = [await receiver(), await receiver()];
    const id = await subscribe(torn);
    const fullId = await subscribe(full);
    await writeFile(join(hooksFolder(dataDir), "hook-half.json"), '{"url": "https://h');
    await writeFile(join(hooksFolder(dataDir), `${id}.state`), '{"done": 1');
    await mkdir(join(hooksFolder(dataDir), `${fullId}.state`, "in the way"), { recursive: true });
    const { serving, lines } = await serve();
    const publishedIds = [await publishNext(), await publishNext()];
    await serving.check();
    await serving.check();
    expect([snapshotIds(torn), snapshotIds(full)]).toEqual([publishedIds, publishedIds]);
    for (const words of ["the file of a hook cannot be read", "cannot be written down"]) {
      expect(lines.filter((line) => line.includes(words)).length, words).toBeGreaterThan(0);
    }
    expect(lines.length).toBeLessThan(20);
    const listed = await runHere(["hooks", "list", "--data-dir", dataDir]);
    expect(listed.stdout).toContain("hook-half  unreadable: ");
  });

  it("of two servers with one data directory is told once", async () => {
    const to = await receiver();
    await subscribe(to);
    const [one, other] = [await serve(), await serve()];
    const publishedIds = [await publishNext()];
    await Promise.all([one.serving.check(), other.serving.check()]);
    expect(snapshotIds(to)).toEqual(publishedIds);
    await one.serving.close();
    open.splice(open.indexOf(one.serving), 1);
    publishedIds.push(await publishNext());
    await other.serving.check();
    expect(snapshotIds(to)).toEqual(publishedIds);
  });
});
