import type { z } from "zod";
import { invoiceView } from "@/lib/invoices/schema";
import { pageView } from "@/lib/paging/page-schema";

/** A line of `POST /v1/payment/list`: the Invoice object without four of its keys, in the order of the interface. */
export const paymentItemView = invoiceView.pick({
  uuid: true,
  order_id: true,
  amount: true,
  payment_amount: true,
  payer_amount: true,
  discount_percent: true,
  discount: true,
  payer_currency: true,
  currency: true,
  merchant_amount: true,
  comments: true,
  network: true,
  address: true,
  from: true,
  txid: true,
  payment_status: true,
  url: true,
  expired_at: true,
  status: true,
  is_final: true,
  additional_data: true,
  created_at: true,
  updated_at: true,
});

export const paymentPageView = pageView(paymentItemView);

export type PaymentPageView = z.output<typeof paymentPageView>;
