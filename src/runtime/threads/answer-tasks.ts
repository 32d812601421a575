import { parentPort } from "node:worker_threads";

/** Worker side: answers every message with one message. Byte arrays are transferred, not copied. */
export function answerTasks<Task>(perform: (task: Task) => unknown): void {
  parentPort?.on("message", (task: Task) => {
    const answer = perform(task);
    parentPort?.postMessage(answer, answer instanceof Uint8Array ? [answer.buffer as ArrayBuffer] : []);
  });
}
