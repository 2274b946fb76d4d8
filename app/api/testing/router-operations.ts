import type { AnyTRPCProcedure } from "@trpc/server";
import { z } from "zod";
import { GET, POST } from "@/app/api/rpc/[operation]/route";
import type { OperationMeta } from "@/lib/fronts/dashboard/procedure";
import { router } from "@/lib/fronts/dashboard/router";

/** An operation as the router defines it. */
export type RouterOperation = {
  /** For example `payouts.create`. */
  readonly name: string;
  readonly gate: string;
  readonly method: "GET" | "POST";
  readonly input: z.ZodType;
  /** Schema of the output; undefined if none is declared. */
  readonly output: z.ZodType | undefined;
};

type Definition = AnyTRPCProcedure["_def"] & { readonly output?: z.ZodType };

const PROCEDURES = router._def.procedures as unknown as Readonly<Record<string, { readonly _def: Definition }>>;

export const ROUTER_OPERATIONS: readonly RouterOperation[] = Object.entries(PROCEDURES).map(([name, { _def }]) => ({
  name,
  gate: (_def.meta as OperationMeta).gate,
  method: _def.type === "query" ? "GET" : "POST",
  input: (_def.inputs[0] as z.ZodType | undefined) ?? z.object({}),
  output: _def.output,
}));

/** The real route handler, called for one operation. */
export function operationHandler(name: string, method: "GET" | "POST" = "POST") {
  const answer = method === "GET" ? GET : POST;
  return (request: Request) => answer(request, { params: Promise.resolve({ operation: name }) });
}
