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
    "Creates a permanent address for one coin on one network with an order ID, or returns the existing wallet with the same order ID, regardless of the other parameters. Every top-up is credited automatically, sent to `url_callback`, and can be retrieved with `/v1/payment/info` by the uuid in its webhook. An order ID of an invoice is refused with `validation.unique`.",
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
  title: "Get the QR code of a static wallet address",
  description: "Returns the address as a QR code (PNG in a data URI). `merchant_payment_uuid` is accepted as well.",
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
    "Blocks the wallet permanently: later payments are held and not credited. With `is_force_refund` (or `is_refund`), held funds are refunded to senders whose accounts can receive refunds; all others wait for an address. If both uuid and order ID are given, the order ID takes precedence. Blocking twice has no effect. Parameter errors are always reported in `errors`.",
  keys: ["payment"],
  input: blockWalletInput,
  output: blockedWalletView,
  refusals: ["Not found"],
  example: {
    request: { order_id: EXAMPLE_WALLET.order_id, is_force_refund: false },
    result: { uuid: EXAMPLE_WALLET.uuid, status: "blocked" },
  },
});
