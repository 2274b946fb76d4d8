import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { transferInput, transferView } from "@/lib/money-out/transfers/schema";

const EXAMPLE = {
  request: { amount: "15", currency: "USDT" },
  result: {
    user_wallet_transaction_uuid: "f9a7c1f2-3a0f-4c66-9a5f-3e6a5a0b8c11",
    user_wallet_balance: "15.00000000",
    merchant_transaction_uuid: "0b5e5a53-91e7-4b0c-8d61-7f3c4c2d9e22",
    merchant_balance: "85.00000000",
  },
};

const REFUSALS = [
  "You are forbidden",
  "The currency was not found",
  "Minimum amount <min> <currency>",
  "Maximum amount <max> <currency>",
  "No found user wallet",
  "Not enough funds",
];

/** `POST /v1/transfer/to-personal` */
export const transferToPersonalOperation = defineOperation({
  method: "POST",
  path: "/v1/transfer/to-personal",
  group: "Transfers",
  title: "Transfer to the personal wallet",
  description:
    "Transfers a coin from the business wallet to the personal wallet of the merchant's owner, immediately and without a fee. There is no order ID: a repeated call is a second transfer. The limits are the lowest minimum and the highest maximum of the coin's payouts.",
  keys: ["payout"],
  input: transferInput,
  output: transferView,
  refusals: REFUSALS,
  example: EXAMPLE,
});

/** `POST /v1/transfer/to-business` */
export const transferToBusinessOperation = defineOperation({
  method: "POST",
  path: "/v1/transfer/to-business",
  group: "Transfers",
  title: "Transfer to the business wallet",
  description:
    "Transfers a coin from the personal wallet of the merchant's owner to the business wallet, immediately and without a fee. There is no order ID: a repeated call is a second transfer.",
  keys: ["payout"],
  input: transferInput,
  output: transferView,
  refusals: [...REFUSALS, "Merchant wallet not found"],
  example: EXAMPLE,
});
