/** POSTs a value as JSON; strings and bytes are sent unchanged. */
export function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  });
}

export async function callJson(
  url: string,
  method: string,
  request: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const sent = { "user-agent": "terrace-tests/1", ...headers };
  const response = await postJson(`${url}/${method}`, JSON.stringify(request), sent);
  return { status: response.status, headers: response.headers, body: await response.json() };
}
