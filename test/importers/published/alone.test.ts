import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import { listFiles } from "../../../src/importers/files/find-files.ts";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import { runImport } from "../../../src/importers/run/run-import.ts";
import { openRead } from "../../support/country/shared-readings.ts";
import { AUSTRALIA, REAL_DATA } from "../../support/data/import-files.ts";
import { isDeepRun } from "../../support/run/test-form.ts";

const MINUTE_MS = 60_000;

/** Sufficient reasons: what is missing, who withholds it, or that no response uses it. */
const REASONS = [
  /^not imported; (not needed: |needs ).{20,}/,
  /^nothing is taken from this table: answers rest on .{20,}/,
  /^not read: no metric is derived from G\d+$/,
  /no suburbs are known[:;] import the suburb list \(ASGS SAL\)/,
  /^lga: no councils are known: import the list of councils \(ASGS LGA\)$/,
  /^no member has a term: import the lists of terms/,
  /^withheld by the licence of ([a-z0-9-]+); --allow-restricted \1 serves it$/,
  /^areas ignored: .* only lists of suburbs \(SAL\) and councils \(LGA\) are read$/,
  /^none of \d+ rows can be used; not residential, (once|\d+ times): nature of property "3"$/,
  /is an HTML page, not a report; download it again$/,
  /no outline of a suburb or council of a state; .* left out: \d+ other territories$/,
];
/** Files about other files, which need no importer. */
const NOTES: readonly (readonly [RegExp, RegExp])[] = [
  [/(^|\/)([^/]*readme[^/]*|creative_commons\.txt)$/i, /^no importer recognises it: text, not a table$/],
  [/(^|\/)manifest\.json$/, /^no importer recognises it: a file that begins with "\[/],
];

describe.skipIf(REAL_DATA === undefined || AUSTRALIA === undefined || !isDeepRun)(
  "a published file imported alone (TERRACE_REAL_DATA, TERRACE_AUSTRALIA)",
  () => {
    it(
      "gives rows, or says why it gives none",
      async () => {
        const withRows: string[] = [];
        const withReason: string[] = [];
        const unclear: string[] = [];
        for (const root of [REAL_DATA!, AUSTRALIA!]) {
          for (const path of await listFiles([root])) {
            const { files, unused, tables } = await runImport({
              importers: IMPORTERS,
              files: openRead(path),
            });
            const hasRows = tables.some(({ rows }) => rows.length > 0);
            (hasRows ? withRows : withReason).push(path);
            // An archive gives rows if any member does; a file that was read before counts as read.
            const silent = files.filter(
              ({ path: file, status }) =>
                !hasRows && status !== "known" && !unused.some((one) => one.path === file),
            );
            unclear.push(...silent.map(({ path: file }) => `${relative(root, file)}: no reason`));
            for (const { path: file, reason } of unused) {
              const note = NOTES.find(([name]) => name.test(file));
              if (!(note === undefined ? REASONS : [note[1]]).some((form) => form.test(reason)))
                unclear.push(`${relative(root, file)}: ${reason}`);
            }
          }
        }
        expect(unclear).toEqual([]);
        expect(withRows.length).toBeGreaterThan(150);
        expect(withReason.length).toBeGreaterThan(100);
      },
      10 * MINUTE_MS,
    );
  },
);
