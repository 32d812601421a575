import { X509Certificate } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { DAY_MS } from "../../../runtime/time/calendar-date.ts";
import { readTls, type TlsPair } from "./tls.ts";

const WARN_BEFORE_MS = 30 * DAY_MS;
const LOOK_EVERY_MS = DAY_MS / 2;

export interface CertificateOptions {
  readonly keyFile: string;
  readonly certFile: string;
  readonly first: TlsPair;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** Sets the pair for new connections. */
  readonly apply: (pair: TlsPair) => void;
}

export type CertificateFollower = ReturnType<typeof followCertificate>;

/** Reloads a certificate on request, and warns before it expires. */
export function followCertificate({ log, now, ...options }: CertificateOptions) {
  let current = new X509Certificate(options.first.cert);
  const check = () => {
    const { validFrom, validTo } = current;
    const leftMs = Date.parse(validTo) - now();
    const facts = { certFile: options.certFile, validFrom, validTo };
    if (leftMs <= 0) log.error(facts, "the certificate has expired: callers refuse this server");
    else if (leftMs <= WARN_BEFORE_MS) {
      log.warn(
        facts,
        `the certificate expires in ${Math.floor(leftMs / DAY_MS)} days; renew it and send SIGHUP`,
      );
    }
    if (Date.parse(validFrom) > now()) log.error(facts, "the certificate is not valid yet");
  };
  check();
  const timer = setInterval(check, LOOK_EVERY_MS).unref();
  return {
    /** Reloads both files; an invalid pair is logged and ignored. */
    renew() {
      try {
        const pair = readTls(options.keyFile, options.certFile)!;
        options.apply(pair);
        current = new X509Certificate(pair.cert);
        log.info({ certFile: options.certFile, validTo: current.validTo }, "read the certificate again");
        check();
      } catch (err) {
        log.error({ err }, "the new certificate cannot serve; the one before stays");
      }
    },
    /** Unix milliseconds. */
    expiresAtMs: () => Date.parse(current.validTo),
    close: () => clearInterval(timer),
  };
}
