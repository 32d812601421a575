import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface ShellOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** A shell that runs blocks one after the other: working directory and variables carry over. */
export class TypedShell {
  readonly #shell: ChildProcessWithoutNullStreams;
  readonly #scratch: string;
  #blocks = 0;

  constructor(cwd: string, env: NodeJS.ProcessEnv, scratch: string) {
    this.#shell = spawn("bash", ["--noprofile", "--norc"], { cwd, env });
    this.#scratch = scratch;
  }

  /** Runs the commands; rejects with the output if one of them fails. */
  async paste(text: string): Promise<ShellOutput> {
    await mkdir(this.#scratch, { recursive: true });
    const script = join(this.#scratch, `block-${this.#blocks++}.sh`);
    // A block stops at the first command that fails; the shell stays open for the next block.
    const lines = text
      .replaceAll(/\\\n\s*/g, " ")
      .split("\n")
      .filter((line) => line.trim() !== "");
    await writeFile(script, lines.map((line) => `${line} || return $?`).join("\n"));
    const end = `end-of-block-${this.#blocks}`;
    const said = { stdout: "", stderr: "" };
    const shell = this.#shell;
    return new Promise((resolve, reject) => {
      const hear = (stream: "stdout" | "stderr") => (part: string) => {
        said[stream] += part;
        const [, status] = new RegExp(`\\n${end} (\\d+)\\n$`).exec(said.stdout) ?? [];
        if (status === undefined) return;
        stop();
        const stdout = said.stdout.slice(0, said.stdout.lastIndexOf(`\n${end} `));
        if (status === "0") resolve({ stdout, stderr: said.stderr });
        else reject(new Error(`ended with ${status}:\n${text}\n${stdout}\n${said.stderr}`));
      };
      const [out, err] = [hear("stdout"), hear("stderr")];
      const gone = () => reject(new Error(`the shell ended:\n${text}\n${said.stdout}\n${said.stderr}`));
      const stop = () => {
        shell.stdout.off("data", out);
        shell.stderr.off("data", err);
        shell.off("close", gone);
      };
      shell.stdout.setEncoding("utf8").on("data", out);
      shell.stderr.setEncoding("utf8").on("data", err);
      shell.once("close", gone);
      shell.stdin.write(`. "${script}" </dev/null; printf '\\n${end} %s\\n' $?\n`);
    });
  }

  close(): void {
    this.#shell.stdin.end();
    this.#shell.kill();
  }
}
