import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

type Sandbox = {
  readonly baseUrl: string;
  readonly merchant: { readonly uuid: string; readonly paymentApiKey: string };
};

const sandbox: Sandbox = JSON.parse(readFileSync(process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json", "utf8"));

export type NewInvoice = { readonly uuid: string; readonly url: string; readonly orderId: string };

/** Creates an invoice of 25 USD as a merchant's back end does; the payer chooses unless `fields` say otherwise. */
export async function newInvoice(fields: Readonly<Record<string, unknown>> = {}): Promise<NewInvoice> {
  const orderId = `e2e-${randomUUID().slice(0, 8)}`;
  const links = { url_return: "https://shop.example/cart", url_success: "https://shop.example/thanks" };
  const body = JSON.stringify({ amount: "25", currency: "USD", order_id: orderId, ...links, ...fields });
  const { uuid, paymentApiKey } = sandbox.merchant;
  const sign = createHash("md5")
    .update(Buffer.from(body).toString("base64") + paymentApiKey)
    .digest("hex");
  const response = await fetch(`${sandbox.baseUrl}/v1/payment`, {
    method: "POST",
    headers: { "content-type": "application/json", merchant: uuid, sign },
    body,
  });
  const answer: { result?: { uuid: string; url: string } } = await response.json();
  if (answer.result === undefined) throw new Error(`no invoice: ${JSON.stringify(answer)}`);
  return { uuid: answer.result.uuid, url: `${sandbox.baseUrl}/pay/${answer.result.uuid}`, orderId };
}
