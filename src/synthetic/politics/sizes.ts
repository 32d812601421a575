/** How much of the register and the returns is made up. */
export interface PoliticsSizes {
  readonly interestsPerMember: number;
  readonly receipts: number;
  readonly payers: number;
  readonly candidates: number;
}

/** What the real register and returns grow to: 60,000 interests, 1.2 million receipts over 26 years. */
const FULL: PoliticsSizes = {
  interestsPerMember: 92,
  receipts: 1_200_000,
  payers: 60_000,
  candidates: 16_200,
};
/** Enough to look at, and quick to start. */
const DEMO: PoliticsSizes = { interestsPerMember: 14, receipts: 16_000, payers: 2_000, candidates: 1_600 };
const SAMPLE: PoliticsSizes = { interestsPerMember: 6, receipts: 4_000, payers: 500, candidates: 240 };

export function politicsSizes(scale: number, isFull: boolean): PoliticsSizes {
  return isFull ? FULL : scale >= 0.5 ? DEMO : SAMPLE;
}
