import type { PageModel } from "@/components/payers/pay/page-model";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { ENGLISH } from "@/lib/kernel/locales/messages";
import { decimal } from "@/lib/kernel/money/decimal";
import {
  NOW,
  payCase,
  payChoice,
  payDeposit,
  payRefund,
  payView,
  USDT_QUOTE,
} from "@/lib/money-in/invoices/testing/pay-views";

/** The page in each of its states, for tests that cover all of them. */

const SOON = new Date("2026-11-21T10:57:20Z");
const AFTER = new Date("2026-11-21T11:00:01Z");
const SLOW_QUOTE = { ...USDT_QUOTE, network: { ...USDT_QUOTE.network, isReady: false } };
const HALF = decimal("0.01");
const confirmed = (amount: string) => payDeposit(amount, { status: "confirmed", confirmations: 12 });

const CHOICES = ["USDT", "USDC", "DAI", "BTC", "ETH", "BNB", "TRX", "LTC", "SOL", "POL"].flatMap((currency) =>
  ["eth", "bsc", "polygon", "tron"].map((networkCode) =>
    payChoice({ currency, currencyName: `Coin ${currency}`, networkCode, networkName: `Network ${networkCode}` }),
  ),
);

const VIEWS: ReadonlyArray<readonly [name: string, changes: Partial<PayView>, now?: Date]> = [
  ["choose", { quote: null, quoteCount: 0, choices: CHOICES }],
  ["unavailable", { quote: null, quoteCount: 0, choices: [] }],
  ["blocked", { quote: null, quoteCount: 0, choices: [], arePaymentsBlocked: true }],
  ["waiting", {}],
  ["waiting for a token", { quote: USDT_QUOTE }],
  ["waiting with a slow node", { quote: SLOW_QUOTE }],
  ["expiring soon", {}, SOON],
  ["partially paid", { confirmedAmount: HALF, deposits: [confirmed("0.01")] }],
  ["partially paid, not confirmed yet", { status: "process", deposits: [payDeposit("0.01")] }],
  ["confirming", { status: "process", deposits: [payDeposit("0.0186")] }],
  ["confirming a single transfer", { status: "process", isPaymentMultiple: false, deposits: [payDeposit("0.01")] }],
  ["replaced", { deposits: [payDeposit("0.0186", { status: "vanished" })] }],
  ["overdue", {}, AFTER],
  ["paid", { status: "paid", finalAt: NOW, confirmedAmount: decimal("0.0186"), deposits: [confirmed("0.0186")] }],
  ["overpaid", { status: "paid_over", finalAt: NOW, confirmedAmount: decimal("0.02"), deposits: [confirmed("0.02")] }],
  ["marked as paid", { status: "paid", isPaidByHand: true, finalAt: NOW }],
  ["underpaid", { status: "wrong_amount", finalAt: NOW, confirmedAmount: HALF, deposits: [confirmed("0.01")] }],
  [
    "paid from a personal wallet",
    { status: "paid", finalAt: NOW, confirmedAmount: decimal("0.0186"), internalAmount: decimal("0.0186") },
  ],
  ["replaced and sent again", { deposits: [payDeposit("0.0186", { status: "vanished" }), payDeposit("0.01")] }],
  [
    "underpaid by a single transfer",
    {
      status: "wrong_amount",
      isPaymentMultiple: false,
      finalAt: NOW,
      confirmedAmount: HALF,
      deposits: [confirmed("0.01")],
    },
  ],
  [
    "late and accepted",
    {
      status: "paid",
      isPaidLate: true,
      finalAt: AFTER,
      confirmedAmount: decimal("0.0186"),
      deposits: [confirmed("0.0186")],
    },
  ],
  ["expired", { status: "cancel", finalAt: AFTER }],
  ["expired and renewable", { status: "cancel", finalAt: AFTER, isRenewable: true }],
  ["late", { status: "cancel", finalAt: AFTER, cases: [payCase()] }],
  ["late, decision pending", { status: "cancel", finalAt: AFTER, latePolicy: "accept", cases: [payCase()] }],
  ["late and held", { status: "cancel", finalAt: AFTER, latePolicy: "accept", cases: [payCase({ isJudged: true })] }],
  [
    "late and being refunded",
    { status: "cancel", finalAt: AFTER, cases: [payCase({ status: "refunding" })], refunds: [payRefund()] },
  ],
  ["cancelled", { status: "cancel", isCancelledByHand: true, finalAt: NOW }],
  ["late after cancellation", { status: "cancel", isCancelledByHand: true, finalAt: NOW, cases: [payCase()] }],
  ["wrong network", { cases: [payCase({ kind: "wrong_network", networkName: "BNB Smart Chain" })] }],
  [
    "confirming with a slow node",
    { status: "process", quote: SLOW_QUOTE, deposits: [payDeposit("25.05", { currency: "USDT" })] },
  ],
  ["wrong token", { cases: [payCase({ kind: "wrong_token", currency: "USDC", amount: decimal("5") })] }],
  ["dust", { cases: [payCase({ kind: "dust", amount: decimal("0.000001") })] }],
  ["credited case", { status: "cancel", finalAt: AFTER, cases: [payCase({ status: "credited" })] }],
  ["failed", { status: "fail", finalAt: NOW }],
  ["system failure", { status: "system_fail", finalAt: NOW }],
  ["locked", { status: "locked", finalAt: NOW, cases: [payCase({ kind: "locked" })] }],
  ...(["init", "pending", "expired"] as const).map((status): (typeof VIEWS)[number] => [
    `locked with questionnaire, ${status}`,
    {
      status: "locked",
      finalAt: NOW,
      cases: [payCase({ kind: "locked" })],
      questionnaire: { status, path: "/questionnaire/abc" },
    },
  ]),
  ["reversed", { status: "process", isReversed: true }],
  ["refund under review", { status: "refund_process", refunds: [payRefund({ status: "check", transactionId: null })] }],
  [
    "refunding",
    {
      status: "refund_process",
      refunds: [payRefund()],
      confirmedAmount: decimal("0.0186"),
      deposits: [confirmed("0.0186")],
    },
  ],
  [
    "refunded",
    {
      status: "refund_paid",
      refunds: [payRefund({ status: "paid" })],
      confirmedAmount: decimal("0.0186"),
      deposits: [confirmed("0.0186")],
    },
  ],
  [
    "refund failed",
    {
      status: "refund_fail",
      refunds: [payRefund({ status: "fail", transactionId: null })],
      confirmedAmount: decimal("0.0186"),
      deposits: [confirmed("0.0186")],
    },
  ],
];

export const PAGE_STATES: ReadonlyArray<{ readonly name: string; readonly model: PageModel }> = VIEWS.map(
  ([name, changes, now = NOW]) => {
    const view = payView(changes);
    return {
      name,
      model: {
        view,
        state: payState(view, now),
        isChoosing: false,
        error: null,
        hasPlayMoney: name.startsWith("waiting"),
        balance: null,
        messages: ENGLISH,
        lang: null,
      },
    };
  },
);
