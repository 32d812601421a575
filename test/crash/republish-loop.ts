import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { retainSnapshots } from "../../src/snapshot/store/retain.ts";

// Publishes the directories in turn until it is killed. The previous snapshot is removed each time, so that
// every publication copies. Prints the id of each publication that was reported as done.
const [dataDir, ...directories] = process.argv.slice(2);
process.stdout.write("ready\n");
for (let turn = 0; ; turn++) {
  const { snapshotId } = await publishSnapshot(directories[turn % directories.length], dataDir);
  process.stdout.write(`${snapshotId}\n`);
  await retainSnapshots(dataDir, 1);
}
