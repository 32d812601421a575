import { join, resolve } from "node:path";
import type { Command } from "commander";
import { invalidArgument, TerraceError } from "../runtime/errors.ts";
import { JSON_FLAG, runCommandWith } from "./configuration.ts";
import { describeDifference } from "./snapshot/describe-difference.ts";
import { bundledCountry } from "./start/bundled-country.ts";
import type { Terminal } from "./terminal.ts";

/** Adds `update`: merges newer files into the bundled country, builds, publishes and prints what changed. */
export function addUpdateCommand(program: Command, terminal: Terminal): void {
  const update = program
    .command("update")
    .argument("<paths...>", "files, archives and folders as published")
    .description(
      "merge newer publishers' files into Australia from open data, build, publish and show the changes",
    )
    .option("--dataset <folder>", "dataset to merge into (default: data/australia of the source tree)")
    .option(
      "--out <folder>",
      "folder of the merged dataset, reused by the next update (default: dataset in the data directory)",
    )
    .option(...JSON_FLAG);
  runCommandWith(
    update,
    terminal,
    ["dataDir", "retainSnapshots"],
    async ({ config, flags, say }, paths: string[]) => {
      const dataDir = resolve(config.dataDir);
      const base = flags.dataset === undefined ? bundledCountry() : resolve(String(flags.dataset));
      if (base === undefined) {
        throw invalidArgument(
          "this package does not include the open data of Australia; name its folder with --dataset",
        );
      }
      const out = resolve(String(flags.out ?? join(dataDir, "dataset")));
      const { checkDataDirectory } = await import("../snapshot/store/check-data-directory.ts");
      await checkDataDirectory(dataDir);
      const imported = await importInto(base, out, paths, flags.json === true, terminal);
      const { openSnapshotDirectory } = await import("../snapshot/store/open.ts");
      const { readCurrent } = await import("../snapshot/store/read-current.ts");
      const { buildAndInstall, buildSummary } = await import("./snapshot/build-and-install.ts");
      // Pinned for the comparison: publishing the new snapshot may remove the old one.
      const old =
        (await readCurrent(dataDir)) === undefined ? undefined : await openSnapshotDirectory(dataDir);
      try {
        const installed = await buildAndInstall(
          { datasetDir: out, config, publish: true, recordsChanges: true },
          terminal,
          terminal.progress(),
        );
        const { difference } = await import("./snapshot/diff-command.ts");
        const { manifest, directory } = installed;
        const changed = old && (await difference(old, directory, terminal.signal));
        const report = flags.json === true ? JSON.parse(imported) : imported;
        say({ import: report, snapshotId: manifest.snapshotId, directory, difference: changed ?? null }, [
          imported,
          buildSummary(installed),
          changed === undefined
            ? "there is no earlier snapshot to compare with"
            : describeDifference(changed),
        ]);
      } finally {
        await old?.pin.release().catch(() => {});
      }
    },
  );
}

/** Merges the files into `base` and the result of earlier updates in `out`; returns the report. */
async function importInto(
  base: string,
  out: string,
  paths: readonly string[],
  asJson: boolean,
  terminal: Terminal,
): Promise<string> {
  const { importInProcess } = await import("./import/import-process.ts");
  const request = { paths, out, base, merge: true, allowedSources: new Set<string>() };
  const printed: string[] = [];
  const listener = { progress: terminal.progress(), print: (text: string) => void printed.push(text) };
  await importInProcess({ kind: "import", request, asJson }, listener, terminal.signal);
  if (printed.length === 0) throw new TerraceError("internal", "the import printed no report");
  return printed.join("\n");
}
