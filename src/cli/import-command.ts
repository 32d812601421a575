import type { Command } from "commander";
import { invalidArgument } from "../errors.ts";
import { dayNumberOf } from "../model/calendar-date.ts";
import type { Importer } from "../sources/import/importer.ts";
import type { Terminal } from "./terminal.ts";

type Flags = Record<string, unknown>;

const EXAMPLES = `
Examples:
  terrace import 2021_GCP_SAL_for_AUS_short-header.zip --out australia
  terrace import downloads --out australia --merge
  terrace import --explain 2021Census_G02_AUST_SAL.csv
  terrace snapshot build australia --publish

data/importing.md names the files to download and what becomes of them.
`;

/** Adds `import`: publishers' files to a dataset folder. */
export function addImportCommand(program: Command, terminal: Terminal): void {
  program
    .command("import")
    .argument("[paths...]", "files, archives and folders as the publishers release them")
    .description("turn publishers' files into a dataset; each is recognised by its content")
    .option("--out <dir>", "folder for the dataset; replaced as a whole, and only when an import made it")
    .option(
      "--as-of <date>",
      "day that stands for now, YYYY-MM-DD (default: the newest publication imported)",
    )
    .option("--merge", "keep what earlier imports into the folder brought; newer vintages replace older ones")
    .option("--explain <file>", "say how the file would be read, and write nothing")
    .option(
      "--allow-restricted <source>",
      "serve the rows of a source whose licence is restricted or unclear; repeat for several",
      (source: string, before: string[]) => [...before, source],
      [],
    )
    .option("--json", "print the report as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (paths: string[], flags: Flags) => {
      if (flags.explain !== undefined) return explain(String(flags.explain), terminal);
      await importFiles(paths, flags, terminal);
    });
}

async function importFiles(paths: readonly string[], flags: Flags, terminal: Terminal): Promise<void> {
  if (paths.length === 0) throw invalidArgument("no file to import; name files, archives or folders");
  if (flags.out === undefined) throw invalidArgument("no folder for the dataset; name one with --out");
  const asOf = flags.asOf === undefined ? undefined : String(flags.asOf);
  if (asOf !== undefined && dayNumberOf(asOf) === undefined) {
    throw invalidArgument(`--as-of "${asOf}" is no day; expected YYYY-MM-DD`);
  }
  // Loaded on use: the spreadsheet reader would slow down every other command.
  const { importPaths } = await import("./import-paths.ts");
  const { importReport } = await import("./import-report.ts");
  const result = await importPaths(
    {
      paths,
      out: String(flags.out),
      merge: flags.merge === true,
      allowedSources: new Set(flags.allowRestricted as string[]),
      ...(asOf === undefined ? {} : { asOf }),
    },
    terminal.progress(),
    terminal.signal,
  );
  if (!flags.json) return terminal.out(importReport(result));
  const { parts: _, tables: __, ...outcome } = result.outcome;
  terminal.out(
    JSON.stringify({ ...outcome, rows: result.rows, coverage: result.coverage, asOf: result.manifest.asOf }),
  );
}

async function explain(path: string, terminal: Terminal): Promise<void> {
  const { listFiles, openFile } = await import("../sources/import/find-files.ts");
  const { recogniseFile } = await import("../sources/import/run-import.ts");
  const { IMPORTERS } = await import("../sources/import/registry.ts");
  for (const one of await listFiles([path])) {
    for await (const found of openFile(one)) {
      if ("unreadable" in found) {
        terminal.out(`${found.unreadable.path}: ${found.unreadable.problem}`);
        continue;
      }
      const match = recogniseFile(found.file, IMPORTERS);
      if (match === undefined) {
        terminal.out(`${found.file.path}: no importer knows this content`);
        continue;
      }
      const { importer, recognition } = match;
      terminal.out(`${found.file.path}: ${recognition.what}`);
      terminal.out(`  by ${importer.id} (${importer.title}), ${recognition.confidence} % sure`);
      for (const line of sourceLines(importer)) terminal.out(`  ${line}`);
      for (const line of importer.explain(found.file)) terminal.out(`  ${line}`);
    }
  }
}

function sourceLines(importer: Importer): string[] {
  return importer.sources.map(
    ({ id, publisher, licence, licenceClass, attribution }) =>
      `source ${id}: ${publisher}, ${licence} (${licenceClass}); "${attribution}"`,
  );
}
