import { defineOperation } from "@/lib/fronts/machine-api/operation";
import {
  createInvoiceInput,
  findInvoiceInput,
  invoiceQrInput,
  invoiceView,
  qrView,
} from "@/lib/money-in/invoices/schema";

/** The invoice in the reference's examples. */
export const EXAMPLE_INVOICE = {
  uuid: "26109ba0-b05b-4ee0-93d1-fd62c822ce95",
  order_id: "order-1",
  amount: "15.00",
  payment_amount: null,
  payment_amount_usd: "0.00",
  payer_amount: "15.00000000",
  payer_amount_exchange_rate: "1.00000000",
  discount_percent: null,
  discount: "0.00000000",
  payer_currency: "USDT",
  currency: "USD",
  comments: null,
  merchant_amount: "14.85000000",
  network: "tron",
  address: "TYWKxSpUu65rT7SNZdQ1p8gCAfxZqyWC3b",
  from: null,
  txid: null,
  payment_status: "check",
  url: "https://pay.example.com/pay/26109ba0-b05b-4ee0-93d1-fd62c822ce95",
  expired_at: 1_689_098_133,
  status: "check",
  is_final: false,
  additional_data: null,
  created_at: "2023-07-11T20:23:52+03:00",
  updated_at: "2023-07-11T20:24:17+03:00",
  commission: "0.15000000",
  address_qr_code: "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAASwAAAEsAQMAAABDsxw2AAAABlBMVEUAAAD///+l2Z/d",
};

/** `POST /v1/payment` */
export const createPayment = defineOperation({
  method: "POST",
  path: "/v1/payment",
  group: "Invoices",
  title: "Create an invoice",
  description:
    "Creates an invoice, or returns the existing one with the same order ID. If the coin and network are fixed, it has an address immediately; otherwise the payer chooses on the payment page. With `is_refresh`, an invoice that expired unpaid gets a new address and expiry at its old price.",
  keys: ["payment"],
  input: createInvoiceInput,
  output: invoiceView,
  refusals: [
    "You are forbidden",
    "The network was not found",
    "The currency was not found",
    "The service was not found",
    "Not found service to_currency",
    "Error convert to_currency",
    "Minimum amount <min> <currency>",
    "Maximum amount <max> <currency>",
    "Wallet not found",
    "The terminal was not found",
    "Gateway error",
    "Server error",
  ],
  example: {
    request: { amount: "15", currency: "USD", to_currency: "USDT", network: "tron", order_id: "order-1" },
    result: EXAMPLE_INVOICE,
  },
});

/** `POST /v1/payment/info` */
export const findPayment = defineOperation({
  method: "POST",
  path: "/v1/payment/info",
  group: "Invoices",
  title: "Look up an invoice",
  description:
    "Returns an invoice or a static wallet top-up by uuid or order ID. If both are given, the order ID takes precedence.",
  keys: ["payment"],
  input: findInvoiceInput,
  output: invoiceView,
  refusals: ["Payment not found"],
  example: { request: { order_id: "order-1" }, result: EXAMPLE_INVOICE },
});

/** `POST /v1/payment/qr` */
export const paymentQr = defineOperation({
  method: "POST",
  path: "/v1/payment/qr",
  group: "Invoices",
  title: "Get the QR code of an invoice address",
  description:
    "Returns the address as a QR code (PNG in a data URI). An invoice without a fixed coin has no address until the payer chooses a coin.",
  keys: ["payment"],
  input: invoiceQrInput,
  output: qrView,
  refusals: ["Payment not found", "The payer has not chosen a coin yet"],
  example: {
    request: { merchant_payment_uuid: EXAMPLE_INVOICE.uuid },
    result: { image: EXAMPLE_INVOICE.address_qr_code },
  },
});
