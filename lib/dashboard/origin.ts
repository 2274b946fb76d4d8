/**
 * Whether a request comes from one of our own pages. Browsers send Origin with every request that changes something, and no
 * page can forge it, so a mutation without our Origin is refused: this is what stops other sites from using a session.
 *
 * Ours is the public origin, or the host that the request itself names: the same pages reached as `localhost` or through a
 * tunnel. A foreign page cannot make the two agree, because the browser writes both.
 */
export function isOwnOrigin(headers: Headers, baseUrl: string): boolean {
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.origin === new URL(baseUrl).origin) return true;
  return /^https?:$/.test(url.protocol) && url.host === headers.get("host");
}
