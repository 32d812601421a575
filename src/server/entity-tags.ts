/** Whether an `If-None-Match` names the tag: `*`, or a list in which weak tags count as strong ones. */
export function isTagMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.split(",").some((one) => one.trim() === "*" || bare(one) === bare(etag));
}
