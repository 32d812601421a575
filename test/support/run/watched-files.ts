import { type FileOperations, NODE_FILES } from "../../../src/snapshot/files/file-operations.ts";

export interface FileCall {
  readonly operation: keyof FileOperations;
  readonly paths: readonly string[];
}

/** The real file operations with hooks before and after each call; both may throw. */
export function watchedFiles(hooks: {
  before?: (call: FileCall, n: number) => void;
  after?: (call: FileCall, n: number) => void;
}): FileOperations {
  let count = 0;
  const operations = Object.entries(NODE_FILES) as [string, (...paths: string[]) => unknown][];
  const wrapped = operations.map(([operation, run]) => [
    operation,
    (...args: string[]) => {
      const call = { operation: operation as keyof FileOperations, paths: args };
      const n = ++count;
      if (operation === "readChunks") {
        return (async function* () {
          hooks.before?.(call, n);
          yield* run(...args) as AsyncIterable<Uint8Array>;
        })();
      }
      return (async () => {
        hooks.before?.(call, n);
        const result = await run(...args);
        hooks.after?.(call, n);
        return result;
      })();
    },
  ]);
  return Object.fromEntries(wrapped) as FileOperations;
}

export function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: failed on purpose`), { code });
}
