import { join } from "node:path";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { retainSnapshots } from "../../src/snapshot/store/retain.ts";
import { claimStaging } from "../../src/snapshot/store/staging.ts";
import { writeSmallSnapshot } from "../support/country/small-snapshot.ts";

// Publishes small snapshots with increasing numbers until it is killed. Prints the number of each snapshot
// whose publication was reported as done.
const [dataDir, firstNumber] = process.argv.slice(2);
process.stdout.write("ready\n");
for (let number = Number(firstNumber); ; number++) {
  const slot = await claimStaging(dataDir, "build");
  const directory = join(slot.directory, "snapshot");
  await writeSmallSnapshot(directory, number);
  await publishSnapshot(directory, dataDir);
  process.stdout.write(`${number}\n`);
  await slot.release();
  await retainSnapshots(dataDir, 2);
}
