import { create } from "@bufbuild/protobuf";
import type { Engine } from "../../../engine/engine.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { DescribePresetsResponseSchema, ExplorerService } from "../../../gen/terrace/v1/explorer_pb.ts";
import { pinnedMethod } from "../../../rpc/pinned-method.ts";
import type { EncodedAnswer, UnaryMethod } from "../../../rpc/unary-method.ts";
import { METRICS, metricPosition } from "../../suburbs/metrics/metric-registry.ts";
import { encodedOnce } from "../messages.ts";
import { explorerOf } from "../queries/suburb-explorer.ts";
import { scopeCode } from "../rules.ts";
import { conditionOf } from "../suburb-export.ts";
import { type DeclaredPreset, PRESETS } from "./presets.ts";

/** Minimum share of suburbs with data; below it a condition would select where figures are published. */
const MIN_KNOWN = 0.2;

/** DescribePresets: the presets, and which parts of them the snapshot can answer. */
export function presetsMethod(engine: Engine): UnaryMethod {
  return pinnedMethod(engine, ExplorerService.method.describePresets, (view, request) =>
    presetsAnswer(view, scopeCode(request.stateCode)),
  );
}

function presetsAnswer(view: SnapshotView, scope: string): Promise<EncodedAnswer> {
  return encodedOnce(view, `describe-presets:${scope}`, DescribePresetsResponseSchema, async () => {
    const explorer = explorerOf(view);
    const distributions = await explorer.ask({ kind: "describe", job: { scope } });
    const { n: totalCount, indexVersion } = view.columns.scopes.get(scope)!.index;
    const presets = PRESETS.map((preset) =>
      presetFields(preset, totalCount, (key) => distributions[metricPosition(key)].dataCount),
    );
    const counted = presets.map(async (preset) => {
      if (preset.unavailable !== "") return preset;
      const job = { scope, filter: conditionOf(preset.where), histograms: [] };
      return { ...preset, matchCount: (await explorer.ask({ kind: "explore", job })).count };
    });
    const fields = { presets: await Promise.all(counted), totalCount, indexVersion };
    return create(DescribePresetsResponseSchema, fields);
  });
}

/** A preset without the parts whose metrics have too little data. */
export function presetFields(
  { key, label, description, conditions, weights }: DeclaredPreset,
  totalCount: number,
  dataCountOf: (metricKey: string) => number,
) {
  const essential = new Set(
    conditions.flatMap(({ where, isEssential }) => (isEssential ? metricOf(where) : [])),
  );
  const known = (metricKey: string) => {
    const dataCount = dataCountOf(metricKey);
    const isKnown = dataCount > 0 && (essential.has(metricKey) || dataCount >= MIN_KNOWN * totalCount);
    return { metricKey, dataCount, leftOut: isKnown ? "" : leftOutText(metricKey, dataCount, totalCount) };
  };
  const parts = conditions.map(({ where, why }) => ({ where, why, ...known(metricOf(where)) }));
  const missing = parts.find(({ metricKey, leftOut }) => essential.has(metricKey) && leftOut !== "");
  const applied = parts.filter(({ leftOut }) => leftOut === "");
  const unavailable =
    missing?.leftOut ?? (applied.length === 0 ? "none of its conditions can be applied" : "");
  return {
    key,
    label,
    description,
    conditions: parts,
    unavailable,
    weights: weights.map(({ metricKey, weight, why }) => ({ weight, why, ...known(metricKey) })),
    where: unavailable === "" ? applied.map(({ where }) => where).join(" and ") : "",
  };
}

/** The metric of a condition, which is its first word. */
const metricOf = (where: string) => where.slice(0, where.indexOf(" "));

function leftOutText(key: string, dataCount: number, totalCount: number): string {
  const { label } = METRICS[metricPosition(key)];
  if (dataCount === 0) return `no suburb here has a figure of ${label}`;
  return `${label} is known of ${((dataCount / totalCount) * 100).toFixed(1)} % of suburbs here`;
}
