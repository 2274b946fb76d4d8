import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { qrView } from "@/lib/money-in/invoices/schema";
import {
  blockedWalletView,
  blockWalletInput,
  createWalletInput,
  walletQrInput,
  walletView,
} from "@/lib/money-in/static-wallets/schema";

const EXAMPLE_WALLET = {
  wallet_uuid: "58526488-d79f-8e15-9e32-7ec0ccd2b8a4",
  uuid: "de2b5c4f-1a0e-4b7c-9a45-3d3a3c0f8b21",
  order_id: "customer-17",
  address: "TVXRWyvLzKZqE7bcKXmuuCXkYzgbqF2m9e",
  network: "tron",
  currency: "USDT",
  url: "https://pay.shop.example/wallet/de2b5c4f-1a0e-4b7c-9a45-3d3a3c0f8b21",
};

/** `POST /v1/wallet` */
export const createStaticWallet = defineOperation({
  method: "POST",
  path: "/v1/wallet",
  group: "Static wallets",
  title: "Create a static wallet",
  description:
    "A lasting address for one coin on one network, bound to an order id; or the wallet that was made before with the same order id, whatever else is sent. Every top-up is credited by itself, reported to `url_callback`, and found by `/v1/payment/info` under the uuid that its webhook carries. An order id of an invoice is refused with `validation.unique`.",
  keys: ["payment"],
  input: createWalletInput,
  output: walletView,
  refusals: [
    "You are forbidden",
    "The service was not found",
    "Wallet not found",
    "The terminal was not found",
    "Server error",
  ],
  example: { request: { currency: "USDT", network: "tron", order_id: "customer-17" }, result: EXAMPLE_WALLET },
});

/** `POST /v1/wallet/qr` */
export const staticWalletQr = defineOperation({
  method: "POST",
  path: "/v1/wallet/qr",
  group: "Static wallets",
  title: "QR image of a static wallet's address",
  description:
    "The address as a QR code, a PNG in a data URI. `merchant_payment_uuid` is understood for the parameter too.",
  keys: ["payment"],
  input: walletQrInput,
  output: qrView,
  refusals: ["Not found"],
  example: {
    request: { wallet_address_uuid: EXAMPLE_WALLET.uuid },
    result: {
      image:
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
    },
  },
});

/** `POST /v1/wallet/block-address` */
export const blockStaticWallet = defineOperation({
  method: "POST",
  path: "/v1/wallet/block-address",
  group: "Static wallets",
  title: "Block a static wallet",
  description:
    "For good: what arrives from now on is held and not credited. With `is_force_refund` (also `is_refund`) what is held goes back to its senders where they are accounts that can be paid back, and waits for an address elsewhere. Named by uuid or order id; with both, the order id decides. Blocking twice changes nothing. What is wrong with the parameters is always said in `errors`.",
  keys: ["payment"],
  input: blockWalletInput,
  output: blockedWalletView,
  refusals: ["Not found"],
  example: {
    request: { order_id: EXAMPLE_WALLET.order_id, is_force_refund: false },
    result: { uuid: EXAMPLE_WALLET.uuid, status: "blocked" },
  },
});
