import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "@/lib/fronts/machine-api/operation";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import type { Handler } from "@/lib/fronts/machine-api/testing/call-api";

const APP = join(import.meta.dirname, "../../..");

/** Returns the operation at this path. @throws Error if there is none */
export function operationAt(path: string): Operation {
  const found = OPERATIONS.find((operation) => operation.path === path);
  if (found === undefined) throw new Error(`no operation at ${path}`);
  return found;
}

/** Returns the file that serves this path; braces become Next's brackets. */
export const routeFileOf = (path: string): string =>
  join(APP, `${path.replaceAll("{", "[").replaceAll("}", "]")}/route.ts`);

/** Returns the route's own handler, as the server calls it. */
export async function handlerAt({ path, method }: Pick<Operation, "path" | "method">): Promise<Handler> {
  const file = routeFileOf(path);
  if (!existsSync(file)) throw new Error(`nothing serves ${path}`);
  const route: Partial<Record<string, Handler>> = await import(/* @vite-ignore */ file);
  const handler = route[method];
  if (handler === undefined) throw new Error(`${path} has no ${method}`);
  return handler;
}
