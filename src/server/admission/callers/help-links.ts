import type { AccessConfig } from "../../../config/access-settings.ts";
import { badConfig } from "../../../runtime/errors.ts";

/**
 * The links of a deployment: to its configured public address, else to the server itself, whose documentation has the
 * limits too. `ownUrl` is asked each time, as a port of 0 is known only once it is open.
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

/** The address for links to a server that listens at `url`: one that listens everywhere is called localhost. */
export function linkableUrl(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, "//localhost");
}

function absoluteUrl(name: string, text: string): string {
  if (!URL.canParse(text)) {
    throw badConfig(`${name}: "${text}" is not an absolute address; write https://host/path`);
  }
  return new URL(text).href;
}
