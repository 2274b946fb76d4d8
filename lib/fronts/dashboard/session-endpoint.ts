import { z } from "zod";
import { failure } from "@/lib/fronts/dashboard/failure";
import { behindGate, type Gate } from "@/lib/fronts/dashboard/gates";
import { READS } from "@/lib/fronts/dashboard/merchant-choice";
import { AppError } from "@/lib/kernel/errors";
import { clientAddressHeader, UNKNOWN_ADDRESS } from "@/lib/kernel/http/client-address";
import { type Cookie, formatCookie } from "@/lib/kernel/http/format-cookie";

/** Forms are small; the longest valid one is an invoice of about 4 KB. */
export const BODY_BYTES_MAX = 64 * 1024;

type Call = {
  readonly now: Date;
  readonly ip: string;
  /** The request's headers, for operations that report on the request itself. */
  readonly headers: Headers;
  /** The unread body of a file operation, as a stream. Empty for the others. */
  readonly file: AsyncIterable<Uint8Array>;
  /** Sets a cookie on a successful response; error responses carry none. */
  readonly setCookie: (cookie: Cookie) => void;
};

type EndpointSpec<Caller, In extends z.ZodType, Out extends z.ZodType> = {
  readonly access: Gate<Caller>;
  /**
   * The body of a mutation, or the search parameters of a read or a file operation, overridden by
   * the path's parameters.
   */
  readonly input: In;
  readonly output: Out;
  /** Only for file operations: the body is the file, with at most this many bytes. */
  readonly fileBytesMax?: number;
  readonly handle: (call: Caller & Call & { input: z.output<In> }) => Promise<z.input<Out>>;
};

type RouteContext = { readonly params: Promise<Record<string, string | string[] | undefined>> };

/**
 * Creates a route of the pages outside the router (uploads, sign-in). Order: Origin (mutations),
 * session and role, zod input, one domain function, zod output. Every error has the shape
 * `{ error: { code, message, fields? } }`.
 */
export function sessionEndpoint<Caller, In extends z.ZodType, Out extends z.ZodType>(
  spec: EndpointSpec<Caller, In, Out>,
) {
  const respond = async (request: Request, context?: RouteContext): Promise<Response> => {
    try {
      const now = new Date();
      const headers = new Headers({ "cache-control": "no-store" });
      const setCookie = (cookie: Cookie) => headers.append("set-cookie", formatCookie(cookie));
      const result = await behindGate(spec.access, request, now, async (caller) => {
        const input = spec.input.parse({
          ...(await readInput(request, spec.fileBytesMax !== undefined)),
          ...(await context?.params),
        });
        const ip = clientAddressHeader(request.headers) ?? UNKNOWN_ADDRESS;
        const file = limited(spec.fileBytesMax === undefined ? null : request.body, spec.fileBytesMax ?? 0);
        return await spec.handle({ ...caller, now, ip, headers: request.headers, input, file, setCookie });
      });
      return Response.json(checkedOutput(spec.output, result), { headers });
    } catch (error) {
      return failure(error, request);
    }
  };
  return Object.assign(respond, { access: spec.access.name, input: spec.input });
}

/** An invalid output is our bug, so it must not look like an error in the caller's input. */
function checkedOutput<Out extends z.ZodType>(output: Out, result: unknown): z.output<Out> {
  const parsed = output.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new Error(`An answer does not fit its schema: ${z.prettifyError(parsed.error)}`);
}

/**
 * Returns the search parameters of a read or a file operation, otherwise the body: a JSON object of
 * at most {@link BODY_BYTES_MAX}.
 * @throws AppError
 */
export async function readInput(request: Request, hasFile = false): Promise<Record<string, unknown>> {
  if (READS.has(request.method) || hasFile) return Object.fromEntries(new URL(request.url).searchParams);
  const chunks: Uint8Array[] = [];
  for await (const chunk of limited(request.body, BODY_BYTES_MAX)) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  if (text === "") return {};
  const body = parseJson(text);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return { ...body };
  throw new AppError("invalid_body", "The body is not a JSON object.");
}

async function* limited(body: Request["body"], bytesMax: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) throw new AppError("body_too_large", tooMuch(bytesMax));
    yield chunk;
  }
}

/** Forms never get this large: only the sender of a file needs to know the limit. */
function tooMuch(bytesMax: number): string {
  const megabytes = Math.floor(bytesMax / (1024 * 1024));
  return megabytes > 0 ? `A file can be at most ${megabytes} MB.` : "Request too large.";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid_body", "The body is not JSON.");
  }
}
