import { openSnapshotDirectory, type VerifiedSnapshot } from "../../../src/snapshot/store/open.ts";

/** A snapshot that nothing removes while the test reads it: its pin would only stand in the way of others. */
export async function openSnapshot(path: string): Promise<VerifiedSnapshot> {
  const { pin, ...snapshot } = await openSnapshotDirectory(path);
  await pin.release();
  return snapshot;
}
