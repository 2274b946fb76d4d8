import { type OutgoingHttpHeaders, request } from "node:http";

export type HttpCall = {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | null;
};
export type HttpAnswer = {
  readonly status: number;
  /** In the order of the answer, names in lower case. */
  readonly headers: readonly (readonly [string, string])[];
  readonly bytes: Buffer;
};

/**
 * Makes one call over HTTP and adds, follows and decodes nothing. Each call has its own connection:
 * the server could close an idle one while the next call is being sent.
 */
export function exchange(origin: string, { method, target, headers, body }: HttpCall): Promise<HttpAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ agent: false, hostname, port, path: target, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const { rawHeaders } = response;
        const named = rawHeaders.flatMap((name, index) =>
          index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ""] as const] : [],
        );
        resolve({ status: response.statusCode ?? 0, headers: named, bytes: Buffer.concat(chunks) });
      });
    });
    sent.on("error", reject);
    if (body === null) sent.end();
    else sent.end(body);
  });
}
