import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inWorld } from "../../src/snapshot/files/outside-world.ts";
import { SYSTEM_PROCESSES } from "../../src/snapshot/files/process-stamp.ts";
import { pinSnapshot } from "../../src/snapshot/store/leases.ts";
import { retainSnapshots } from "../../src/snapshot/store/retain.ts";
import { claimStaging } from "../../src/snapshot/store/staging.ts";

// Holds a staging slot with work in it and a pin, with a heartbeat every few milliseconds, until it is
// killed; or, with the task `retain`, cleans the data directory once as the CLI does. Prints one line of
// JSON.
const [task, dataDir, snapshotId] = process.argv.slice(2);
const { place } = SYSTEM_PROCESSES.own();
if (task === "retain") {
  process.stdout.write(`${JSON.stringify({ place, ...(await retainSnapshots(dataDir, 1)) })}\n`);
} else {
  const beats = { heartbeat: { everyMs: 10, deadAfterMs: 600_000 } };
  const slot = await inWorld(beats, () => claimStaging(dataDir, "build"));
  await writeFile(join(slot.directory, "half.parquet"), "half");
  await inWorld(beats, () => pinSnapshot(dataDir, snapshotId));
  process.stdout.write(`${JSON.stringify({ place, slot: slot.directory })}\n`);
  setInterval(() => {}, 3_600_000);
}
