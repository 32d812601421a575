/**
 * The most that one compressed file, with all archives inside it, may unpack to; the Census of every kind of area is
 * below.
 */
export const MAX_ARCHIVE_BYTES = 8 * 1024 ** 3;
