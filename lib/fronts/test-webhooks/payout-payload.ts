import type { WebhookPayload } from "@/lib/delivery/webhooks/payload";
import type { SampleData } from "@/lib/fronts/test-webhooks/payment-payload";
import { Decimal, decimal, HUNDRED, ONE } from "@/lib/kernel/money/decimal";
import { type PayoutFacts, toPayoutWebhook } from "@/lib/money-out/payouts/transition-payout";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";

export type PayoutTest = {
  readonly status: PayoutFacts["status"];
  /** Of the coin and network in the request. */
  readonly service: CatalogService;
  readonly sample: SampleData;
  /** The payout that it is about; null: sample data only. */
  readonly payout: PayoutFacts | null;
};

/** A sample amount is this multiple of the service's minimum payout. */
const ABOVE_MINIMUM = decimal("10");
const AMOUNT_DECIMALS = 8;

/**
 * Builds the payload of a test webhook of kind `payout`: that of a real one, with the requested
 * status. Pure; nothing of it is ever stored.
 */
export function testPayoutPayload({ status, service, sample, payout }: PayoutTest): WebhookPayload {
  const subject = payout ?? sampleOf(service, sample);
  const transactionId = status === "paid" ? (subject.transactionId ?? sample.transactionId) : subject.transactionId;
  return toPayoutWebhook({ ...subject, status, transactionId });
}

function sampleOf(service: CatalogService, sample: SampleData): PayoutFacts {
  const sentAmount = service.payoutMin.isZero() ? ONE : round(service.payoutMin.times(ABOVE_MINIMUM));
  const percent = service.payoutFeePercent.dividedBy(HUNDRED);
  const commission = round(sentAmount.times(percent).plus(service.payoutFeeFixed));
  return {
    id: sample.uuid,
    orderId: sample.orderId,
    status: "process",
    amount: sentAmount,
    currencyCode: service.currency.code,
    payerCode: service.currency.code,
    networkCode: service.network.code,
    sentAmount,
    commission,
    debitedAmount: sentAmount.plus(commission),
    transactionId: null,
  };
}

function round(amount: Decimal): Decimal {
  return amount.toDecimalPlaces(AMOUNT_DECIMALS, Decimal.ROUND_UP);
}
