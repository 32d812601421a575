/** The status and parsed body of a Connect call with a JSON body. */
export async function callJson(
  url: string,
  method: string,
  request: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const response = await fetch(`${url}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "terrace-tests/1", ...headers },
    body: JSON.stringify(request),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
