/** Edition of the boundaries that councils are told in. */
export const LGA_VINTAGE = "ASGS Edition 3, local government areas 2024";
