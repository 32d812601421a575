/** Parts of answers that are left out when they cannot be read: the rest is worth having. */
export const SOFT_PARTS = ["freshness"] as const;

export type SoftPart = (typeof SOFT_PARTS)[number];

/** Called with each part that could not be read; its answer went out without it. */
export type OnPartDropped = (part: SoftPart, cause: unknown) => void;
