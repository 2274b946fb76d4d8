import { discountSet, paymentList, payoutList, withoutParameters } from "@/app/v1/conformance/lists.table";
import {
  blockedAddressRefund,
  refund,
  transferToBusiness,
  transferToPersonal,
} from "@/app/v1/conformance/money-out.table";
import { payment } from "@/app/v1/conformance/payment.table";
import { amlLinks, paymentInfo, paymentQr } from "@/app/v1/conformance/payments-found.table";
import { payout, payoutCalc, payoutCalculate, payoutInfo } from "@/app/v1/conformance/payouts.table";
import {
  recurrenceCancel,
  recurrenceCreate,
  recurrenceInfo,
  recurrenceList,
} from "@/app/v1/conformance/recurrences.table";
import type { RuleTable } from "@/app/v1/conformance/testing/rule-table";
import { blockAddress, wallet, walletQr } from "@/app/v1/conformance/wallets.table";
import {
  markAsPaid,
  resend,
  resendByAny,
  testPayment,
  testPayout,
  testWallet,
} from "@/app/v1/conformance/webhooks.table";

/** Every operation's rules, in the order of the specification. */
export const RULE_TABLES: readonly RuleTable[] = [
  payment,
  paymentInfo,
  paymentQr,
  amlLinks,
  refund,
  resend,
  resendByAny,
  markAsPaid,
  wallet,
  walletQr,
  blockAddress,
  blockedAddressRefund,
  recurrenceCreate,
  recurrenceInfo,
  recurrenceList,
  recurrenceCancel,
  payout,
  payoutCalc,
  payoutCalculate,
  payoutInfo,
  withoutParameters("/v1/payout/services", "payout"),
  transferToPersonal,
  transferToBusiness,
  testPayment,
  testPayout,
  testWallet,
  paymentList,
  payoutList,
  discountSet,
  withoutParameters("/v1/payment/services", "payment"),
  withoutParameters("/v1/payment/discount/list", "payment"),
  withoutParameters("/v1/balance", "payment"),
];
