import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { DAY_MS } from "../../../runtime/time/calendar-date.ts";

/** Name of the cookie that the explorer page's answer sets. */
const NAME = "terrace-page";

/** Days that a page may stay open and still count as one. */
const LIFE_DAYS = 30;

/** A key made from the secret, so that replicas know each other's cookies; without one, a key of this process. */
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
    /** Value of a Set-Cookie header for a caller at this address; undefined when its cookie is good for days to come. */
    issue(headers: IncomingHttpHeaders, address: string): string | undefined {
      const today = Math.floor(now() / DAY_MS);
      if (lastDay(headers, address) > today + LIFE_DAYS / 2) return undefined;
      const day = String(today + LIFE_DAYS);
      const life = `Max-Age=${(LIFE_DAYS * DAY_MS) / 1000}`;
      return `${NAME}=${day}.${sign(day, address)}; Path=/; ${life}; HttpOnly; SameSite=Strict`;
    },
    /**
     * True for a request that the browser says comes from a page of this very origin, with a cookie that we signed for
     * this address. Both can be made up by a script that loads the page first; it is then counted by its address like a
     * page, together with everything else from there, so pretending buys it no second budget.
     */
    isOwnPage(headers: IncomingHttpHeaders, address: string): boolean {
      if (headers["sec-fetch-site"] !== "same-origin" || headers.cookie === undefined) return false;
      return lastDay(headers, address) >= Math.floor(now() / DAY_MS);
    },
  };
}
