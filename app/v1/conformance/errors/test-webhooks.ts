import { type Provocation, send } from "@/app/v1/conformance/errors/provocation";
import { freshId } from "@/app/v1/conformance/testing/world";

const body = { url_callback: "http://127.0.0.1:9/hook", currency: "USDT", network: "bsc", status: "paid" };

const about = (kind: "payment" | "payout" | "wallet", service: string): Provocation[] => {
  const path = `/v1/test-webhook/${kind}`;
  return [
    {
      error: "validation.required",
      path,
      when: "the webhook URL is missing",
      ask: ({ shop }) => send(path, shop, { ...body, url_callback: null, order_id: freshId() }),
    },
    {
      error: `Not found ${kind}`,
      path,
      when: "the order id is unknown",
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
      when: "the coin is not available on the network",
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
