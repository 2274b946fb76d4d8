import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Front } from "@/lib/api/front";
import { SECURITY_HEADERS } from "@/lib/http/security-headers";

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** What Next gives to a server that is not its own. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * One HTTP server with two fronts: what `front` takes goes straight to the machine API's handlers, everything else to Next
 * (decision 0014). It is not listening yet. The global Request and Response stay as they are: Next lives in the same process.
 */
export function createWebServer(front: Front, answerPage: PageHandler): Server {
  const answerApi = getRequestListener(front.answer, { overrideGlobalObjects: false, errorHandler: badRequest });
  return createServer((request, response) => {
    if (!front.takes(request.url ?? "")) return void answerPage(request, response);
    for (const { key, value } of SECURITY_HEADERS) response.setHeader(key, value);
    void answerApi(request, response);
  });
}

/** Handlers answer every error of their own; what is left is a request that no URL can be made of, because of its host for example. */
function badRequest(): Response {
  return Response.json({ state: 1, message: "Bad request" }, { status: 400 });
}

/** At SIGINT or SIGTERM: takes no more connections, answers what is under way, and ends as a process that the signal ended. */
export function stopAtSignals(server: Server, closePages: () => Promise<void>): void {
  let isStopping = false;
  const stop = (signal: keyof typeof EXIT_CODES) => {
    if (isStopping) return;
    isStopping = true;
    server.close(() => void closePages().finally(() => process.exit(EXIT_CODES[signal])));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}
