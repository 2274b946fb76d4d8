import { z } from "zod";
import { routes } from "@/lib/client/routes";

const failureBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), fields: z.record(z.string(), z.string()).optional() }),
});

/** A refusal of the server, or no answer at all (status 0). `message` is for people. */
export class RequestFailure extends Error {
  override readonly name = "RequestFailure";
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

type Call = {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly body?: unknown;
  /** Sent as it is, in place of a body. */
  readonly file?: Blob | string;
  readonly signal?: AbortSignal;
};

/** A page that was loaded before an update, or a network that answers for the server: nothing is known of what came of it. */
const STRANGE_ANSWER = "The answer cannot be read. Load the page again, and look what became of it.";
const NO_ANSWER = "The server does not answer. Check the connection and try again.";

/**
 * Asks one of our own addresses and checks the answer against its schema. A session that ended leads to the sign-in page.
 * @throws RequestFailure
 */
export async function fetchJson<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  call: Call = {},
): Promise<z.output<Schema>> {
  const response = await send(url, call);
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return understood(response, schema, body);
  const failed = failureBody.safeParse(body);
  if (response.status === 401) window.location.assign(routes.signIn());
  if (!failed.success) throw new RequestFailure(response.status, "internal", NO_ANSWER);
  const { code, message, fields } = failed.data.error;
  throw new RequestFailure(response.status, code, message, fields);
}

function understood<Schema extends z.ZodType>({ status }: Response, schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new RequestFailure(status, "internal", STRANGE_ANSWER);
}

async function send(url: string, { method = "GET", body, file, signal }: Call): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      ...(signal && { signal }),
      ...(file !== undefined && { body: file, headers: { "content-type": "application/octet-stream" } }),
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestFailure(0, "offline", NO_ANSWER);
  }
}

/** `/api/x?status=paid`: what is empty is left out. */
export function withSearch(path: string, search: Readonly<Record<string, string | null | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value) parameters.set(name, value);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
