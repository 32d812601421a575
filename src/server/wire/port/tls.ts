import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { badConfig } from "../../../runtime/errors.ts";

/** PEM of a private key and its certificate. */
export interface TlsPair {
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
}

/** Reads and checks key and certificate; undefined if neither is configured. Errors name the file. */
export function readTls(keyFile: string, certFile: string): TlsPair | undefined {
  if (keyFile === "" && certFile === "") return undefined;
  if (keyFile === "" || certFile === "") {
    const missing = keyFile === "" ? "TERRACE_TLS_KEY_FILE" : "TERRACE_TLS_CERT_FILE";
    throw badConfig(`TLS needs a key and a certificate: ${missing} is missing`);
  }
  const key = readPem("TERRACE_TLS_KEY_FILE", keyFile);
  const cert = readPem("TERRACE_TLS_CERT_FILE", certFile);
  const privateKey = parsed("TERRACE_TLS_KEY_FILE", keyFile, "private key", () => createPrivateKey(key));
  const certificate = parsed(
    "TERRACE_TLS_CERT_FILE",
    certFile,
    "certificate",
    () => new X509Certificate(cert),
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    const problem = `TERRACE_TLS_KEY_FILE: ${keyFile} is not the key of the certificate in ${certFile}`;
    throw badConfig(problem);
  }
  return { key, cert };
}

function readPem(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code === "ENOENT" ? "does not exist" : "cannot be read";
    throw badConfig(`${name}: ${path} ${reason}`, cause);
  }
}

function parsed<T>(name: string, path: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw badConfig(`${name}: ${path} holds no ${what} in PEM without a passphrase`, cause);
  }
}
