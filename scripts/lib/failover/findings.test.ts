import { expect, test } from "vitest";
import { findExceptions, INVOICE_AMOUNT, isClean, PAYOUT_AMOUNT } from "@/scripts/lib/failover/findings.mjs";

type Facts = Parameters<typeof findExceptions>[0];

/** A paid invoice, one that is not, one whose answer was lost, and a payout. */
const KEPT: Facts = {
  invoices: new Map([
    ["paid", { uuid: "1", isPaid: true }],
    ["open", { uuid: "2", isPaid: false }],
    ["unanswered", { uuid: null, isPaid: false }],
  ]),
  payouts: new Map([
    ["out", { uuid: "3", address: "0xa" }],
    ["unanswered", { uuid: null, address: "0xb" }],
  ]),
  stored: {
    invoices: [
      { id: "1", orderId: "paid" },
      { id: "2", orderId: "open" },
    ],
    payouts: [{ id: "3", orderId: "out" }],
    webhooks: ["payment paid confirm_check", "payment paid paid", "payout out paid"],
  },
  received: new Map([
    ["payment paid confirm_check", 1],
    ["payment paid paid", 2],
    ["payout out paid", 1],
  ]),
  arrived: new Map([["0xa", PAYOUT_AMOUNT]]),
  credited: INVOICE_AMOUNT,
};
const { stored } = KEPT;

const found = (facts: Partial<Facts>) =>
  Object.fromEntries(Object.entries(findExceptions({ ...KEPT, ...facts })).filter(([, count]) => count !== 0));

test("a webhook sent twice, and a call whose answer was lost, whether it was done or not, are no exceptions", () => {
  expect(isClean(findExceptions(KEPT))).toBe(true);
  const invoices = [...stored.invoices, { id: "9", orderId: "unanswered" }];
  const arrived = new Map([...KEPT.arrived, ["0xb", PAYOUT_AMOUNT] as const]);
  expect(found({ stored: { ...stored, invoices }, arrived })).toEqual({});
});

test("an acknowledged order that is gone, or has another id, is lost", () => {
  expect(found({ stored: { ...stored, invoices: stored.invoices.slice(1) } })).toEqual({
    "acknowledged invoices that do not exist": 1,
  });
  expect(found({ stored: { ...stored, payouts: [{ id: "4", orderId: "out" }] } })).toEqual({
    "acknowledged payouts that do not exist": 1,
  });
});

test("two rows of one order are found", () => {
  const twice = (rows: Facts["stored"]["invoices"]) => [{ id: "0", orderId: rows[0]?.orderId ?? "" }, ...rows];
  expect(found({ stored: { ...stored, invoices: twice(stored.invoices), payouts: twice(stored.payouts) } })).toEqual({
    "order ids with two invoices": 1,
    "order ids with two payouts": 1,
  });
});

test("a payout that arrived twice is found, also if its answer was lost, and one that did not arrive", () => {
  expect(found({ arrived: new Map([["0xa", 2 * PAYOUT_AMOUNT]]) })).toEqual({ "payouts paid twice": 1 });
  const unanswered = new Map([...KEPT.arrived, ["0xb", 2 * PAYOUT_AMOUNT] as const]);
  expect(found({ arrived: unanswered })).toEqual({ "payouts paid twice": 1 });
  expect(found({ arrived: new Map() })).toEqual({ "acknowledged payouts that did not arrive": 1 });
});

test("a webhook is lost if the shop did not get what is stored, or nothing is stored about what happened", () => {
  const received = new Map([...KEPT.received].filter(([key]) => key !== "payment paid confirm_check"));
  expect(found({ received })).toEqual({ "webhooks lost": 1 });
  expect(found({ received: new Map(), stored: { ...stored, webhooks: [] } })).toEqual({ "webhooks lost": 2 });
});

test("a payment that the books lack, or have twice, is found by its amount", () => {
  const sentence = "payments missing in the books or there twice, in USDT";
  expect(found({ credited: 0 })).toEqual({ [sentence]: INVOICE_AMOUNT });
  expect(found({ credited: 2 * INVOICE_AMOUNT })).toEqual({ [sentence]: INVOICE_AMOUNT });
});
