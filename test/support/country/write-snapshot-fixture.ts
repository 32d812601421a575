import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { SNAPSHOT_SCHEMA_VERSION } from "../../../src/snapshot/manifest/manifest.ts";
import { removeDirectory } from "../run/remove-directory.ts";

// `node test/support/country/write-snapshot-fixture.ts` builds data/example into the fixture of this schema
// version. Run it after raising the version. The fixture of a released version must not change.
const ROOT = join(import.meta.dirname, "../../..");
const target = join(ROOT, `test/fixtures/snapshots/v${SNAPSHOT_SCHEMA_VERSION}`);
const dataDir = await mkdtemp(join(tmpdir(), "terrace-fixture-"));
const built = await buildSnapshot({ datasetDir: join(ROOT, "data/example"), dataDir, strict: true });
await removeDirectory(target);
await cp(built.directory, target, { recursive: true });
await built.discard();
await removeDirectory(dataDir);
