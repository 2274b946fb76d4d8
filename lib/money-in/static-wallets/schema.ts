import { z } from "zod";
import {
  ALPHA_DASH,
  lenientBoolean,
  optionalText,
  optionalUrl,
  optionalUuid,
  refuseWithoutId,
  requiredText,
} from "@/lib/kernel/lenient-input";
import { WALLET_STATUSES } from "@/lib/money-in/static-wallets/wallet";

const CODE_MAX = 16;
/** The API accepts shorter order ids for finding a wallet than for creating one. */
const NAMED_ORDER_ID_MAX = 32;

/** Input of `POST /v1/wallet`. */
export const createWalletInput = z.object({
  currency: requiredText({ max: CODE_MAX }),
  network: requiredText({ max: CODE_MAX }),
  order_id: requiredText({ max: 100, pattern: ALPHA_DASH }),
  url_callback: optionalUrl(),
  from_referral_code: optionalText({ max: 64 }),
});
export type CreateWalletInput = z.output<typeof createWalletInput>;

const text = z.string();

/** The API's static wallet object: exactly these 7 keys. */
export const walletView = z
  .strictObject({
    wallet_uuid: z.uuid().describe("uuid of the business wallet in this currency, as in `/v1/balance`"),
    uuid: z.uuid().describe("uuid of the static wallet"),
    order_id: text,
    address: text,
    network: text.describe("Network code in lower case"),
    currency: text,
    url: text.describe("Hosted top-up page of the wallet"),
  })
  .meta({ id: "StaticWallet" });
export type WalletView = z.output<typeof walletView>;

const uuid = optionalUuid();

/** Input of `POST /v1/wallet/qr`: some clients use the parameter name of the invoice's QR image. */
export const walletQrInput = z
  .object({ wallet_address_uuid: uuid, merchant_payment_uuid: uuid })
  .transform((value, context) => {
    const given = value.wallet_address_uuid ?? value.merchant_payment_uuid;
    if (given !== null) return { wallet_address_uuid: given };
    context.addIssue({ code: "custom", path: ["wallet_address_uuid"], message: "validation.required" });
    return z.NEVER;
  });

/**
 * Input of `POST /v1/wallet/block-address`: `uuid` or `order_id`; with both, order_id decides. Some
 * clients send `is_refund`.
 */
export const blockWalletInput = z
  .object({
    uuid,
    order_id: optionalText({ max: NAMED_ORDER_ID_MAX, pattern: ALPHA_DASH }),
    is_force_refund: lenientBoolean(false),
    is_refund: lenientBoolean(false),
  })
  .superRefine(refuseWithoutId)
  .transform(({ is_refund, ...value }) => ({ ...value, is_force_refund: value.is_force_refund || is_refund }));
export type BlockWalletInput = z.output<typeof blockWalletInput>;

export const blockedWalletView = z.strictObject({ uuid: z.uuid(), status: z.enum(WALLET_STATUSES) });
