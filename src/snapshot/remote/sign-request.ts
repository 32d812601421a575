import { createHmac, hash } from "node:crypto";

export interface BucketKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface RequestToSign {
  readonly method: string;
  readonly url: URL;
  /** Lower-case names; `host` is added. */
  readonly headers: Readonly<Record<string, string>>;
  /** In hexadecimal. */
  readonly bodySha256: string;
  readonly now: Date;
}

/** Headers with an AWS Signature Version 4, as S3-compatible buckets need it. */
export function signedHeaders(
  { method, url, headers, bodySha256, now }: RequestToSign,
  key: BucketKey,
): Record<string, string> {
  const instant = now.toISOString().replaceAll(/[:-]|\.\d{3}/g, "");
  const day = instant.slice(0, 8);
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-content-sha256": bodySha256,
    "x-amz-date": instant,
  };
  const names = Object.keys(all).sort();
  const query = [...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1));
  const request = [
    method,
    url.pathname
      .split("/")
      .map((part) => strict(decodeURIComponent(part)))
      .join("/"),
    query.map(([name, value]) => `${strict(name)}=${strict(value)}`).join("&"),
    ...names.map((name) => `${name}:${all[name].trim()}`),
    "",
    names.join(";"),
    bodySha256,
  ].join("\n");
  const scope = `${day}/${key.region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", instant, scope, hash("sha256", request)].join("\n");
  const keys = [day, key.region, "s3", "aws4_request"];
  const signing = keys.reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${key.secretAccessKey}`,
  );
  const signature = hmac(signing, text).toString("hex");
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope},SignedHeaders=${names.join(";")},Signature=${signature}`,
  };
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** Percent-encodes everything but letters, digits and -._~ */
function strict(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
