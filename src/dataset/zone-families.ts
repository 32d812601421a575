/** Zoning families, in the order of their category index and share columns. */
export const DOMINANT_ZONE_FAMILIES: readonly { readonly family: string; readonly label: string }[] = [
  { family: "res_low", label: "Low-density residential" },
  { family: "res_medium_high", label: "General / medium / high-density residential" },
  { family: "centre_mixed", label: "Centres & mixed use" },
  { family: "industrial", label: "Industrial & employment" },
  { family: "rural", label: "Rural" },
  { family: "conservation", label: "Conservation" },
  { family: "open_space", label: "Open space & recreation" },
  { family: "infrastructure", label: "Infrastructure & special purpose" },
  { family: "water", label: "Waterways" },
  { family: "other", label: "Growth area, deferred or unzoned" },
];
