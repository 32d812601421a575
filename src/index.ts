import "./runtime/node/check-node.ts";

export type { Metric } from "./dataset/metric.ts";
export { STATE_CODES, type StateCode } from "./dataset/states.ts";
export { METRIC_KEYS, METRICS } from "./domains/suburbs/metrics/metric-registry.ts";
export type { AskOptions } from "./library/ask-method.ts";
export { type BuildOptions, buildSnapshot } from "./library/build-snapshot.ts";
export {
  type OpenEngineOptions,
  openEngine,
  type SnapshotAt,
  type SnapshotQuestions,
  type TerraceEngine,
} from "./library/open-engine.ts";
export type { Question, Questions } from "./library/questions.ts";
export type { PlainRequest } from "./library/read-request.ts";
export {
  generateSyntheticDataset,
  listSnapshots,
  publishSnapshot,
  retainSnapshots,
  verifySnapshot,
} from "./library/snapshots.ts";
export type { OutlineGeometry, SuburbOutline } from "./library/suburb-outlines.ts";
export type { Switches } from "./rpc/switches.ts";
export { type ErrorCode, isTerraceError, TerraceError } from "./runtime/errors.ts";
export type { BuiltSnapshot } from "./snapshot/build/build.ts";
export type { BuildProgress, BuildStep } from "./snapshot/build/build-progress.ts";
export type { LoadReport, TableReport } from "./snapshot/load/load-report.ts";
export type { SnapshotManifest, SnapshotSource } from "./snapshot/manifest/manifest.ts";
export type { SnapshotListing } from "./snapshot/store/list.ts";
export type { PublishResult } from "./snapshot/store/publish.ts";
export type { RetainOptions, RetainResult } from "./snapshot/store/retain.ts";
export type { VerifyOptions, VerifyProgress } from "./snapshot/store/verify.ts";
export type { GenerateOptions } from "./synthetic/generate.ts";
