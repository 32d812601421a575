import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { referenceText } from "./reference.ts";

await writeFile(join(import.meta.dirname, "../../proto/REFERENCE.md"), referenceText());
