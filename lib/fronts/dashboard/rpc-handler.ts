import { type AnyTRPCRouter, callTRPCProcedure, TRPCError } from "@trpc/server";
import { ZodError, z } from "zod";
import { failure } from "@/lib/fronts/dashboard/failure";
import { READS } from "@/lib/fronts/dashboard/gates";
import type { OperationContext } from "@/lib/fronts/dashboard/procedure";
import { readInput } from "@/lib/fronts/dashboard/session-endpoint";
import { AppError } from "@/lib/kernel/errors";
import { clientAddressHeader, UNKNOWN_ADDRESS } from "@/lib/kernel/http/client-address";
import { formatCookie } from "@/lib/kernel/http/format-cookie";

type Context = { readonly params: Promise<Readonly<Record<string, string>>> };

/**
 * The handler of a router's operations: answers the one that the address names, by GET a query and
 * by POST a mutation, in this order: Origin (mutations), session and role, the body up to its
 * limit, its schema, the one domain function, the schema of the answer. One request is one
 * operation. Every failure becomes `{ error: { code, message, fields? } }`.
 */
export function createRpcHandler(router: AnyTRPCRouter) {
  return async (request: Request, { params }: Context): Promise<Response> => {
    try {
      const { operation = "" } = await params;
      const headers = new Headers({ "cache-control": "no-store" });
      const ctx: OperationContext = {
        request,
        now: new Date(),
        ip: clientAddressHeader(request.headers) ?? UNKNOWN_ADDRESS,
        setCookie: (cookie) => headers.append("set-cookie", formatCookie(cookie)),
      };
      const answer: unknown = await callTRPCProcedure({
        router,
        path: operation,
        type: READS.has(request.method) ? "query" : "mutation",
        ctx,
        getRawInput: () => readInput(request),
        signal: request.signal,
        batchIndex: 0,
      });
      return Response.json(answer, { headers });
    } catch (error) {
      return failure(thrownBy(error), request);
    }
  };
}

/**
 * What was thrown, which tRPC has wrapped. A schema that refuses is the caller's error before the
 * domain function alone: later it is ours, and must not look like theirs.
 */
function thrownBy(error: unknown): unknown {
  if (!(error instanceof TRPCError)) return error;
  if (error.code === "NOT_FOUND") return new AppError("not_found", "Operation not found.");
  if (!(error.cause instanceof ZodError) || error.code === "BAD_REQUEST") return error.cause ?? error;
  return new Error(`An answer does not fit its schema: ${z.prettifyError(error.cause)}`, { cause: error.cause });
}
