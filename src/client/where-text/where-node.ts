import type { MessageInitShape } from "@bufbuild/protobuf";
import type { FilterExpressionSchema } from "../../gen/terrace/v1/explorer_pb.ts";

/** A condition in the form that Explore and RankSuburbs accept: a FilterExpression or its init object. */
export type WhereExpression = MessageInitShape<typeof FilterExpressionSchema>;

/** A metric that the parser checks keys and labels against. */
export interface WhereMetric {
  readonly key: string;
  /** Empty for numeric metrics. */
  readonly labels: readonly string[];
}

export const STATES = ["ACT", "NSW", "NT", "QLD", "SA", "TAS", "VIC", "WA"] as const;

export const allOf = (expressions: WhereExpression[]): WhereExpression => ({
  node: { case: "allOf", value: { expressions } },
});
export const anyOf = (expressions: WhereExpression[]): WhereExpression => ({
  node: { case: "anyOf", value: { expressions } },
});
export const not = (value: WhereExpression): WhereExpression => ({ node: { case: "not", value } });
export const range = (metricKey: string, min?: number, max?: number): WhereExpression => ({
  node: {
    case: "range",
    value: { metricKey, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) },
  },
});
export const category = (metricKey: string, labels: string[], indexes: number[] = []): WhereExpression => ({
  node: { case: "category", value: { metricKey, labels, indexes } },
});
export const nameContains = (contains: string): WhereExpression => ({
  node: { case: "name", value: { contains } },
});
export const hasData = (metricKey: string): WhereExpression => ({
  node: { case: "hasData", value: { metricKey } },
});
export const inStates = (stateCodes: string[]): WhereExpression => ({
  node: { case: "state", value: { stateCodes } },
});
