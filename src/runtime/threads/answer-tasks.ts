import { parentPort } from "node:worker_threads";

/** Answers every message that this thread is sent with one message. Bytes are handed over, not copied. */
export function answerTasks<Task>(perform: (task: Task) => unknown): void {
  parentPort?.on("message", (task: Task) => {
    const answer = perform(task);
    parentPort?.postMessage(answer, answer instanceof Uint8Array ? [answer.buffer as ArrayBuffer] : []);
  });
}
