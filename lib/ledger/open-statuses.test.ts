import { expect, test } from "vitest";
import { isFinalRefund, REFUND_STATUSES } from "@/lib/exceptions/refunds/status";
import { WITHDRAWAL_STATUSES } from "@/lib/fronts/admin/withdrawals-schema";
import { OPEN_INVOICE, OPEN_OUTFLOW } from "@/lib/ledger/open-statuses";
import { INVOICE_STATUSES, isOpen } from "@/lib/money-in/invoices/status";
import { isFinal, PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";

const listedIn = ({ sql }: { readonly sql: string }) => Array.from(sql.matchAll(/'(\w+)'/g), ([, name]) => name);

test("statements list the statuses that the rules call open", () => {
  expect(listedIn(OPEN_INVOICE)).toEqual(INVOICE_STATUSES.filter(isOpen));
  expect(listedIn(OPEN_OUTFLOW)).toEqual(PAYOUT_STATUSES.filter((status) => !isFinal(status)));
  expect(listedIn(OPEN_OUTFLOW)).toEqual(REFUND_STATUSES.filter((status) => !isFinalRefund(status)));
  expect(WITHDRAWAL_STATUSES).toEqual([...listedIn(OPEN_OUTFLOW), "paid", "fail", "cancel"]);
});
