const COMPRESSIBLE = /^(text\/(html|css|csv|javascript|plain)|application\/json|image\/svg\+xml)\b/;
/**
 * Short, read by programs, and created many times per second. A reverse proxy may compress them
 * (decision 0014).
 */
const MACHINE_API = /^\/v\d+\//;

/**
 * Returns the response compressed with gzip if the client accepts it and the content benefits. Does
 * not change responses of the machine API, event streams and anything else with `no-transform`.
 */
export function compress(request: Request, response: Response): Response {
  const { headers, body } = response;
  if (body === null || !COMPRESSIBLE.test(headers.get("content-type") ?? "")) return response;
  if (headers.has("content-encoding") || headers.get("cache-control")?.includes("no-transform")) return response;
  if (MACHINE_API.test(new URL(request.url).pathname)) return response;
  const changed = new Headers(headers);
  changed.append("vary", "Accept-Encoding");
  const isAccepted = acceptsGzip(request.headers.get("accept-encoding") ?? "");
  if (isAccepted) {
    changed.set("content-encoding", "gzip");
    changed.delete("content-length");
  }
  const { status, statusText } = response;
  return new Response(isAccepted ? body.pipeThrough(new CompressionStream("gzip")) : body, {
    status,
    statusText,
    headers: changed,
  });
}

/**
 * RFC 9110: a coding with the weight 0 is refused, and `*` matches all codings that are not named.
 */
export function acceptsGzip(accepted: string): boolean {
  const weights = new Map(
    accepted.split(",").map((entry) => {
      const [coding = "", ...parameters] = entry.toLowerCase().split(";");
      const weight = parameters.find((parameter) => parameter.trim().startsWith("q="));
      return [coding.trim(), weight === undefined ? 1 : Number.parseFloat(weight.trim().slice(2))];
    }),
  );
  return (weights.get("gzip") ?? weights.get("*") ?? 0) > 0;
}
