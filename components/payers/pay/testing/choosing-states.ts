import type { PageModel } from "@/components/payers/pay/page-model";
import type { PayRefundable } from "@/lib/exceptions/refund-requests/pay-refund-requests";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { ENGLISH } from "@/lib/kernel/locales/messages";
import { decimal } from "@/lib/kernel/money/decimal";
import {
  NOW,
  networkFee,
  payChoice,
  payDeposit,
  payUnavailable,
  payView,
  USDT_EXCHANGE,
  USDT_QUOTE,
} from "@/lib/money-in/invoices/testing/pay-views";

/** The page while the payer chooses a coin, and for payers who send from an exchange. */

const SOON = new Date("2026-11-21T10:57:20Z");
const usdt = (networkCode: string, networkName: string, tokenStandard: string, worth: string | null) =>
  payChoice({
    currency: "USDT",
    currencyName: "Tether USD",
    networkCode,
    networkName,
    tokenStandard,
    payerAmount: decimal("25.05"),
    networkFee: worth === null ? null : networkFee("0.0000412", worth),
    exchange: USDT_EXCHANGE.terms,
  });

/**
 * One coin on several networks, coins on a single network, and one unavailable coin for each
 * reason.
 */
const CHOOSING: Partial<PayView> = {
  quote: null,
  quoteCount: 0,
  choices: [
    usdt("bsc", "BNB Smart Chain", "BEP-20", "0.004"),
    usdt("eth", "Ethereum", "ERC-20", "0.82"),
    usdt("polygon", "Polygon", "ERC-20", null),
    payChoice(),
    payChoice({
      currency: "BTC",
      currencyName: "Bitcoin",
      networkCode: "btc",
      networkName: "Bitcoin",
      networkFee: null,
    }),
  ],
  unavailable: [
    payUnavailable(),
    payUnavailable({
      currency: "SOL",
      currencyName: "Solana",
      networkCode: "sol",
      networkName: "Solana",
      reason: "price",
    }),
    payUnavailable({ currency: "LTC", currencyName: "Litecoin", reason: "minimum", limit: decimal("0.5") }),
    payUnavailable({ currency: "DOGE", currencyName: "Dogecoin", reason: "maximum", limit: decimal("10") }),
  ],
};

const SMALL_QUOTE = { ...USDT_QUOTE, payerAmount: decimal("4.2") };
const AN_HOUR: Partial<PayView> = { quote: USDT_QUOTE, exchange: USDT_EXCHANGE };
const SMALL_REMAINDER: Partial<PayView> = {
  ...AN_HOUR,
  confirmedAmount: decimal("20"),
  deposits: [payDeposit("20", { currency: "USDT", status: "confirmed", confirmations: 15 })],
};
const REFUNDABLE: PayRefundable = {
  kind: "short",
  caseId: null,
  reference: null,
  amount: decimal("20"),
  currency: "USDT",
  networkName: "BNB Smart Chain",
  hasMail: true,
  canSign: false,
};

type State = readonly [name: string, view: Partial<PayView>, model?: Partial<PageModel>, now?: Date];

const STATES: readonly State[] = [
  ["choose with unavailable coins", CHOOSING],
  ["choose when paying from an exchange", CHOOSING, { isFromExchange: true }],
  ["choose with search results", CHOOSING, { find: "tether bep20" }],
  ["choose without search results", CHOOSING, { find: "nothing" }],
  ["choose with one change left", { choices: CHOOSING.choices ?? [], changesLeft: 1 }, { isChoosing: true }],
  ["no coin available, with reasons", { ...CHOOSING, choices: [] }],
  ["coin can no longer be changed", { mayRequote: false, changesLeft: 0 }],
  ["from an exchange", AN_HOUR, { isFromExchange: true }],
  ["from an exchange, late payments accepted", { ...AN_HOUR, latePolicy: "accept" }, { isFromExchange: true }],
  ["from an exchange, expiring soon", AN_HOUR, { isFromExchange: true }, SOON],
  [
    "from an exchange with unknown terms",
    { exchange: { terms: null, names: [], wrongNames: [] } },
    { isFromExchange: true },
  ],
  ["from an exchange, below its minimum", { quote: SMALL_QUOTE, exchange: USDT_EXCHANGE }, { isFromExchange: true }],
  ["from an exchange, remainder below its minimum", SMALL_REMAINDER, { isFromExchange: true }],
  [
    "from an exchange, received amount refundable",
    { ...SMALL_REMAINDER, refundables: [REFUNDABLE] },
    { isFromExchange: true },
  ],
];

export const CHOOSING_STATES: ReadonlyArray<{ readonly name: string; readonly model: PageModel }> = STATES.map(
  ([name, changes, asked = {}, now = NOW]) => {
    const view = payView(changes);
    const shown = { isChoosing: false, error: null, hasPlayMoney: false, balance: null, messages: ENGLISH, lang: null };
    return { name, model: { view, state: payState(view, now), ...shown, ...asked } };
  },
);
