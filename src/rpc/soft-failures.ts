/** Optional parts of answers, dropped if they cannot be read. */
export const SOFT_PARTS = ["freshness"] as const;

export type SoftPart = (typeof SOFT_PARTS)[number];

/** Called when an answer is sent without a part. */
export type OnPartDropped = (part: SoftPart, cause: unknown) => void;
