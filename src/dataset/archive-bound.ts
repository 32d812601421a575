/** Most bytes that a compressed file may unpack to, nested archives included; a Census DataPack is below. */
export const MAX_ARCHIVE_BYTES = 8 * 1024 ** 3;
