import type { Config } from "../../config/config.ts";
import { packageVersion } from "../../runtime/package-version.ts";
import type { SnapshotManifest } from "../../snapshot/manifest/manifest.ts";

/** Example calls with readable answers, also for the first part of the country: a ranking, a list, prices. */
const CALLS: readonly (readonly [method: string, request: object])[] = [
  [
    "terrace.v1.ExplorerService/RankSuburbs",
    { stateCode: "ACT", k: 5, weights: [{ metricKey: "income", weight: 1 }] },
  ],
  ["shorts.v1alpha1.HousingService/ListStateSuburbs", { stateCode: "ACT", limit: 3 }],
  ["shorts.v1alpha1.HousingService/GetHousingOverview", { regionType: "state" }],
];

export function welcomeText(url: string, manifest: SnapshotManifest, config: Config): string {
  const { title, asOf, synthetic, national } = manifest;
  const agent = config.agentPolicy && !config.trustLoopback ? " -A my-app/1.0" : "";
  const calls = CALLS.map(
    ([method, request]) =>
      `  curl -s${agent} -H 'Content-Type: application/json' ${url}/${method} \\\n    -d '${JSON.stringify(request)}'`,
  );
  return [
    "",
    `Terrace ${packageVersion()} is ready at ${url}`,
    "",
    `  ${title}: ${national.suburbs.toLocaleString("en-AU")} suburbs, as of ${asOf.slice(0, 10)}`,
    ...(synthetic ? ["  SYNTHETIC data: no place, price, person or company in it is real"] : []),
    "",
    `  page  ${url}/`,
    `  docs  ${url}/docs`,
    "",
    "Three example calls:",
    "",
    ...calls,
    "",
    ...accessLines(config),
    "Press ctrl-C to stop.",
    "",
    "",
  ].join("\n");
}

/** The access limits, for the operator to see before the first denied call. */
export function accessLines(config: Config): string[] {
  const { limits, agentPolicy, trustLoopback, tierLimits } = config;
  if (!limits && !agentPolicy) return ["There are no rate limits, and any User-Agent is accepted."];
  const { apiPerMinute, apiPerMonth } = tierLimits.anonymous;
  const allowance = [
    apiPerMinute === 0 ? [] : `${apiPerMinute} calls a minute`,
    apiPerMonth === 0 ? [] : `${apiPerMonth} a month`,
  ].flat();
  const numbers = allowance.length === 0 ? "any number of calls" : allowance.join(" and ");
  const rules = [
    ...(limits ? [`get ${numbers} without a token (--limits off removes the limit)`] : []),
    ...(agentPolicy ? ["must send a User-Agent that names them (--agent-policy off removes the check)"] : []),
  ];
  return trustLoopback
    ? [
        "Calls from this machine have no rate limits and need no User-Agent.",
        `Callers on other machines, and all callers of "terrace serve", ${rules.join(" and ")}.`,
      ]
    : [`Callers ${rules.join(" and ")}.`];
}
