import { z } from "zod";
import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { decimal } from "@/lib/kernel/money/decimal";
import { listInput } from "@/lib/kernel/paging/page-schema";
import { toWireNumber } from "@/lib/kernel/wire-number";
import {
  calculatePayoutInput,
  createPayoutInput,
  findPayoutInput,
  looseCalculatePayoutInput,
  payoutCalculationView,
  payoutPageView,
  payoutView,
} from "@/lib/money-out/payouts/schema";
import { serviceListView } from "@/lib/pricing/catalog/schema";

const EXAMPLE_PAYOUT = {
  uuid: "a7c0caec-a594-4aaa-b1c4-77d511857594",
  amount: "3",
  currency: "USDT",
  network: "TRON",
  address: "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8",
  txid: null,
  status: "process",
  is_final: false,
  balance: toWireNumber(decimal("129")),
  payer_currency: "USDT",
  payer_amount: toWireNumber(decimal("3")),
  commission: "1.00000000",
  merchant_amount: "4.00000000",
};

const EXAMPLE_PRICED = { amount: "3", currency: "USDT", network: "TRON", is_subtract: true };
const EXAMPLE_CALCULATION = { commission: "1.00000000", merchant_amount: "4.00000000", payout_amount: "3.00000000" };

/** In the order in which they are checked. */
const PLAN_REFUSALS = [
  "You are forbidden",
  "The currency was not found",
  "Not found service to_currency",
  "The service was not found",
  "Error convert to_currency",
  "Minimum amount <min> <currency>",
  "Maximum amount <max> <currency>",
  "Wallet not found",
  "The withdrawal amount is too small",
  "Not enough funds",
  "Not enough balance for convert <from> to <to>",
  "The terminal was not found",
];

/** `POST /v1/payout` */
export const createPayoutOperation = defineOperation({
  method: "POST",
  path: "/v1/payout",
  group: "Payouts",
  title: "Create a payout",
  description:
    "Sends funds from the business balance to an address, or returns the existing payout with the same order ID, regardless of the other parameters. The balance is debited immediately. `process`: on its way; `check`: waiting for funds on the network, a lower network fee or an approval; `paid`: confirmed on the chain; with `fail`, `cancel` and `system_fail` the full debit is returned. Each change sends one webhook to `url_callback`. If `is_subtract` is true, the fee is charged to the balance; if false, it is deducted from the amount sent. A fiat amount requires `to_currency`. With `from_currency` (USDT), that balance pays, converted at the current rate; `balance` and `merchant_amount` are then in USDT. `priority` applies on BTC, ETH, POLYGON and BSC, `memo` on TON. An invalid address is reported in `errors.address` as `validation.address.` followed by the reason: `format`, `length`, `checksum`, `network`, `burn`, `contract` or `own`.",
  keys: ["payout"],
  input: createPayoutInput,
  output: payoutView,
  hasWireNumbers: true,
  refusals: PLAN_REFUSALS,
  example: {
    request: { ...EXAMPLE_PRICED, order_id: "payout-1", address: EXAMPLE_PAYOUT.address },
    result: EXAMPLE_PAYOUT,
  },
});

/** `POST /v1/payout/calc` */
export const calculatePayoutOperation = defineOperation({
  method: "POST",
  path: "/v1/payout/calc",
  group: "Payouts",
  title: "Calculate a payout",
  description:
    "Calculates what a payout with these parameters would cost and send. The fee is valid for up to 60 seconds: a payout created in that time has the same fee.",
  keys: ["payout"],
  input: calculatePayoutInput,
  output: payoutCalculationView,
  refusals: PLAN_REFUSALS,
  example: { request: { ...EXAMPLE_PRICED, address: EXAMPLE_PAYOUT.address }, result: EXAMPLE_CALCULATION },
});

/** `POST /v1/payout/calculate` */
export const calculatePayoutAlias = defineOperation({
  method: "POST",
  path: "/v1/payout/calculate",
  group: "Payouts",
  title: "Calculate a payout without its address",
  description: "Same as `/v1/payout/calc`, but the address is optional, and so is `is_subtract` (default false).",
  keys: ["payout"],
  input: looseCalculatePayoutInput,
  output: payoutCalculationView,
  refusals: PLAN_REFUSALS,
  example: { request: EXAMPLE_PRICED, result: EXAMPLE_CALCULATION },
});

/** `POST /v1/payout/info` */
export const findPayout = defineOperation({
  method: "POST",
  path: "/v1/payout/info",
  group: "Payouts",
  title: "Look up a payout",
  description:
    "Returns a payout by uuid or order ID. If both are given, the order ID takes precedence. It moves no funds, so the payment key can be used too.",
  keys: ["payout", "payment"],
  input: findPayoutInput,
  output: payoutView,
  hasWireNumbers: true,
  refusals: ["Payout not found"],
  example: { request: { order_id: "payout-1" }, result: EXAMPLE_PAYOUT },
});

/** `POST /v1/payout/list` */
export const listPayoutsOperation = defineOperation({
  method: "POST",
  path: "/v1/payout/list",
  group: "Payouts",
  title: "List payouts",
  description: "Payouts, newest first, 15 per page. `cursor` can be in the query string or the body.",
  keys: ["payout"],
  input: listInput,
  output: payoutPageView,
  refusals: [],
  example: {
    request: { date_from: "2026-11-01 00:00:00" },
    result: {
      merchant_uuid: "8b03432e-385b-4670-8d06-064591096795",
      items: [
        {
          uuid: EXAMPLE_PAYOUT.uuid,
          amount: "3",
          currency: "USDT",
          network: "TRON",
          address: EXAMPLE_PAYOUT.address,
          txid: null,
          order_id: "payout-1",
          payment_status: null,
          status: "process",
          is_final: false,
          balance: "129.00000000",
          created_at: "2026-11-21T12:00:00+03:00",
          updated_at: "2026-11-21T12:00:00+03:00",
        },
      ],
      paginate: { count: 1, hasPages: false, nextCursor: null, previousCursor: null, perPage: 15 },
    },
  },
});

/** `POST /v1/payout/services` */
export const listPayoutServices = defineOperation({
  method: "POST",
  path: "/v1/payout/services",
  group: "Payouts",
  title: "List payout coins",
  description:
    "Every coin on every network with its limits, the current payout fee at `recommended` priority, and whether a payout would be sent immediately. Otherwise a payout waits in `check`.",
  keys: ["payout"],
  input: z.object({}),
  output: serviceListView,
  refusals: [],
  example: {
    request: {},
    result: [
      {
        network: "POLYGON",
        currency: "USDT",
        is_available: true,
        limit: { min_amount: "0.50000000", max_amount: "1000000.00000000" },
        commission: { fee_amount: "0.01000000", percent: "0.00" },
      },
    ],
  },
});
