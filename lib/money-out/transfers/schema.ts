import { z } from "zod";
import { requiredText } from "@/lib/kernel/lenient-input";
import { writtenAmount } from "@/lib/money-out/payouts/schema";

const CODE_MAX = 16;

/** `POST /v1/transfer/to-personal` and `POST /v1/transfer/to-business` */
export const transferInput = z.object({ amount: writtenAmount, currency: requiredText({ max: CODE_MAX }) });
export type TransferInput = z.output<typeof transferInput>;

const text = z.string();

/** Exactly these keys are allowed. */
export const transferView = z
  .strictObject({
    user_wallet_transaction_uuid: z.uuid(),
    user_wallet_balance: text.describe("Personal wallet balance after the transfer"),
    merchant_transaction_uuid: z.uuid(),
    merchant_balance: text.describe("Business wallet balance after the transfer"),
  })
  .meta({ id: "Transfer" });
export type TransferView = z.output<typeof transferView>;
