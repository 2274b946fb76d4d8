import { initTRPC } from "@trpc/server";
import { z } from "zod";
import { behindGate, type Gate } from "@/lib/fronts/dashboard/gates";
import type { Cookie } from "@/lib/kernel/http/format-cookie";

/** The context of every operation. */
export type OperationContext = {
  readonly request: Request;
  readonly now: Date;
  /** The client's address; one constant for all clients whose address is unknown. */
  readonly ip: string;
  /** Sets a cookie on a successful response; error responses carry none. */
  readonly setCookie: (cookie: Cookie) => void;
};

/** Metadata that the tests of all operations read. */
export type OperationMeta = { readonly gate: string };

const trpc = initTRPC.context<OperationContext>().meta<OperationMeta>().create();

/** Operations by name; nested routers give names like `operator.sweeps.list`. */
export const router = trpc.router;

/**
 * Starts an operation of the pages with its gate (`member("invoice.create")`, `operator()`,
 * `person()`, inside `fresh(...)` or `freshForMoney(...)`), after the Origin check. Continue with
 * `.input(schema)`, `.output(schema)` and `.query` (a GET, which changes nothing) or `.mutation` (a
 * POST). There is no other way to start one: an operation without a gate does not compile.
 */
export function operation<Caller extends object>(gate: Gate<Caller>) {
  return trpc.procedure
    .meta({ gate: gate.name })
    .use(({ ctx, next }) => behindGate(gate, ctx.request, ctx.now, (caller) => next({ ctx: caller })));
}

/** Input of an operation on one object. */
export const byId = z.object({ id: z.uuid() });

/** Output of an operation without a result. */
export const done = z.object({});
