import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { inWorld } from "../../src/snapshot/files/outside-world.ts";
import { SYSTEM_PROCESSES } from "../../src/snapshot/files/process-stamp.ts";
import { pinnedSnapshots, pinSnapshot } from "../../src/snapshot/store/leases.ts";
import { type RetainResult, retainSnapshots } from "../../src/snapshot/store/retain.ts";
import { claimStaging } from "../../src/snapshot/store/staging.ts";
import { publishedSnapshots } from "../support/country/small-snapshot.ts";
import { eventually, temporaryDirectory } from "../support/run/fixtures.ts";
import { isLongRun } from "../support/run/test-form.ts";

const HOLDER = join(import.meta.dirname, "claim-holder.ts");
const ROUNDS = isLongRun ? 20 : 1;
/** Longer than the ten minutes after which a claim without heartbeat is dead. */
const LONG_AGO_MS = 3_600_000;

/** Ways to run a process that sees another process list than this one. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  "another hostname": ["unshare", "--uts", "sh", "-c", 'hostname elsewhere; exec "$@"', "sh"],
  "another pid namespace": ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"],
  "another boot": [
    ...["unshare", "--mount", "sh", "-c"],
    'cat /proc/sys/kernel/random/uuid > "$1"; mount --bind "$1" /proc/sys/kernel/random/boot_id; shift; exec "$@"',
    ...["sh", "BOOT_ID"],
  ],
  "a container of another host": [
    "unshare",
    "--uts",
    "--pid",
    "--fork",
    "--kill-child",
    "--mount-proc",
    "sh",
    "-c",
    'hostname pod-0; exec "$@"',
    "sh",
  ],
};

async function commandFor(kind: string, ...args: string[]): Promise<[string, string[]]> {
  const bootId = join(await temporaryDirectory(), "boot_id");
  const words = ELSEWHERE[kind].map((word) => (word === "BOOT_ID" ? bootId : word));
  const [command, ...rest] = [...words, process.execPath, HOLDER, ...args];
  return [command, rest];
}

function isPossible(kind: string, bootId: string): boolean {
  const words = ELSEWHERE[kind].map((word) => (word === "BOOT_ID" ? bootId : word));
  try {
    execFileSync(words[0], [...words.slice(1), "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function startHolder(kind: string, dataDir: string, snapshotId: string) {
  const [command, args] = await commandFor(kind, "hold", dataDir, snapshotId);
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  // The process inside a pid namespace exits after its creator and holds the pipe until then.
  const closed = once(child, "close");
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  const { place, slot } = JSON.parse(line as string) as { place: string; slot: string };
  const kill = async () => {
    child.kill("SIGKILL");
    await closed;
  };
  const claimsOf = async () => {
    const found: string[] = [];
    for (const folder of ["staging", "leases"]) {
      const names = await readdir(join(dataDir, folder));
      found.push(
        ...names
          .filter((n) => n.startsWith(`${place}-`) && n.endsWith(".json"))
          .map((n) => join(dataDir, folder, n)),
      );
    }
    return found;
  };
  return { place, slot, kill, claimsOf };
}

async function backdate(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const then = new Date((await stat(path)).mtimeMs - LONG_AGO_MS);
    await utimes(path, then, then);
  }
}

describe("retainSnapshots", () => {
  it.for(Object.keys(ELSEWHERE))(
    "takes nothing from the living of %s, and cleans up after its dead",
    async (kind, context) => {
      if (!isPossible(kind, join(await temporaryDirectory(), "boot_id")))
        return context.skip(`no ${kind} for this user`);
      const counts = { living: 0, livingTaken: 0, dead: 0, deadKept: 0 };
      for (let round = 0; round < ROUNDS; round++) {
        const { dataDir, ids } = await publishedSnapshots(3);
        const holder = await startHolder(kind, dataDir, ids[0]);
        expect(holder.place).not.toBe(SYSTEM_PROCESSES.own().place);
        const claims = await holder.claimsOf();
        expect(claims).toHaveLength(2);
        // The heartbeat of a live process renews even claims that looked old.
        await backdate(claims);
        await eventually(async () => {
          const ages = await Promise.all(claims.map(async (path) => Date.now() - (await stat(path)).mtimeMs));
          expect(Math.max(...ages)).toBeLessThan(LONG_AGO_MS / 2);
        });
        const whileLiving = await retainSnapshots(dataDir, 1);
        counts.living += claims.length;
        counts.livingTaken += whileLiving.leftovers.length;
        expect(whileLiving.leftovers).toEqual([]);
        expect(whileLiving.removed).toEqual([ids[1]]);
        expect(existsSync(join(holder.slot, "half.parquet"))).toBe(true);
        expect(await pinnedSnapshots(dataDir)).toEqual([ids[0]]);

        await holder.kill();
        // As if ten minutes had passed.
        await backdate(claims);
        const afterDeath = await retainSnapshots(dataDir, 1);
        counts.dead += claims.length;
        counts.deadKept += (await holder.claimsOf()).length;
        expect(afterDeath.removed).toEqual([ids[0]]);
        expect(await readdir(join(dataDir, "staging"))).toEqual([]);
        expect(await readdir(join(dataDir, "leases"))).toEqual([]);
      }
      console.log(`${kind}: ${JSON.stringify(counts)}`);
      expect(counts).toMatchObject({ livingTaken: 0, deadKept: 0 });
    },
  );

  it.for(Object.keys(ELSEWHERE))("run in %s, takes nothing from this process", async (kind, context) => {
    if (!isPossible(kind, join(await temporaryDirectory(), "boot_id")))
      return context.skip(`no ${kind} for this user`);
    const { dataDir, ids } = await publishedSnapshots(3);
    const slot = await claimStaging(dataDir, "build");
    await writeFile(join(slot.directory, "half.parquet"), "half");
    const pin = await pinSnapshot(dataDir, ids[0]);
    const [command, args] = await commandFor(kind, "retain", dataDir);
    const result = JSON.parse(execFileSync(command, args, { encoding: "utf8" })) as RetainResult & {
      place: string;
    };
    expect(result.place).not.toBe(SYSTEM_PROCESSES.own().place);
    expect(result.leftovers).toEqual([]);
    expect(result.removed).toEqual([ids[1]]);
    expect(existsSync(join(slot.directory, "half.parquet"))).toBe(true);
    await pin.release();
    await slot.release();
    expect(await readdir(join(dataDir, "leases"))).toEqual([]);
  });
});

describe("a claim", () => {
  const processOf = (place: string) => ({
    processes: { ...SYSTEM_PROCESSES, own: () => ({ pid: 1, place, started: "1" }) },
  });
  const beats = { heartbeat: { everyMs: 5, deadAfterMs: 600_000 } };

  it("comes back when another host took its process for dead, and is gone for good once released", async () => {
    const { dataDir, ids } = await publishedSnapshots(3);
    const pin = await inWorld(beats, () => pinSnapshot(dataDir, ids[0]));
    const [name] = await readdir(join(dataDir, "leases"));
    const elsewhere = { processes: { ...SYSTEM_PROCESSES, isRunning: () => undefined } };
    await backdate([join(dataDir, "leases", name)]);
    await retainSnapshots(dataDir, 3, elsewhere);
    await eventually(async () => expect(await readdir(join(dataDir, "leases"))).toEqual([name]));
    await pin.release();
    expect(await readdir(join(dataDir, "leases"))).toEqual([]);
  });

  it("of a clock that was ahead makes no other claim old", async () => {
    const { dataDir, ids } = await publishedSnapshots(3);
    await inWorld(processOf("0123456789ab"), () => pinSnapshot(dataDir, ids[0]));
    await inWorld(processOf("ba9876543210"), () => pinSnapshot(dataDir, ids[1]));
    const names = await readdir(join(dataDir, "leases"));
    const ahead = join(dataDir, "leases", names.find((name) => name.includes("ba9876543210"))!);
    const inAnHour = new Date(Date.now() + 3_600_000);
    await utimes(ahead, inAnHour, inAnHour);
    expect((await pinnedSnapshots(dataDir)).sort()).toEqual([ids[0], ids[1]].sort());
  });

  it("is judged by the clock of the files, not by that of a host", async () => {
    const { dataDir, ids } = await publishedSnapshots(3);
    await inWorld(processOf("0123456789ab"), () => pinSnapshot(dataDir, ids[0]));
    expect(await pinnedSnapshots(dataDir)).toEqual([ids[0]]);
    const [name] = await readdir(join(dataDir, "leases"));
    const path = join(dataDir, "leases", name);
    const { mtimeMs } = await stat(path);
    // Nine minutes are not enough, eleven are.
    for (const [minutes, isAlive] of [
      [9, true],
      [11, false],
    ] as const) {
      await utimes(path, new Date(), new Date(mtimeMs - minutes * 60_000));
      expect(await pinnedSnapshots(dataDir), `${minutes} minutes`).toEqual(isAlive ? [ids[0]] : []);
    }
  });
});
