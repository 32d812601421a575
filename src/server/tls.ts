import { readFileSync } from "node:fs";
import { TerraceError } from "../errors.ts";

/** Key and certificate from their files; undefined when neither is named. */
export function readTls(keyFile: string, certFile: string): { key: Buffer; cert: Buffer } | undefined {
  if (keyFile === "" && certFile === "") return undefined;
  if (keyFile === "" || certFile === "") {
    const missing = keyFile === "" ? "TERRACE_TLS_KEY" : "TERRACE_TLS_CERT";
    throw new TerraceError("bad_config", `TLS needs a key and a certificate: ${missing} is missing`);
  }
  return { key: readPem("TERRACE_TLS_KEY", keyFile), cert: readPem("TERRACE_TLS_CERT", certFile) };
}

function readPem(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new TerraceError("bad_config", `${name}: ${path} cannot be read`, { cause });
  }
}
