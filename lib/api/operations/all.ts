import type { Operation } from "@/lib/api/operation";
import { listPaymentAmlLinks } from "@/lib/api/operations/aml-links";
import { readBalance } from "@/lib/api/operations/balance";
import { listPaymentDiscounts, setPaymentDiscount } from "@/lib/api/operations/discounts";
import { createPayment, findPayment, paymentQr } from "@/lib/api/operations/invoices";
import { listPayments, markPaymentAsPaid } from "@/lib/api/operations/payments-info";
import {
  calculatePayoutAlias,
  calculatePayoutOperation,
  createPayoutOperation,
  findPayout,
  listPayoutServices,
  listPayoutsOperation,
} from "@/lib/api/operations/payouts";
import { listExchangeRates } from "@/lib/api/operations/rates";
import {
  cancelRecurrenceOperation,
  createRecurrenceOperation,
  findRecurrenceOperation,
  listRecurrencesOperation,
} from "@/lib/api/operations/recurrences";
import { refundBlockedWalletOperation, refundPaymentOperation } from "@/lib/api/operations/refunds";
import { listPaymentServices } from "@/lib/api/operations/services";
import { testPaymentWebhook, testPayoutWebhook, testWalletWebhook } from "@/lib/api/operations/test-webhooks";
import { transferToBusinessOperation, transferToPersonalOperation } from "@/lib/api/operations/transfers";
import { blockStaticWallet, createStaticWallet, staticWalletQr } from "@/lib/api/operations/wallets";
import { resendWebhook, resendWebhookByAny } from "@/lib/api/operations/webhooks";

/** Every operation of the machine API, in the order of the reference page. A route that is not here fails a test. */
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
