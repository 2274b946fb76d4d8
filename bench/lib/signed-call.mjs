/** Calls of the machine API, signed as a merchant's back end signs them. */
import { createHash } from "node:crypto";

/** Returns a signed call as undici expects it; `fetch` takes it as its options. */
export function signedCall(merchant, path, parameters) {
  const body = JSON.stringify(parameters);
  const sign = createHash("md5")
    .update(Buffer.from(body).toString("base64") + merchant.paymentApiKey)
    .digest("hex");
  return { path, method: "POST", headers: { "content-type": "application/json", merchant: merchant.uuid, sign }, body };
}

/**
 * Makes a signed call and returns the answer's `result`.
 * @throws Error with the answer, if it is refused
 */
async function resultOf(baseUrl, { path, ...call }) {
  const answer = await (await fetch(`${baseUrl}${path}`, call)).json();
  if (answer.state !== 0) throw new Error(`${path} was refused: ${JSON.stringify(answer)}`);
  return answer.result;
}

export const createInvoice = ({ baseUrl, merchant }, parameters) =>
  resultOf(baseUrl, signedCall(merchant, "/v1/payment", parameters));

export const createPayout = ({ baseUrl, merchant }, parameters) =>
  resultOf(baseUrl, signedCall({ ...merchant, paymentApiKey: merchant.payoutApiKey }, "/v1/payout", parameters));
