import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

export type Sandbox = {
  readonly baseUrl: string;
  readonly merchant: { readonly uuid: string; readonly paymentApiKey: string; readonly payoutApiKey: string };
  readonly dashboard: { readonly email: string; readonly password: string };
  readonly operator: { readonly email: string; readonly password: string };
};

/** The sandbox under test, as `npm run up` describes it. */
export const sandbox: Sandbox = JSON.parse(
  readFileSync(process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json", "utf8"),
);

/** The documented signature: MD5 of base64(body) followed by the key. */
export function signatureOf(body: string, key: string): string {
  return createHash("md5")
    .update(Buffer.from(body).toString("base64") + key)
    .digest("hex");
}

/**
 * Sends one signed call, as a merchant's back end does, with the payment key unless it is for
 * payouts. @throws Error with the response if it is refused
 */
export async function callApi(
  path: string,
  parameters: Readonly<Record<string, unknown>>,
  key = sandbox.merchant.paymentApiKey,
): Promise<Record<string, never>> {
  const body = JSON.stringify(parameters);
  const { uuid } = sandbox.merchant;
  const response = await fetch(sandbox.baseUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json", merchant: uuid, sign: signatureOf(body, key) },
    body,
  });
  const answer: { state?: number; result?: Record<string, never> } = await response.json();
  if (answer.state !== 0 || answer.result === undefined) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.result;
}
