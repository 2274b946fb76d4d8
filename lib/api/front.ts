import { randomUUID } from "node:crypto";

type Handler = (request: Request) => Response | Promise<Response>;

/** What a `route.ts` exports: its handlers by method, and perhaps settings that are for Next alone. */
export type RouteModule = Readonly<Record<string, unknown>>;

export type Front = {
  /**
   * Whether this request target is for the machine API, known or not, or for another route that was given. One that Next would redirect to
   * a cleaner path is not: Next does it.
   */
  readonly takes: (target: string) => boolean;
  readonly answer: (request: Request) => Promise<Response>;
};

const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"] as const;
const VERSIONED = /^\/v\d+\/./;
const UNCLEAN = /\/\/|\\|\/$|\/\.{1,2}(\/|$)/;

/**
 * Serves the machine API's routes, and the event streams of open pages, without Next: the same handlers at the same paths. `routes` is by path
 * as the folders are named
 * (`/v1/exchange-rate/[currency]/list`). Where Next answers with a page, this answers in the interface's own shape: 404 for a
 * path without a route, 405 with `allow` for a method that it has not. HEAD is GET without its body, OPTIONS tells the methods.
 */
export function createFront(routes: Readonly<Record<string, RouteModule>>): Front {
  const find = routeFinder(routes);
  return {
    takes: (target) => {
      const path = target.split("?", 1)[0] ?? "";
      return !UNCLEAN.test(path) && (VERSIONED.test(path) || find(path) !== null);
    },
    answer: async (request) => {
      const handlers = find(new URL(request.url).pathname);
      if (handlers === null) return refusal(404, "Not found");
      const handler = handlers.get(request.method);
      if (handler !== undefined) return handler(request);
      const allow = [...handlers.keys()].sort().join(", ");
      return refusal(405, "Method not allowed", { allow });
    },
  };
}

function routeFinder(routes: Readonly<Record<string, RouteModule>>) {
  const all = Object.entries(routes).map(([path, module]) => ({
    segments: path.split("/"),
    path,
    handlers: handlersOf(module),
  }));
  const fixed = new Map(all.filter(({ path }) => !path.includes("[")).map(({ path, handlers }) => [path, handlers]));
  const withParameters = all.filter(({ path }) => path.includes("["));
  return (path: string) => {
    const found = fixed.get(path);
    if (found !== undefined) return found;
    const given = path.split("/");
    return withParameters.find(({ segments }) => fits(segments, given))?.handlers ?? null;
  };
}

function fits(segments: readonly string[], given: readonly string[]): boolean {
  const isSame = (segment: string, index: number) =>
    segment.startsWith("[") ? given[index] !== "" : segment === given[index];
  return segments.length === given.length && segments.every(isSame);
}

function handlersOf(module: RouteModule): ReadonlyMap<string, Handler> {
  const handlers = new Map<string, Handler>();
  for (const method of METHODS) {
    const handler = module[method];
    if (isHandler(handler)) handlers.set(method, handler);
  }
  const get = handlers.get("GET");
  if (get !== undefined && !handlers.has("HEAD")) handlers.set("HEAD", get);
  if (!handlers.has("OPTIONS")) handlers.set("OPTIONS", () => new Response(null, { status: 204, headers: { allow } }));
  const allow = [...handlers.keys()].sort().join(", ");
  return handlers;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === "function";
}

function refusal(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(
    { state: 1, message },
    { status, headers: { "cache-control": "no-store", "x-request-id": randomUUID(), ...headers } },
  );
}
