import { generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTls } from "../../../../src/server/wire/port/tls.ts";
import { temporaryDirectory } from "../../../support/run/fixtures.ts";

const KEY = join(import.meta.dirname, "../../../fixtures/tls/localhost-key.pem");
const CERT = join(import.meta.dirname, "../../../fixtures/tls/localhost-cert.pem");

describe("readTls", () => {
  it("gives nothing when nothing is configured", () => {
    expect(readTls("", "")).toBeUndefined();
  });

  it("names the file that is missing, cannot be read or holds something else", async () => {
    const directory = await temporaryDirectory();
    const missing = join(directory, "no-such-file.pem");
    const text = join(directory, "text.pem");
    await writeFile(text, "not a key\n");
    for (const [keyFile, certFile, problem] of [
      [missing, CERT, `TERRACE_TLS_KEY_FILE: ${missing} does not exist`],
      [KEY, missing, `TERRACE_TLS_CERT_FILE: ${missing} does not exist`],
      [KEY, directory, `TERRACE_TLS_CERT_FILE: ${directory} cannot be read`],
      [text, CERT, `TERRACE_TLS_KEY_FILE: ${text} holds no private key`],
      [KEY, text, `TERRACE_TLS_CERT_FILE: ${text} holds no certificate`],
      [KEY, "", "TERRACE_TLS_CERT_FILE is missing"],
      ["", CERT, "TERRACE_TLS_KEY_FILE is missing"],
    ]) {
      expect(() => readTls(keyFile, certFile)).toThrow(problem);
    }
    expect(readTls(KEY, CERT)).toBeDefined();
  });

  it("refuses a key that belongs to another certificate, by both names", async () => {
    const keyFile = join(await temporaryDirectory(), "other-key.pem");
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    await writeFile(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }));
    expect(() => readTls(keyFile, CERT)).toThrow(
      `TERRACE_TLS_KEY_FILE: ${keyFile} is not the key of the certificate in ${CERT}`,
    );
  });

  it("refuses a key with a passphrase, for which nobody could be asked", async () => {
    const keyFile = join(await temporaryDirectory(), "locked-key.pem");
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const locked = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" } as const;
    await writeFile(keyFile, privateKey.export(locked));
    expect(() => readTls(keyFile, CERT)).toThrow("holds no private key in PEM without a passphrase");
  });
});
