import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { manifestText, type SnapshotManifest } from "../../../src/snapshot/manifest/manifest.ts";
import { fetchSnapshot } from "../../../src/snapshot/remote/fetch-snapshot.ts";
import { followOrigin } from "../../../src/snapshot/remote/follow-origin.ts";
import { httpOrigin } from "../../../src/snapshot/remote/origin.ts";
import { pushToBucket } from "../../../src/snapshot/remote/push-snapshot.ts";
import { signedHeaders } from "../../../src/snapshot/remote/sign-request.ts";
import { pinSnapshot } from "../../../src/snapshot/store/leases.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { readCurrent } from "../../../src/snapshot/store/read-current.ts";
import { verifySnapshot } from "../../../src/snapshot/store/verify.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { smallManifest, writeSmallSnapshot } from "../../support/country/small-snapshot.ts";
import { eventually, temporaryDirectory } from "../../support/run/fixtures.ts";
import { startTerrace } from "../../support/run/run-terrace.ts";
import { type FileServer, listening, serveFiles } from "../../support/wire/file-server.ts";
import { freePort } from "../../support/wire/free-port.ts";

const never = new AbortController().signal;

/** An origin with a small published snapshot, and an empty cache directory. */
async function smallOrigin() {
  const root = await temporaryDirectory();
  const publish = async (number: number, alike?: readonly string[]) => {
    const directory = join(await temporaryDirectory(), "snapshot");
    const { snapshotId } = await writeSmallSnapshot(directory, number, alike);
    await publishSnapshot(directory, root);
    return snapshotId;
  };
  const first = await publish(1);
  const files = await serveFiles(root);
  const cache = await temporaryDirectory();
  return { root, first, publish, files, cache, origin: httpOrigin(files.url) };
}

const SHA_OF_X = createHash("sha256").update("x").digest("hex");

/** Lets an origin answer with a manifest of these files, each of content "x"; returns the snapshot's id. */
function publishesEvil(origin: FileServer, named: SnapshotManifest["files"]): string {
  const evil = smallManifest(9, named);
  origin.interfere = (asked, response) =>
    !!response.end(asked.endsWith("manifest.json") ? manifestText(evil) : "x");
  return evil.snapshotId;
}

/** Flips a bit in the middle of a file; returns the damaged bytes. */
async function damage(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  bytes[bytes.length >> 1] ^= 1;
  await writeFile(path, bytes);
  return bytes;
}

describe("fetchSnapshot", () => {
  it("brings a snapshot whole, and of the next one only what is new", async () => {
    const { files, first, publish, cache, origin } = await smallOrigin();
    const result = await fetchSnapshot(origin, first, cache, never);
    expect(result.keptBytes).toBe(0);
    expect(await readCurrent(cache)).toBe(first);
    await verifySnapshot(join(cache, "snapshots", first));
    const second = await publish(2);
    const before = files.requests.length;
    await fetchSnapshot(origin, second, cache, never);
    expect(await readCurrent(cache)).toBe(second);
    expect(files.requests.length - before).toBe(4);
    const again = await fetchSnapshot(origin, second, cache, never);
    expect(again.fetchedBytes).toBe(0);
    expect(again.keptBytes).toBeGreaterThan(0);
    expect((await readdir(join(cache, "staging"))).length).toBe(0);
  });

  it("refuses every fault by name and leaves the cache as it was", async () => {
    const { files, first, publish, cache, origin } = await smallOrigin();
    await fetchSnapshot(origin, first, cache, never);
    const second = await publish(2);
    const table = `/snapshots/${second}/tables/suburbs.parquet`;
    const real = await readFile(join(cache, "snapshots", first, "manifest.json"), "utf8");
    const sameLength = "x".repeat("2:tables/suburbs.parquet:".length * 80);
    const faults: [string, file: string, (response: ServerResponse) => unknown][] = [
      ["status 404", table, (response) => response.writeHead(404).end()],
      ["status 500", table, (response) => response.writeHead(500).end()],
      ["bytes instead of", table, (response) => response.end("short")],
      ["has more than", table, (response) => response.end("long".repeat(1e6))],
      ["another checksum", table, (response) => response.end(sameLength)],
      ["names the snapshot", "manifest.json", (response) => response.end(real)],
      ["not JSON", "manifest.json", (response) => response.end("<html>")],
      ["", table, (response) => response.destroy()],
    ];
    for (const [reason, file, answer] of faults) {
      files.interfere = (path, response) => path.endsWith(file) && !!answer(response);
      await expect(fetchSnapshot(origin, second, cache, never), reason).rejects.toThrow(reason);
      expect(await readCurrent(cache)).toBe(first);
      expect(await readdir(join(cache, "staging"))).toEqual([]);
      expect(await readdir(join(cache, "snapshots"))).toEqual([first]);
    }
    files.interfere = () => false;
    await fetchSnapshot(origin, second, cache, never);
    expect(await readCurrent(cache)).toBe(second);
  });

  it("fetches a file that was damaged here instead of keeping it for every later snapshot", async () => {
    const { files, publish, root, cache, origin } = await smallOrigin();
    const alike = ["tables/suburbs.parquet", "tables/house_prices.parquet"];
    const first = await publish(2, alike);
    await fetchSnapshot(origin, first, cache, never);
    const second = await publish(3, alike);
    const { files: wanted } = await verifySnapshot(join(root, "snapshots", second));
    const bytesOf = (paths: readonly string[]) =>
      wanted.filter(({ path }) => paths.includes(path)).reduce((sum, file) => sum + file.bytes, 0);
    const victim = join(cache, "snapshots", first, alike[0]);
    const bytes = await damage(victim);
    const before = files.requests.length;
    const result = await fetchSnapshot(origin, second, cache, never);
    expect(files.requests.slice(before)).toContain(`/snapshots/${second}/${alike[0]}`);
    expect(files.requests.slice(before)).not.toContain(`/snapshots/${second}/${alike[1]}`);
    expect(result).toMatchObject({
      keptBytes: bytesOf([alike[1]]),
      fetchedBytes: bytesOf(["columns.arrow", alike[0]]),
    });
    await verifySnapshot(join(cache, "snapshots", second));
    expect(await readCurrent(cache)).toBe(second);
    // The repair does not write through the hard link of the older snapshot.
    expect(await readFile(victim)).toEqual(bytes);
  });

  it.each(["tables/suburbs.parquet", "manifest.json"])(
    "takes the place of its own copy whose %s is damaged, unless somebody has it open",
    async (path) => {
      const { first, cache, origin } = await smallOrigin();
      await fetchSnapshot(origin, first, cache, never);
      const victim = join(cache, "snapshots", first, path);
      const bytes = await damage(victim);
      const pin = await pinSnapshot(cache, first);
      await expect(fetchSnapshot(origin, first, cache, never)).rejects.toMatchObject({
        code: "bad_snapshot",
      });
      expect(await readFile(victim)).toEqual(bytes);
      await pin.release();
      await fetchSnapshot(origin, first, cache, never);
      await verifySnapshot(join(cache, "snapshots", first));
      expect(await readCurrent(cache)).toBe(first);
      expect(await readdir(join(cache, "staging"))).toEqual([]);
    },
  );

  it("waits for a file that comes steadily, and for a byte no longer than it may", async () => {
    const { files, first, root, cache } = await smallOrigin();
    const table = `/snapshots/${first}/tables/suburbs.parquet`;
    const bytes = await readFile(join(root, table));
    const silenceMs = 2000;
    const origin = httpOrigin(files.url, { silenceMs, leastBytesASecond: 100 });
    const begunAt = performance.now();
    files.interfere = (path, response) => {
      if (path !== table) return false;
      let sent = 0;
      const most = Math.ceil(bytes.byteLength / 8);
      const drip = setInterval(() => {
        response.write(bytes.subarray(sent, sent + most));
        sent += most;
        if (sent < bytes.byteLength) return;
        clearInterval(drip);
        response.end();
      }, silenceMs / 7);
      return true;
    };
    await fetchSnapshot(origin, first, cache, never);
    expect(await readCurrent(cache)).toBe(first);
    expect(performance.now() - begunAt).toBeGreaterThan(silenceMs);
    const silent: ServerResponse[] = [];
    files.interfere = (path, response) => {
      if (path !== table) return false;
      response.writeHead(200, { "content-length": bytes.byteLength }).flushHeaders();
      silent.push(response);
      return true;
    };
    const impatient = httpOrigin(files.url, { silenceMs: 50 });
    // On a busy machine another file may time out before the silent one is requested.
    await eventually(async () => {
      await expect(fetchSnapshot(impatient, first, await temporaryDirectory(), never)).rejects.toThrow(
        "no byte in 50 ms",
      );
      expect(silent.length).toBe(1);
    });
  });

  it("gives up an origin that drips a byte now and then", async () => {
    const { files, first } = await smallOrigin();
    let drips = 0;
    files.interfere = (path, response) => {
      if (!path.endsWith("suburbs.parquet")) return false;
      drips++;
      const drip = setInterval(() => response.write("x"), 10);
      response.once("close", () => clearInterval(drip));
      return true;
    };
    const origin = httpOrigin(files.url, { silenceMs: 300 });
    await expect(fetchSnapshot(origin, first, await temporaryDirectory(), never)).rejects.toMatchObject({
      code: "deadline_exceeded",
      message: expect.stringContaining("less than 4096 bytes a second"),
    });
    expect(drips).toBe(1);
  });

  it("follows a redirect to the origin's own host alone, unless another is allowed", async () => {
    const { files, first, cache, origin } = await smallOrigin();
    const { port } = new URL(files.url);
    files.interfere = (path, response, request) => {
      if (request.headers.host !== `127.0.0.1:${port}`) return false;
      const host = path.endsWith("suburbs.parquet") ? "localhost" : "127.0.0.1";
      if (request.url?.includes("?again")) return false;
      response.writeHead(302, { location: `http://${host}:${port}${path}?again` }).end();
      return true;
    };
    await expect(fetchSnapshot(origin, first, await temporaryDirectory(), never)).rejects.toThrow(
      `redirects to http://localhost:${port}, which TERRACE_FROM_REDIRECT_HOSTS does not name`,
    );
    const allowed = httpOrigin(files.url, { redirectHosts: ["localhost"] });
    await fetchSnapshot(allowed, first, cache, never);
    expect(await readCurrent(cache)).toBe(first);
  });

  it("goes on where a connection broke, with ranges or without", async () => {
    const { files, first, root } = await smallOrigin();
    const table = `/snapshots/${first}/tables/suburbs.parquet`;
    const bytes = await readFile(join(root, table));
    let cache = await temporaryDirectory();
    /** Sends bytes up to `end`, and hangs up when they have arrived. */
    const sendUntil = async (response: ServerResponse, from: number, end: number) => {
      response.writeHead(from > 0 ? 206 : 200, { "content-length": bytes.byteLength - from });
      response.write(bytes.subarray(from, end));
      if (end >= bytes.byteLength) return response.end();
      const staging = join(cache, "staging");
      await eventually(async () => {
        const found = await readdir(staging, { recursive: true });
        const held = found.find((path) => path.endsWith("suburbs.parquet"));
        expect((await stat(join(staging, held ?? ""))).size).toBe(end);
      });
      return response.destroy();
    };
    for (const hasRanges of [true, false]) {
      const asked: (string | undefined)[] = [];
      files.interfere = (path, response, request) => {
        if (path !== table) return false;
        const { range } = request.headers;
        asked.push(range);
        const from = hasRanges && range !== undefined ? Number(/^bytes=(\d+)-$/.exec(range)![1]) : 0;
        void sendUntil(response, from, asked.length * 700);
        return true;
      };
      cache = await temporaryDirectory();
      await fetchSnapshot(httpOrigin(files.url), first, cache, never);
      await verifySnapshot(join(cache, "snapshots", first));
      expect(asked).toEqual([undefined, "bytes=700-", "bytes=1400-"]);
    }
    // Gives up if the origin brings no new bytes.
    let tries = 0;
    files.interfere = (path, response) => {
      if (path !== table) return false;
      tries++;
      void sendUntil(response, 0, 700);
      return true;
    };
    cache = await temporaryDirectory();
    await expect(fetchSnapshot(httpOrigin(files.url), first, cache, never)).rejects.toThrow("terminated");
    expect(tries).toBe(2);
  });

  it("asks again where a server was busy or hung up", async () => {
    const { files, first, cache, origin } = await smallOrigin();
    const asked = new Map<string, number>();
    files.interfere = (path, response) => {
      const times = (asked.get(path) ?? 0) + 1;
      asked.set(path, times);
      if (times > 1) return false;
      if (path.endsWith("manifest.json")) return !!response.writeHead(429).end("slow down");
      if (path.endsWith("suburbs.parquet")) return !response.destroy().writable;
      return path.endsWith("columns.arrow") && !!response.writeHead(503).end();
    };
    await fetchSnapshot(origin, first, cache, never);
    expect(await readCurrent(cache)).toBe(first);
    expect([...asked.values()].toSorted()).toEqual([1, 2, 2, 2]);
  });

  it("takes no path out of the snapshot from a manifest", async () => {
    const { files, cache, origin } = await smallOrigin();
    for (const path of ["../../../escape", "/tmp/escape", "tables/../../escape"]) {
      const evil = publishesEvil(files, [{ path, bytes: 1, sha256: SHA_OF_X }]);
      await expect(fetchSnapshot(origin, evil, cache, never)).rejects.toThrow("a path inside the snapshot");
    }
    expect(await readdir(cache)).toEqual(["staging"]);
  });

  it("removes what a fetch that was killed had brought before it asks for more", async () => {
    const { files, first, cache, origin } = await smallOrigin();
    const staging = new URL("../../../src/snapshot/store/staging.ts", import.meta.url);
    const killed = spawnSync(process.execPath, [
      "--input-type=module",
      "--eval",
      `import { claimStaging } from ${JSON.stringify(staging.href)};
       await claimStaging(${JSON.stringify(cache)}, "fetch");
       process.kill(process.pid, "SIGKILL");`,
    ]);
    expect(killed.signal).toBe("SIGKILL");
    const left = await readdir(join(cache, "staging"));
    expect(left).toHaveLength(2);
    // A fetch that fails at the same point as the killed one, for instance on a full disk.
    let found: string[] = [];
    files.interfere = (_path, response) => {
      found = readdirSync(join(cache, "staging"));
      return !!response.writeHead(404).end();
    };
    await expect(fetchSnapshot(origin, first, cache, never)).rejects.toThrow("status 404");
    expect(found).toHaveLength(2);
    expect(found.filter((name) => left.includes(name))).toEqual([]);
  });

  it("writes through no file of another snapshot, whatever paths a manifest names", async () => {
    const { files, first, cache, origin } = await smallOrigin();
    await fetchSnapshot(origin, first, cache, never);
    const served = join(cache, "snapshots", first);
    const [known] = (await verifySnapshot(served)).files;
    const other = { path: known.path, bytes: 1, sha256: SHA_OF_X };
    for (const named of [[known, other], [known, known], [{ ...known, path: "manifest.json" }]]) {
      const evil = publishesEvil(files, named);
      const refusal = await fetchSnapshot(origin, evil, cache, never).catch((error) => error);
      await verifySnapshot(served);
      expect(String(refusal)).toContain("expected a path that no other file has");
    }
  });
});

function following(options: Parameters<typeof followOrigin>[0]) {
  const follower = followOrigin(options);
  onTestFinished(() => follower.close());
  return follower;
}

describe("followOrigin", () => {
  it("looks by tag, fetches what is new, keeps the old on faults and recovers", async () => {
    const { files, first, publish, cache, origin } = await smallOrigin();
    const faults: unknown[] = [];
    following({ origin, dataDir: cache, everyMs: 20, onFault: (error) => faults.push(error) });
    await eventually(async () => expect(await readCurrent(cache)).toBe(first));
    files.interfere = (path, response) => path.includes("parquet") && !!response.writeHead(503).end();
    const second = await publish(2);
    await eventually(() => expect(faults.length).toBeGreaterThan(2));
    expect(await readCurrent(cache)).toBe(first);
    files.interfere = () => false;
    await eventually(async () => expect(await readCurrent(cache)).toBe(second));
    const seen = files.requests.length;
    await eventually(() => expect(files.requests.length).toBeGreaterThan(seen + 3));
    expect(new Set(files.requests.slice(seen + 1))).toEqual(new Set(["/CURRENT"]));
  });

  it("fetches a faulty snapshot ever more seldom, tells of it all the while, and takes another at once", async () => {
    const { files, first, publish, cache, origin } = await smallOrigin();
    const isBad: FileServer["interfere"] = (path, response) =>
      path.includes(first) && path.includes("parquet") && !!response.end("bad");
    files.interfere = isBad;
    const follower = following({ origin, dataDir: cache, everyMs: 5 });
    const requestsOf = (name: string) => files.requests.filter((path) => path.endsWith(name)).length;
    await eventually(() => expect(requestsOf("manifest.json")).toBeGreaterThan(1));
    await eventually(() => expect(requestsOf("CURRENT")).toBeGreaterThan(60));
    expect(requestsOf("manifest.json")).toBeLessThan(10);
    expect(follower.fault).toMatchObject({ snapshotId: first, error: { code: "bad_snapshot" } });
    // While the origin is unavailable, that is the fault; then the snapshot is again.
    files.interfere = (_path, response) => !!response.writeHead(404).end();
    await eventually(() => expect(follower.fault).toMatchObject({ error: { code: "unavailable" } }));
    files.interfere = isBad;
    await eventually(() => expect(follower.fault).toMatchObject({ error: { code: "bad_snapshot" } }));
    const second = await publish(2);
    await eventually(async () => expect(await readCurrent(cache)).toBe(second));
    await eventually(() => expect(follower.fault).toBeUndefined());
  });

  it("looks on while a file drips, says what is missing, and takes a newer snapshot first", async () => {
    const { root, files, first, publish, cache, origin } = await smallOrigin();
    const fetched: string[] = [];
    const onFetch = ({ snapshotId }: { snapshotId: string }) => fetched.push(snapshotId);
    const follower = following({ origin, dataDir: cache, everyMs: 5, onFetch });
    await eventually(() => expect(fetched).toEqual([first]));
    const aside = await temporaryDirectory();
    const idOf = async (number: number) =>
      (await writeSmallSnapshot(join(aside, String(number)), number)).snapshotId;
    const [second, third] = [await idOf(2), await idOf(3)];
    /** Functions that send the rest of a snapshot's file, whose first byte was sent. */
    const dripping = new Map<string, () => void>();
    files.interfere = (path, response) => {
      const snapshotId = [second, third].find((id) => path.includes(id) && path.includes("suburbs.parquet"));
      if (snapshotId === undefined) return false;
      const bytes = readFileSync(join(root, path));
      response.writeHead(200).write(bytes.subarray(0, 1));
      dripping.set(snapshotId, () => response.end(bytes.subarray(1)));
      return true;
    };
    const looks = () => files.requests.filter((path) => path === "/CURRENT").length;
    const lookOn = async () => {
      const before = looks();
      await eventually(() => expect(looks()).toBeGreaterThan(before + 3));
    };
    await publish(2);
    await eventually(() => expect(dripping.has(second)).toBe(true));
    await lookOn();
    expect(follower.fault).toEqual({ snapshotId: second, error: undefined });
    await publish(3);
    await eventually(() => expect(dripping.has(third)).toBe(true));
    // The previous fetch was abandoned for this one; this one is not, however often the origin publishes.
    const fourth = await publish(4);
    await lookOn();
    expect(fetched).toEqual([first]);
    dripping.get(third)!();
    await eventually(() => expect(fetched).toEqual([first, third, fourth]));
    expect(await readCurrent(cache)).toBe(fourth);
    await eventually(() => expect(follower.fault).toBeUndefined());
  });

  it("leaves out the looks that were due while one took long", async () => {
    const first = Promise.withResolvers<undefined>();
    let looks = 0;
    following({
      origin: {
        current: async () => (++looks === 1 ? first.promise : undefined),
        text: () => Promise.reject(new Error("nothing is fetched")),
        stream: () => Promise.reject(new Error("nothing is fetched")),
      },
      dataDir: await temporaryDirectory(),
      everyMs: 1,
    });
    await eventually(() => expect(looks).toBe(1));
    // Many intervals at which a check was due.
    let due = 0;
    const ticks = setInterval(() => due++, 1);
    await eventually(() => expect(due).toBeGreaterThan(30));
    clearInterval(ticks);
    first.resolve(undefined);
    await new Promise(setImmediate);
    expect(looks).toBeLessThan(10);
    await eventually(() => expect(looks).toBeGreaterThan(2));
  });
});

describe("signedHeaders", () => {
  it("signs as the published example of a GET does", () => {
    const headers = signedHeaders(
      {
        method: "GET",
        url: new URL("https://examplebucket.s3.amazonaws.com/test.txt"),
        headers: { range: "bytes=0-9" },
        bodySha256: createHash("sha256").update("").digest("hex"),
        now: new Date("2013-05-24T00:00:00Z"),
      },
      {
        accessKeyId: "AKIAIOSFODNN7EXAMPLE",
        secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        region: "us-east-1",
      },
    );
    expect(headers.authorization).toContain(
      "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    );
  });
});

describe("pushToBucket", () => {
  it("sends files before the manifest and CURRENT last, each under its checksum, and nothing twice", async () => {
    const objects = new Map<string, Buffer>();
    const order: string[] = [];
    const bodyOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray());
    const server = createServer(async (request, response) => {
      const path = request.url!;
      if (response.writableEnded || response.destroyed) return;
      if (!/^AWS4-HMAC-SHA256 Credential=me\//.test(request.headers.authorization ?? "")) {
        response.writeHead(403).end("no signature");
        return;
      }
      if (request.method === "HEAD") {
        const held = objects.get(path);
        if (held === undefined) response.writeHead(404).end();
        else response.writeHead(200, { "content-length": held.byteLength }).end();
        return;
      }
      const body = await bodyOf(request);
      const digest = createHash("sha256").update(body).digest("hex");
      if (digest !== request.headers["x-amz-content-sha256"]) {
        response.writeHead(400).end("wrong checksum");
        return;
      }
      objects.set(path, body);
      order.push(path);
      response.writeHead(200).end();
    });
    const { url } = await listening(server, {});
    const directory = join(await temporaryDirectory(), "snapshot");
    const manifest = await writeSmallSnapshot(directory, 1);
    const target = {
      address: new URL("bucket/terrace/", url),
      key: { accessKeyId: "me", secretAccessKey: "s", region: "here" },
      now: () => new Date(0),
    };
    const sent = await pushToBucket({ directory, manifest }, target, never);
    expect(sent.files).toBe(manifest.files.length);
    expect(order.slice(-2)).toEqual([
      `/bucket/terrace/snapshots/${manifest.snapshotId}/manifest.json`,
      "/bucket/terrace/CURRENT",
    ]);
    expect(objects.get("/bucket/terrace/CURRENT")!.toString()).toBe(`${manifest.snapshotId}\n`);
    expect((await pushToBucket({ directory, manifest }, target, never)).sentBytes).toBe(0);
    await expect(
      pushToBucket({ directory, manifest }, { ...target, key: { ...target.key, accessKeyId: "you" } }, never),
    ).rejects.toThrow("status 403");
    // A busy bucket, and one that hangs up, once each.
    objects.clear();
    let refusals = 0;
    server.prependListener("request", (_request, response: ServerResponse) => {
      refusals++;
      if (refusals === 3) response.writeHead(503).end("slow down");
      if (refusals === 6) response.destroy();
    });
    expect((await pushToBucket({ directory, manifest }, target, never)).files).toBe(manifest.files.length);
    expect(objects.size).toBe(manifest.files.length + 2);
  });
});

describe("terrace serve --from", () => {
  it("serves what an origin publishes, and goes on from its cache when the origin is gone", async () => {
    const origin = inject("country").dataDir;
    const files = await serveFiles(origin);
    const cache = await temporaryDirectory();
    const { manifest } = await openSnapshot(origin);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const from = ["--from", files.url, "--from-every-ms", "200"];
    const args = ["serve", ...from, "--data-dir", cache, "--port", String(port)];
    const first = startTerrace(args);
    onTestFinished(() => void first.child.kill("SIGKILL"));
    await first.said(/ready at /);
    expect(await readCurrent(cache)).toBe(manifest.snapshotId);
    first.child.kill("SIGTERM");
    expect((await first.finished).exitCode).toBe(0);
    files.interfere = (_path, response) => !!response.writeHead(500).end();
    const second = startTerrace(args);
    onTestFinished(() => void second.child.kill("SIGKILL"));
    const said = await second.said(/ready at /);
    expect(said).toContain("still serving the previous one");
    const health = async () => (await fetch(`${url}/api/health`)).json();
    expect(await health()).toMatchObject({ status: "degraded", error: "the origin cannot be reached" });
    expect(JSON.stringify(await health())).not.toContain(new URL(files.url).host);
    files.interfere = () => false;
    await eventually(async () => expect(await health()).toMatchObject({ status: "healthy" }));
    second.child.kill("SIGTERM");
    expect((await second.finished).exitCode).toBe(0);
  });
});
