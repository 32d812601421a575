import { generateKeyPairSync, sign } from "node:crypto";

/** PEM of a key and a self-signed certificate of localhost that is valid between two instants. */
export function makeCertificate(from: Date, to: Date): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(objectId([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
  const commonName = sequence(objectId([0x55, 0x04, 0x03]), der(0x0c, Buffer.from("localhost")));
  const name = sequence(der(0x31, commonName));
  const alternativeNames = sequence(
    objectId([0x55, 0x1d, 0x11]),
    der(0x04, sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1])))),
  );
  const facts = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternativeNames)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", facts, privateKey)]));
  const body = sequence(facts, ecdsaWithSha256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${body.replace(/(.{64})/g, "$1\n")}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts));
const objectId = (bytes: number[]) => der(0x06, Buffer.from(bytes));
const time = (instant: Date) =>
  der(0x18, Buffer.from(`${instant.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));
