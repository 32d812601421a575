import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { DAY_MS } from "../../../runtime/time/calendar-date.ts";

const NAME = "terrace-page";

/** A page may stay open for so many days. */
const LIFE_DAYS = 30;

/** Key derived from the secret, so that replicas accept each other's cookies; without a secret, random. */
export function pageKey(secret: string): Uint8Array {
  return secret === "" ? randomBytes(32) : createHmac("sha256", secret).update("page-cookie").digest();
}

export function pageCookies(key: Uint8Array, now: () => number) {
  const sign = (day: string, address: string) =>
    createHmac("sha256", key).update(`${day} ${address}`).digest("base64url").slice(0, 32);
  const lastDay = (headers: IncomingHttpHeaders, address: string): number => {
    const [, day, given] =
      /(?:^|; *)terrace-page=(\d{1,6})\.([\w-]{32})(?:;|$)/.exec(headers.cookie ?? "") ?? [];
    if (day === undefined) return 0;
    return timingSafeEqual(Buffer.from(given), Buffer.from(sign(day, address))) ? Number(day) : 0;
  };
  return {
    /** Set-Cookie value for a caller at this address; undefined if its cookie is valid for days to come. */
    issue(headers: IncomingHttpHeaders, address: string): string | undefined {
      const today = Math.floor(now() / DAY_MS);
      if (lastDay(headers, address) > today + LIFE_DAYS / 2) return undefined;
      const day = String(today + LIFE_DAYS);
      const life = `Max-Age=${(LIFE_DAYS * DAY_MS) / 1000}`;
      return `${NAME}=${day}.${sign(day, address)}; Path=/; ${life}; HttpOnly; SameSite=Strict`;
    },
    /**
     * True for same-origin requests, as the browser reports, with a cookie that we signed for this address. A
     * script that loads the page first can fake both; it then shares the budget that all pages at its address
     * have, so it gains no second one.
     */
    isOwnPage(headers: IncomingHttpHeaders, address: string): boolean {
      if (headers["sec-fetch-site"] !== "same-origin" || headers.cookie === undefined) return false;
      return lastDay(headers, address) >= Math.floor(now() / DAY_MS);
    },
  };
}
