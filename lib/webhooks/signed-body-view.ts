/** What stands in a signed body's `sign`; null for a body without one. Safe for the browser. */
export function signOfBody(body: string): string | null {
  return /,"sign":"([0-9a-f]{32})"\}$/.exec(body)?.[1] ?? null;
}

/** The exact body of an attempt: the payload with its signature as the last member, as `appendSign` writes it. */
export function bodyWithSign(payload: string, sign: string): string {
  return `${payload.slice(0, -1)},"sign":"${sign}"}`;
}
