/** Blocks of a suburb profile as the snapshot holds them. Null is unknown; a missing block is absent altogether. */
export interface DemographicsBlock {
  readonly population: number | null;
  readonly medianAge: number | null;
  readonly medianWeeklyHhdIncome: number | null;
  readonly medianWeeklyPerIncome: number | null;
  readonly medianWeeklyRent: number | null;
  readonly medianMonthlyMortgage: number | null;
  readonly pctOwnedOutright: number | null;
  readonly pctOwnedMortgage: number | null;
  readonly pctRented: number | null;
  readonly dwellingCount: number | null;
  readonly censusYear: number | null;
  readonly pctBornOverseas: number | null;
  readonly pctEnglishOnly: number | null;
  readonly topReligion: string | null;
  readonly pctTopReligion: number | null;
  readonly pctNoReligion: number | null;
  readonly topLanguage: string | null;
  readonly pctTopLanguage: number | null;
  readonly pctLowPersonalIncome: number | null;
  readonly pctHighPersonalIncome: number | null;
  readonly unemploymentRate: number | null;
  readonly labourForceParticipationRate: number | null;
  readonly pctBachelorOrHigher: number | null;
  readonly pctSeparateHouse: number | null;
  readonly pctFlatApartment: number | null;
  readonly pctCoupleWithChildren: number | null;
  readonly pctLonePersonHousehold: number | null;
}

export interface SeifaIndexBlock {
  readonly score: number | null;
  readonly decileAus: number | null;
  readonly decileState: number | null;
}

export interface SeifaBlock {
  readonly irsd: SeifaIndexBlock;
  readonly irsad: SeifaIndexBlock;
  readonly ier: SeifaIndexBlock;
  readonly ieo: SeifaIndexBlock;
}

export interface BannerBlock {
  readonly archetype: string;
  readonly blurb: string;
  readonly landmarks: readonly { readonly name: string; readonly kind: string }[];
  readonly bgKey: string;
  readonly bgUrl: string;
}

export interface ElevationBlock {
  readonly elevationMinM: number | null;
  readonly elevationMedianM: number | null;
  readonly elevationMaxM: number | null;
  readonly landShareBelow1m: number | null;
  readonly landShareBelow2m: number | null;
  readonly landShareBelow5m: number | null;
}

export interface CrimeStatBlock {
  readonly crimeType: string;
  readonly ratePer100k: number;
  /** Percentile within the state, unrounded. */
  readonly pctRank: number;
  readonly fyEnding: number;
}

export interface CrimeBlock {
  readonly stats: readonly CrimeStatBlock[];
  readonly sourceJurisdiction: string | null;
  readonly source: string | null;
  readonly sourceLicence: string | null;
}

export interface HazardsBlock {
  readonly waterObservedSharePct: number | null;
  readonly permanentWaterSharePct: number | null;
  readonly floodPlanningSharePct: number | null;
  readonly bushfireProneSharePct: number | null;
  readonly waterSource: string | null;
  readonly floodSource: string | null;
  readonly bushfireSource: string | null;
}

export interface PlanningBlock {
  readonly zoneShares: readonly { readonly family: string; readonly sharePct: number }[];
  readonly zoningCoveragePct: number | null;
  readonly dominantZoneFamily: string | null;
  readonly heritageSharePct: number | null;
  readonly heritageItemCount: number | null;
  readonly nswHeightMedianM: number | null;
  readonly nswHeightMaxM: number | null;
  readonly nswFsrMedian: number | null;
  readonly nswMinLotMedianM2: number | null;
  readonly nswHeightMappedPct: number | null;
  readonly nswFsrMappedPct: number | null;
  readonly nswMinLotMappedPct: number | null;
  readonly instruments: readonly string[];
  readonly zoningSource: string | null;
  readonly heritageSource: string | null;
  readonly sourceLicence: string | null;
}

/** A council that holds a share of a suburb's residents. */
export interface CouncilShare {
  readonly lgaCode: string;
  readonly share: number;
}

export interface SimilarityBlock {
  readonly salCode: string;
  readonly similarity: number;
  /** Bits of SIMILARITY_METRICS. */
  readonly compared: number;
}
