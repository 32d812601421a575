/** Optional parts of answers, dropped if they cannot be read. */
export const SOFT_PARTS = ["freshness"] as const;

export type SoftPart = (typeof SOFT_PARTS)[number];

export type OnPartDropped = (part: SoftPart, cause: unknown) => void;
