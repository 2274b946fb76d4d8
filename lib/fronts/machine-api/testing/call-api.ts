import { signBody } from "@/lib/fronts/machine-api/signatures";
import { withTransaction } from "@/lib/kernel/db";
import { newMerchant } from "@/lib/money-in/invoices/testing/gateway-rig";
import { issueApiKey } from "@/lib/people/keys/api-keys";

export type Handler = (request: Request) => Promise<Response>;
export type Caller = { readonly merchantId: string; readonly key: string };
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
};

/** Creates a merchant with a payment key, as a shop's back end has it. */
export async function newCaller(changes: { commission?: string } = {}): Promise<Caller> {
  const merchantId = await newMerchant(changes);
  const { secret } = await withTransaction((tx) => issueApiKey(tx, merchantId, "payment"));
  return { merchantId, key: secret };
}

/**
 * Calls a route's handler as a plain function, signed over exactly these bytes; `headers` override
 * the signed ones.
 */
export async function call(
  handler: Handler,
  caller: Caller,
  body: string | Uint8Array | object,
  headers: Readonly<Record<string, string | null>> = {},
): Promise<Answer> {
  const raw = toBytes(body);
  const sent = new Headers({
    "content-type": "application/json",
    merchant: caller.merchantId,
    sign: signBody(raw, caller.key),
  });
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  const request = new Request("http://127.0.0.1/v1", { method: "POST", headers: sent, body: Buffer.from(raw) });
  const response = await handler(request);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}

function toBytes(body: string | Uint8Array | object): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
}
