import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody, readIncoming } from "@/lib/fronts/machine-api/read-body";

/** The parts of a request that operations use. */
export type ApiCall = {
  readonly method: string;
  /** Path with the query string, if any. */
  readonly target: string;
  readonly headers: Pick<Headers, "get">;
  /** The raw bytes of the body. @throws AppError `body_too_large`, `invalid_body` */
  readonly readBody: () => Promise<Uint8Array>;
};

export type ApiAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** Responds to a call; never throws. */
export type ApiHandler = (call: ApiCall) => Promise<ApiAnswer>;

/**
 * Export of a `route.ts`: a plain handler, and one for our own server that avoids Request and
 * Response.
 */
export type ApiRoute = ((request: Request) => Promise<Response>) & { readonly answerCall: ApiHandler };

export function toRoute(answerCall: ApiHandler): ApiRoute {
  const route = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const call = { method, target: `${pathname}${search}`, headers, readBody: () => readBody(request) };
    return toResponse(await answerCall(call));
  };
  return Object.assign(route, { answerCall });
}

export function toResponse({ status, headers, text }: ApiAnswer): Response {
  return new Response(text, { status, headers: { ...headers } });
}

/**
 * Responds to a request of Node's server. Closes the connection if the body was not read to its
 * end, instead of waiting for the rest.
 */
export async function answerIncoming(
  answerCall: ApiHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "", url = "", headers: given } = request;
  const headers = { get: (name: string) => given[name]?.toString() ?? null };
  const answer = await answerCall({ method, target: url, headers, readBody: () => readIncoming(request) });
  if (!request.complete) response.shouldKeepAlive = false;
  const length = Buffer.byteLength(answer.text);
  response.writeHead(answer.status, { ...answer.headers, "content-length": length }).end(answer.text);
}
