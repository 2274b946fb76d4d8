import { randomUUID } from "node:crypto";
import { callApi, sandbox } from "../machine-api";

export type NewInvoice = { readonly uuid: string; readonly url: string; readonly orderId: string };

/**
 * Creates an invoice of 25 USD as a merchant's back end does; the payer chooses the coin unless
 * `fields` sets it.
 */
export async function newInvoice(fields: Readonly<Record<string, unknown>> = {}): Promise<NewInvoice> {
  const orderId = `e2e-${randomUUID().slice(0, 8)}`;
  const links = { url_return: "https://shop.example/cart", url_success: "https://shop.example/thanks" };
  const terms = { amount: "25", currency: "USD", order_id: orderId, ...links, ...fields };
  const { uuid }: { uuid?: string } = await callApi("/v1/payment", terms);
  if (uuid === undefined) throw new Error("an invoice has a uuid");
  return { uuid, url: `${sandbox.baseUrl}/pay/${uuid}`, orderId };
}
