import type { Operation } from "@/lib/fronts/machine-api/operation";
import { createPayment, findPayment, paymentQr } from "@/lib/fronts/machine-api/operations/invoices";
import {
  listPaymentAmlLinks,
  listPayments,
  markPaymentAsPaid,
} from "@/lib/fronts/machine-api/operations/payments-info";
import {
  calculatePayoutAlias,
  calculatePayoutOperation,
  createPayoutOperation,
  findPayout,
  listPayoutServices,
  listPayoutsOperation,
} from "@/lib/fronts/machine-api/operations/payouts";
import {
  cancelRecurrenceOperation,
  createRecurrenceOperation,
  findRecurrenceOperation,
  listRecurrencesOperation,
} from "@/lib/fronts/machine-api/operations/recurrences";
import { refundBlockedWalletOperation, refundPaymentOperation } from "@/lib/fronts/machine-api/operations/refunds";
import {
  listExchangeRates,
  listPaymentDiscounts,
  listPaymentServices,
  readBalance,
  setPaymentDiscount,
} from "@/lib/fronts/machine-api/operations/services";
import {
  resendWebhook,
  resendWebhookByAny,
  testPaymentWebhook,
  testPayoutWebhook,
  testWalletWebhook,
} from "@/lib/fronts/machine-api/operations/test-webhooks";
import {
  transferToBusinessOperation,
  transferToPersonalOperation,
} from "@/lib/fronts/machine-api/operations/transfers";
import { blockStaticWallet, createStaticWallet, staticWalletQr } from "@/lib/fronts/machine-api/operations/wallets";

/**
 * Every operation of the machine API, in the order of the reference page. A route missing here
 * fails a test.
 */
export const OPERATIONS: readonly Operation[] = [
  createPayment,
  findPayment,
  listPayments,
  listPaymentServices,
  paymentQr,
  markPaymentAsPaid,
  listPaymentAmlLinks,
  refundPaymentOperation,
  createStaticWallet,
  staticWalletQr,
  blockStaticWallet,
  refundBlockedWalletOperation,
  createRecurrenceOperation,
  findRecurrenceOperation,
  listRecurrencesOperation,
  cancelRecurrenceOperation,
  createPayoutOperation,
  calculatePayoutOperation,
  calculatePayoutAlias,
  findPayout,
  listPayoutsOperation,
  listPayoutServices,
  transferToPersonalOperation,
  transferToBusinessOperation,
  listPaymentDiscounts,
  setPaymentDiscount,
  readBalance,
  listExchangeRates,
  resendWebhook,
  resendWebhookByAny,
  testPaymentWebhook,
  testPayoutWebhook,
  testWalletWebhook,
];
