import { randomUUID } from "node:crypto";
import { callApi } from "../machine-api";

export type NewWallet = { readonly uuid: string; readonly url: string; readonly address: string };

/** Creates a static wallet for USDT on BNB Smart Chain as a merchant's back end does. */
export async function newWallet(fields: Readonly<Record<string, unknown>> = {}): Promise<NewWallet> {
  const orderId = `e2e-${randomUUID().slice(0, 8)}`;
  const made: Partial<NewWallet> = await callApi("/v1/wallet", {
    currency: "USDT",
    network: "bsc",
    order_id: orderId,
    ...fields,
  });
  const { uuid, url, address } = made;
  if (uuid === undefined || url === undefined || address === undefined) throw new Error("a wallet has an address");
  return { uuid, url, address };
}

export async function blockWallet(uuid: string): Promise<void> {
  await callApi("/v1/wallet/block-address", { uuid });
}
