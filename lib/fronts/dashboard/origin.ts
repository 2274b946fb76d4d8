/**
 * Whether a request comes from one of our own pages. Browsers send Origin with every request that changes something, and no
 * page can forge it, so a mutation without our Origin is refused: this is what stops other sites from using a session.
 *
 * Ours is the public origin, or the host that the request itself names: the same pages reached as `localhost` or through a
 * tunnel. A foreign page cannot make the two agree, because the browser writes both. Where the public origin is https, a page that came
 * without it is not ours: whoever sits on the way can have written it, under our own name.
 */
export function isOwnOrigin(headers: Headers, baseUrl: string): boolean {
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  const own = new URL(baseUrl);
  if (url.origin === own.origin) return true;
  return (url.protocol === "https:" || url.protocol === own.protocol) && url.host === headers.get("host");
}
