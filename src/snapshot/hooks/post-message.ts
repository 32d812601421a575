import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { TerraceError } from "../../runtime/errors.ts";
import { allowedAddresses, type Lookup } from "./public-address.ts";

export interface PostOptions {
  readonly allowsPrivate: boolean;
  readonly lookup: Lookup;
  readonly signal: AbortSignal;
}

/**
 * Sends a message once; rejects unless the status is 200 to 299. Connects only to a checked address, does not
 * follow redirects, and ignores the response body.
 */
export async function postMessage(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  { allowsPrivate, lookup, signal }: PostOptions,
): Promise<void> {
  const looked = allowedAddresses(url.hostname, allowsPrivate, lookup);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const addresses = await Promise.race([looked, aborted]);
  const status = await new Promise<number>((resolve, reject) => {
    const sent = (url.protocol === "https:" ? requestHttps : requestHttp)(
      url,
      {
        method: "POST",
        // No keep-alive: a pooled connection may go to an address that was checked earlier.
        agent: false,
        signal,
        headers: {
          ...headers,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "user-agent": "terrace-hooks",
          connection: "close",
        },
        lookup: (_host, options, callback) => {
          if (options.all === true)
            callback(
              null,
              addresses.map((one) => ({ ...one })),
            );
          else callback(null, addresses[0].address, addresses[0].family);
        },
      },
      (answer) => {
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
  if (status >= 200 && status <= 299) return;
  const what = status >= 300 && status <= 399 ? ", a redirect, which is not followed" : "";
  throw new TerraceError("unavailable", `answered ${status}${what}`);
}
