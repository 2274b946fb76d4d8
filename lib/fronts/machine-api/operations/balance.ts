import { z } from "zod";
import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { balanceView } from "@/lib/people/merchants/wallet-schema";

/** `POST /v1/balance` */
export const readBalance = defineOperation({
  method: "POST",
  path: "/v1/balance",
  group: "Balance and rates",
  title: "Read the balances",
  description: "The merchant's business wallets and the personal ones of its owner, with their worth in US dollars.",
  keys: ["payment"],
  input: z.object({}),
  output: balanceView,
  refusals: [],
  example: {
    request: {},
    result: [
      {
        balance: {
          merchant: [
            {
              uuid: "58526488-d79f-8e15-9e32-7ec0ccd2b8a4",
              balance: "14.85000000",
              currency_code: "USDT",
              balance_usd: "14.85",
            },
          ],
          user: [],
        },
      },
    ],
  },
});
