import { randomUUID } from "node:crypto";
import { type AnyTRPCRouter, callTRPCProcedure, TRPCError } from "@trpc/server";
import { ZodError, z } from "zod";
import { failure } from "@/lib/fronts/dashboard/failure";
import { READS } from "@/lib/fronts/dashboard/merchant-choice";
import type { OperationContext } from "@/lib/fronts/dashboard/procedure";
import { readInput } from "@/lib/fronts/dashboard/session-endpoint";
import { AppError } from "@/lib/kernel/errors";
import { clientAddressHeader, UNKNOWN_ADDRESS } from "@/lib/kernel/http/client-address";
import { formatCookie } from "@/lib/kernel/http/format-cookie";
import { tracedRequest } from "@/lib/kernel/tracing/traced";

type Context = { readonly params: Promise<Readonly<Record<string, string>>> };

/**
 * Creates the handler of a router's operations. It runs the operation named in the URL, a query by
 * GET or a mutation by POST, in this order: Origin (mutations), session and role, the body up to
 * its limit, its schema, one domain function, the schema of the response. One request is one
 * operation. Every error becomes `{ error: { code, message, fields? } }`.
 */
export function createRpcHandler(router: AnyTRPCRouter) {
  return async (request: Request, { params }: Context): Promise<Response> => {
    const { operation = "" } = await params;
    const address = clientAddressHeader(request.headers);
    // Callers may name anything.
    const route = `/api/rpc/${Object.hasOwn(router._def.procedures, operation) ? operation : "{operation}"}`;
    return tracedRequest({ id: randomUUID(), method: request.method, route, address }, () =>
      answer(router, operation, request, address),
    );
  };
}

async function answer(
  router: AnyTRPCRouter,
  operation: string,
  request: Request,
  address: string | null,
): Promise<Response> {
  try {
    const headers = new Headers({ "cache-control": "no-store" });
    const ctx: OperationContext = {
      request,
      now: new Date(),
      ip: address ?? UNKNOWN_ADDRESS,
      setCookie: (cookie) => headers.append("set-cookie", formatCookie(cookie)),
    };
    const result: unknown = await callTRPCProcedure({
      router,
      path: operation,
      type: READS.has(request.method) ? "query" : "mutation",
      ctx,
      getRawInput: () => readInput(request),
      signal: request.signal,
      batchIndex: 0,
    });
    return Response.json(result, { headers });
  } catch (error) {
    return failure(thrownBy(error), request);
  }
}

/**
 * Unwraps tRPC's error. A schema error is the caller's only before the domain function runs: after
 * it, it is ours and must not look like theirs.
 */
function thrownBy(error: unknown): unknown {
  if (!(error instanceof TRPCError)) return error;
  if (error.code === "NOT_FOUND") return new AppError("not_found", "Operation not found.");
  if (!(error.cause instanceof ZodError) || error.code === "BAD_REQUEST") return error.cause ?? error;
  return new Error(`An answer does not fit its schema: ${z.prettifyError(error.cause)}`, { cause: error.cause });
}
