/** Process that counts a caller's requests in a quota file and prints written totals, until it is killed. */
import { QuotaLedger } from "../../../src/server/admission/limits/quota-ledger.ts";
import { openQuotaFile } from "./quota-file.ts";

const ledger = new QuotaLedger({
  store: openQuotaFile(process.argv[2]),
  now: () => Date.UTC(2026, 10, 15),
  monotonicMs: () => performance.now(),
  flushEveryMs: 1000,
  onStoreChange: (_isFailing, cause) => console.error(cause),
});
for (let written = 0; ; ) {
  for (let i = 0; i < 7; i++) ledger.take("user:a", 1, 1_000_000_000);
  await ledger.flush();
  written += 7;
  // Awaited: lines still buffered for a slow reader would be lost with this process.
  await new Promise((flushed) => process.stdout.write(`${written}\n`, flushed));
}
