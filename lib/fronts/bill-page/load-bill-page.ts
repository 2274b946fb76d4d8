import { database } from "@/lib/kernel/db";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { type Bill, type BillPaid, billState, dayOf } from "@/lib/money-in/bills/bill";
import type { BillState } from "@/lib/money-in/bills/bill-rules";
import { readPaid } from "@/lib/money-in/bills/paid-repo";
import { findBillBySecret } from "@/lib/money-in/bills/repo";
import { type BillTotals, billTotals } from "@/lib/money-in/bills/totals";
import type { BrandView } from "@/lib/people/brands/brand-view";
import { findBrand } from "@/lib/people/brands/find-brand";
import { arePaymentsBlocked, findPayee } from "@/lib/people/merchants/merchants-repo";

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Returns the bill at an address; null for an unknown one. */
export async function findPageBill(secret: string): Promise<Bill | null> {
  return SECRET.test(secret) ? await findBillBySecret(secret) : null;
}

/** What everybody who has the address sees of a bill. */
export type BillPageView = {
  readonly bill: Bill;
  readonly totals: BillTotals;
  readonly state: BillState;
  readonly paid: BillPaid;
  /** Still to be paid. */
  readonly due: Decimal;
  /** The merchant's payments are not blocked. */
  readonly isPayable: boolean;
  readonly merchantName: string;
  readonly supportContact: string | null;
  readonly brand: BrandView;
};

/** Reads what the page shows. Writes nothing and queries no node. */
export async function loadBillPage(bill: Bill, now: Date): Promise<BillPageView> {
  const payee = await findPayee(database(), bill.merchantId);
  const paid = await readPaid(database(), bill.id);
  return {
    bill,
    totals: billTotals(bill.lines, bill.taxes, bill.decimals),
    state: billState(bill, paid, dayOf(now)),
    paid,
    due: Decimal.max(ZERO, bill.total.minus(paid.arrived)),
    isPayable: !(await arePaymentsBlocked(database(), bill.merchantId)),
    merchantName: payee.name,
    supportContact: payee.supportContact,
    brand: await findBrand(bill.merchantId),
  };
}
