import type { AccessConfig } from "../../../config/access-settings.ts";
import { badConfig } from "../../../runtime/errors.ts";

/**
 * Links for error messages: to the configured public address, else to this server, whose documentation also
 * explains the limits. `ownUrl` is called each time, because port 0 is resolved only on listen.
 */
export function helpLinks(
  { webUrl, upgradeUrl }: Pick<AccessConfig, "webUrl" | "upgradeUrl">,
  ownUrl: () => string,
) {
  const web = webUrl === "" ? undefined : absoluteUrl("TERRACE_WEB_URL", webUrl);
  const docsUrl = () => new URL("/docs", web ?? ownUrl()).href;
  if (upgradeUrl !== "") {
    const upgrade = absoluteUrl("TERRACE_UPGRADE_URL", upgradeUrl);
    return { docsUrl, upgradeUrl: () => upgrade };
  }
  if (web === undefined) return { docsUrl, upgradeUrl: () => `${docsUrl()}#limits` };
  const pricing = new URL("/pricing", web).href;
  return { docsUrl, upgradeUrl: () => pricing };
}

/** The URL for links to a server that listens at `url`: a wildcard address becomes localhost. */
export function linkableUrl(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, "//localhost");
}

function absoluteUrl(name: string, text: string): string {
  if (!URL.canParse(text)) {
    throw badConfig(`${name}: "${text}" is not an absolute address; write https://host/path`);
  }
  return new URL(text).href;
}
