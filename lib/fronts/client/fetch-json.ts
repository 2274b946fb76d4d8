import { z } from "zod";
import { type ReauthKind, requestReauth } from "@/lib/fronts/client/reauth";
import { shownMerchant } from "@/lib/fronts/client/shown-merchant";
import { MERCHANT_HEADER, ownPath, routes } from "@/lib/fronts/paths/routes";

const failureBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), fields: z.record(z.string(), z.string()).optional() }),
});

/** An error of the server, or no response at all (status 0). `message` is shown to users. */
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
  /** Sent as is, instead of a JSON body. */
  readonly file?: Blob | string;
  readonly signal?: AbortSignal;
  /** False for the dialogs' own requests: their errors open no dialog. */
  readonly mayAskAgain?: boolean;
};

/**
 * The page was loaded before an update, or an intermediary responded for the server: the result is
 * unknown.
 */
const STRANGE_ANSWER = "The response could not be read. Reload the page to check the result.";
const NO_ANSWER = "The server does not respond. Check your connection and try again.";

/**
 * Requests one of our own URLs for the page's merchant and validates the response against its
 * schema. If the session has ended, or the user must confirm their identity, a dialog opens on the
 * page, and then the same request is retried for the same merchant. A user who declines to sign in
 * is redirected to the sign-in page.
 * @throws RequestFailure
 */
export async function fetchJson<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  call: Call = {},
): Promise<z.output<Schema>> {
  const { response, body } = await ask(url, call, readJson);
  return understood(response, schema, body);
}

/**
 * Does the same for an operation of the router. The server has already validated the response
 * against the schema of its type, so the page does not include a schema.
 * @throws RequestFailure
 */
export async function fetchAnswer<Answer>(url: string, call: Call = {}): Promise<Answer> {
  const { response, body } = await ask(url, call, readJson);
  if (typeof body === "object" && body !== null) return body as Answer;
  throw new RequestFailure(response.status, "internal", STRANGE_ANSWER);
}

/** Does the same for a file, which is read completely. @throws RequestFailure */
export async function fetchFile(url: string): Promise<Blob> {
  const { body } = await ask(url, {}, (response) => response.blob());
  return body;
}

type ReadResponse<Body> = { readonly response: Response; readonly body: Body };
type Read<Body> = (response: Response) => Promise<Body>;

const readJson: Read<unknown> = (response) => response.json().catch(() => null);

/** Returns the successful response, after reauthentication if needed. @throws RequestFailure */
async function ask<Body>(url: string, call: Call, read: Read<Body>): Promise<ReadResponse<Body>> {
  const merchantId = shownMerchant();
  const first = await exchange(url, call, merchantId);
  const asked = call.mayAskAgain === false ? null : askedBy(first);
  const { response, body } =
    asked !== null && (await requestReauth(asked)) ? await exchange(url, call, merchantId) : first;
  if (response.ok) return { response, body: await read(response) };
  if (response.status === 401 && call.mayAskAgain !== false) leaveToSignIn();
  const failed = failureBody.safeParse(body);
  if (!failed.success) throw new RequestFailure(response.status, "internal", NO_ANSWER);
  const { code, message, fields } = failed.data.error;
  throw new RequestFailure(response.status, code, message, fields);
}

/** Reads the body of an error only; the caller, who knows the type, reads a successful one. */
async function exchange(url: string, call: Call, merchantId: string | null): Promise<ReadResponse<unknown>> {
  const response = await send(url, call, merchantId);
  return { response, body: response.ok ? null : await readJson(response) };
}

/** Returns what the user must do if the server requires reauthentication. */
function askedBy({ response, body }: ReadResponse<unknown>): ReauthKind | null {
  if (response.status === 401) return "sign-in";
  return failureBody.safeParse(body).data?.error.code === "confirmation_needed" ? "confirm" : null;
}

function leaveToSignIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(routes.signIn({ return: ownPath(pathname + search) ?? undefined }));
}

function understood<Schema extends z.ZodType>({ status }: Response, schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new RequestFailure(status, "internal", STRANGE_ANSWER);
}

async function send(
  url: string,
  { method = "GET", body, file, signal }: Call,
  merchantId: string | null,
): Promise<Response> {
  const headers = {
    ...(merchantId !== null && { [MERCHANT_HEADER]: merchantId }),
    ...(file !== undefined && { "content-type": "application/octet-stream" }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  try {
    return await fetch(url, {
      method,
      headers,
      ...(signal && { signal }),
      ...(file !== undefined && { body: file }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestFailure(0, "offline", NO_ANSWER);
  }
}

/** Builds `/api/x?status=paid` and omits empty parameters. */
export function withSearch(path: string, search: Readonly<Record<string, string | null | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value) parameters.set(name, value);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
