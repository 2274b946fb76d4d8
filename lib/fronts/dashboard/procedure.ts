import { initTRPC } from "@trpc/server";
import { z } from "zod";
import { behindGate, type Gate } from "@/lib/fronts/dashboard/gates";
import type { Cookie } from "@/lib/kernel/http/format-cookie";

/** What every operation is told of its request. */
export type OperationContext = {
  readonly request: Request;
  readonly now: Date;
  /** Of whom asks; the same text for all whose address nobody has told. */
  readonly ip: string;
  /** Puts a cookie on a good answer; the answer to an error carries none. */
  readonly setCookie: (cookie: Cookie) => void;
};

/** What the tests of all operations read of each. */
export type OperationMeta = { readonly gate: string };

const trpc = initTRPC.context<OperationContext>().meta<OperationMeta>().create();

/** Operations by their names; routers inside of routers make names like `operator.sweeps.list`. */
export const router = trpc.router;

/**
 * The beginning of an operation of the pages: whom the gate admits (`member("invoice.create")`,
 * `operator()`, `person()`, inside `fresh(...)` or `freshForMoney(...)`), after its Origin was
 * looked at. It goes on with `.input(schema)`, `.output(schema)` and `.query` (a GET, which changes
 * nothing) or `.mutation` (a POST). There is no other beginning: what has no gate does not compile.
 */
export function operation<Caller extends object>(gate: Gate<Caller>) {
  return trpc.procedure
    .meta({ gate: gate.name })
    .use(({ ctx, next }) => behindGate(gate, ctx.request, ctx.now, (caller) => next({ ctx: caller })));
}

/** The input of what is about one object. */
export const byId = z.object({ id: z.uuid() });

/** The answer of what has nothing to tell but that it is done. */
export const done = z.object({});
