import { type Provocation, send } from "@/app/v1/conformance/errors/provocation";
import { freshId } from "@/app/v1/conformance/testing/world";

const body = { url_callback: "http://127.0.0.1:9/hook", currency: "USDT", network: "bsc", status: "paid" };

const about = (kind: "payment" | "payout" | "wallet", service: string): Provocation[] => {
  const path = `/v1/test-webhook/${kind}`;
  return [
    {
      error: "validation.required",
      path,
      when: "the receiver is missing",
      ask: ({ shop }) => send(path, shop, { ...body, url_callback: null, order_id: freshId() }),
    },
    {
      error: `Not found ${kind}`,
      path,
      when: "there is no such order id",
      ask: ({ shop }) => send(path, shop, { ...body, order_id: freshId() }),
    },
    {
      error: service,
      path,
      when: "the currency is fiat",
      ask: ({ shop, wallet }) =>
        send(path, shop, { ...body, currency: "USD", ...(kind === "wallet" && { uuid: wallet.id }) }),
    },
    {
      error: service,
      path,
      when: "the coin is not on this network",
      ask: ({ shop, wallet }) =>
        send(path, shop, { ...body, network: "btc", ...(kind === "wallet" && { uuid: wallet.id }) }),
    },
  ];
};

export const TEST_WEBHOOK_ERRORS: readonly Provocation[] = [
  ...about("payment", "Payment service not found"),
  ...about("payout", "Payout service not found"),
  ...about("wallet", "Payment service not found"),
];
