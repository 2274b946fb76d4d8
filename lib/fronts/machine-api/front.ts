import { randomUUID } from "node:crypto";
import type { StreamRoute } from "@/lib/delivery/live/stream-page";
import type { ApiHandler } from "@/lib/fronts/machine-api/api-call";

/** `params` are the decoded path parameters by folder name. */
type Context = { readonly params: Promise<Readonly<Record<string, string>>> };
type Handler = (request: Request, context: Context) => Response | Promise<Response>;

/** Exports of a `route.ts`: its handlers by method. */
export type RouteModule = Readonly<Record<string, unknown>>;

export type Front = {
  /**
   * Whether this request target belongs to the machine API, known or not, or to another of the
   * routes. Paths that Next would redirect to a normalized form are left to Next. The machine API
   * does not redirect, because clients do not follow redirects: it ignores extra slashes.
   */
  readonly takes: (target: string) => boolean;
  readonly answer: (request: Request) => Promise<Response>;
  /**
   * Returns the handler of a machine API operation that our server can call without a Request, if
   * the path equals the route exactly and the query string needs no normalization. Null for every
   * other request, which `answer` handles.
   */
  readonly findCall: (method: string, target: string) => ApiHandler | null;
  /** Returns the handler of an event stream that our server can call without a Request. */
  readonly findStream: (method: string, target: string) => StreamRoute["answerStream"] | null;
};

const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"] as const;
const VERSIONED = /^\/+v\d+(\/|$)/;
/**
 * The URL parser also treats `%2e` as a dot: a path that it would resolve must not match another
 * path's rules.
 */
const RESOLVED = /\\|\/(\.|%2e){1,2}(\/|$)/i;
const SLASH_TOO_MANY = /\/\/|\/$/;
/** Query strings that a URL does not change. */
const PLAIN_QUERY = /^[\w.~!*()=&:,;@+%/-]*$/;

/**
 * Serves routes without Next. `routes` is keyed by folder path
 * (`/v1/exchange-rate/[currency]/list`); a literal segment wins over a parameter. Where Next would
 * return a page, this responds in the API's own shape: 404 for a path without a route, 405 with
 * `allow` for an unsupported method. HEAD is GET without its body; OPTIONS returns the methods.
 */
export function createFront(routes: Readonly<Record<string, RouteModule>>): Front {
  const find = routeFinder(routes);
  const calls = callsOf(routes);
  const streams = Object.entries(routes).filter(([, { GET }]) => isStreamRoute(GET));
  const findStream = routeFinder(Object.fromEntries(streams));
  return {
    findCall: (method, target) => {
      const [path = "", ...query] = target.split("?");
      return query.every((part) => PLAIN_QUERY.test(part)) ? (calls.get(`${method} ${path}`) ?? null) : null;
    },
    findStream: (method, target) => {
      if (method !== "GET") return null;
      const handler = findStream(target.split("?", 1)[0] ?? "")?.handlers.get(method);
      return isStreamRoute(handler) ? handler.answerStream : null;
    },
    takes: (target) => {
      const path = target.split("?", 1)[0] ?? "";
      if (RESOLVED.test(path)) return false;
      return VERSIONED.test(path) || (!SLASH_TOO_MANY.test(path) && find(path) !== null);
    },
    answer: async (request) => {
      const { pathname } = new URL(request.url);
      const found = find(VERSIONED.test(pathname) ? withoutSlashesTooMany(pathname) : pathname);
      if (found === null) return refusal(404, "Not found");
      const { handlers, params } = found;
      const handler = handlers.get(request.method);
      if (handler !== undefined) return handler(request, { params: Promise.resolve(params) });
      const allow = [...handlers.keys()].sort().join(", ");
      return refusal(405, "Method not allowed", { allow });
    },
  };
}

/** By method and path; excludes operations with path parameters. */
function callsOf(routes: Readonly<Record<string, RouteModule>>): ReadonlyMap<string, ApiHandler> {
  const all = Object.entries(routes).flatMap(([path, module]) =>
    METHODS.map((method) => [`${method} ${path}`, module[method]] as const),
  );
  return new Map(all.flatMap(([name, handler]) => (isRouteOfCalls(handler) ? [[name, handler.answerCall]] : [])));
}

function withoutSlashesTooMany(path: string): string {
  return `/${path
    .split("/")
    .filter((segment) => segment !== "")
    .join("/")}`;
}

type Route = { readonly segments: readonly string[]; readonly handlers: ReadonlyMap<string, Handler> };
type Found = { readonly handlers: Route["handlers"]; readonly params: Readonly<Record<string, string>> };

function routeFinder(routes: Readonly<Record<string, RouteModule>>): (path: string) => Found | null {
  const all = Object.entries(routes).map(([path, module]) => ({
    segments: path.split("/"),
    path,
    handlers: handlersOf(module),
  }));
  const fixed = new Map(all.filter(({ path }) => !path.includes("[")).map(({ path, handlers }) => [path, handlers]));
  const withParameters = all
    .filter(({ path }) => path.includes("["))
    .sort((a, b) => (literalsFirst(a) < literalsFirst(b) ? -1 : 1));
  return (path) => {
    const handlers = fixed.get(path);
    if (handlers !== undefined) return { handlers, params: {} };
    const given = path.split("/");
    const route = withParameters.find(({ segments }) => fits(segments, given));
    return route === undefined ? null : { handlers: route.handlers, params: paramsOf(route.segments, given) };
  };
}

/** Sorts a literal before a parameter at the first segment where two paths differ. */
function literalsFirst({ segments }: Route): string {
  return segments.map((segment) => (isParameter(segment) ? "\uffff" : segment)).join("/");
}

function isParameter(segment: string | undefined): boolean {
  return segment?.startsWith("[") ?? false;
}

function fits(segments: readonly string[], given: readonly string[]): boolean {
  const isSame = (segment: string, index: number) =>
    isParameter(segment) ? given[index] !== "" : segment === given[index];
  return segments.length === given.length && segments.every(isSame);
}

function paramsOf(segments: readonly string[], given: readonly string[]): Found["params"] {
  const named = segments.flatMap((segment, index) =>
    isParameter(segment) ? [[segment.slice(1, -1), decoded(given[index] ?? "")] as const] : [],
  );
  return Object.fromEntries(named);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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

function isRouteOfCalls(value: unknown): value is { readonly answerCall: ApiHandler } {
  return isHandler(value) && "answerCall" in value;
}

function isStreamRoute(value: unknown): value is StreamRoute {
  return isHandler(value) && "answerStream" in value;
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
