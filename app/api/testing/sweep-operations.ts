import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { operationHandler, ROUTER_OPERATIONS } from "@/app/api/testing/router-operations";
import { MEMBER_ROLES, type Permission, rolesWith } from "@/lib/people/merchants/role";

/**
 * Every operation of the pages, read from the code: those of the router and the separate routes. No
 * list has to be maintained.
 */

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type Context = { readonly params: Promise<Record<string, string>> };
type Handler = ((request: Request, context: Context) => Promise<Response>) & {
  readonly access: string;
  readonly input: z.ZodType;
};

export type SweptOperation = {
  /**
   * The name of a router operation (`payouts.cancel`), else for example
   * `POST /api/merchant/brand/logo`.
   */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly isOfRouter: boolean;
  /** Name of its gate. */
  readonly access: string;
  /** The parameters that hold object ids: those in its path, or all required ones of its input. */
  readonly parameters: readonly string[];
  readonly handler: Handler;
};

export async function readOperations(): Promise<readonly SweptOperation[]> {
  const folder = join(import.meta.dirname, "..");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith("/route.ts") && !name.startsWith("rpc/"))
    .map((name) => `/api/${name.replace(/\/route\.ts$/, "")}`)
    .sort();
  const found = await Promise.all(paths.map(readRoute));
  return [...found.flat(), ...readRouter()];
}

function readRouter(): SweptOperation[] {
  return ROUTER_OPERATIONS.map(({ name, method, gate: access, input }) => {
    const handler = Object.assign(operationHandler(name, method), { access, input });
    return { name, method, path: `/api/rpc/${name}`, isOfRouter: true, access, parameters: idsOf(input), handler };
  });
}

function idsOf(input: z.ZodType): readonly string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return required.filter((name) => (properties[name] as { format?: string }).format === "uuid");
}

async function readRoute(path: string): Promise<SweptOperation[]> {
  const route: Readonly<Record<string, Handler>> = await import(join(import.meta.dirname, "../..", path, "route.ts"));
  const parameters = [...path.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
  return METHODS.flatMap((method) => {
    const handler = route[method];
    if (handler === undefined) return [];
    return [
      { name: `${method} ${path}`, method, path, isOfRouter: false, access: handler.access, parameters, handler },
    ];
  });
}

/**
 * Every kind of caller. "revoked session", "blocked user" and "second factor pending" are members
 * whose session is no longer, or not yet, valid.
 */
export const CALLERS = [
  ...MEMBER_ROLES,
  "removed member",
  "non-member",
  "operator",
  "owner of another merchant",
  "revoked session",
  "blocked user",
  "second factor pending",
  "signed out",
] as const;
export type CallerName = (typeof CALLERS)[number];

const WITHOUT_SESSION: readonly CallerName[] = [
  "revoked session",
  "blocked user",
  "second factor pending",
  "signed out",
];

/**
 * Returns the result that the permission table requires: the caller passes the gate, or is refused
 * with a status.
 */
export function expectedOf(access: string, caller: CallerName): "passes" | 401 | 403 {
  const gate = access.replace(/^fresh(-for-money)?:/, "");
  if (gate === "anonymous") return "passes";
  if (WITHOUT_SESSION.includes(caller)) return 401;
  if (gate === "person") return "passes";
  if (gate === "operator") return caller === "operator" ? "passes" : 403;
  const permission = /^member:([a-z.-]+)$/.exec(gate)?.[1];
  if (permission === undefined) throw new Error(`No rule says who passes the gate ${access}`);
  const roles: readonly string[] = rolesWith(permission as Permission);
  // The owner of another merchant passes for that merchant; other tests cover which objects they
  // can reach.
  if (caller === "owner of another merchant") return roles.includes("owner") ? "passes" : 403;
  return roles.includes(caller) ? "passes" : 403;
}
