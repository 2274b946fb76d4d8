import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { Deposit } from "@/lib/money-in/deposits/deposit";
import { REVERSAL_WAIT_MS } from "@/lib/money-in/invoices/decide-invoice";
import { listStandingCredits } from "@/lib/money-in/invoices/merchant-terms-repo";
import { lockInvoice, updateInvoice } from "@/lib/money-in/invoices/repo";
import { canMove, isFinal } from "@/lib/money-in/invoices/status";
import { transitionInvoice } from "@/lib/money-in/invoices/transition-invoice";
import { listOpenTopUpIds, listPartIds, topUpTotals } from "@/lib/money-in/static-wallets/top-ups-repo";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { type FoundRate, findFreshRate } from "@/lib/pricing/rates/queries";

/**
 * Maximum number of deposits per top-up, which is credited in one transaction, even if somebody
 * sends dust to the address.
 */
export const PARTS_MAX = 100;

/**
 * Groups waiting deposits into top-ups, in the order in which they were seen. A deposit that
 * reaches the minimum alone is one top-up; smaller ones wait until their sum reaches it, and then
 * form one together. Of more than {@link PARTS_MAX} only the largest count, and the others keep
 * waiting. Deposits below the minimum at the end are in no group.
 */
export function groupTopUps<Part extends { readonly amount: Decimal }>(
  waiting: readonly Part[],
  minimum: Decimal,
): Part[][] {
  const groups: Part[][] = [];
  let open: Part[] = [];
  let sum = ZERO;
  for (const part of waiting) {
    open.push(part);
    sum = sum.plus(part.amount);
    if (open.length > PARTS_MAX) sum = sum.minus(dropSmallest(open));
    if (sum.lt(minimum)) continue;
    groups.push(open);
    open = [];
    sum = ZERO;
  }
  return groups;
}

/** Removes the smallest part, or the newest of several equal ones, and returns its amount. */
function dropSmallest(parts: { readonly amount: Decimal }[]): Decimal {
  const smallest = parts.reduce(
    (least, part, index) => (part.amount.lte(parts[least]?.amount ?? ZERO) ? index : least),
    0,
  );
  return parts.splice(smallest, 1)[0]?.amount ?? ZERO;
}

/** The currency of the creation fee. */
const FEE_CURRENCY = "TRX";

/** The current values that a top-up's value and fee depend on. */
export type TopUpTerms = {
  readonly service: CatalogService;
  /** US dollars per unit of the coin; null while no price is fresh. */
  readonly usdRate: FoundRate | null;
  /** Units of the coin per TRX; null while no price is fresh. */
  readonly feeRate: FoundRate | null;
};

/**
 * Call it before opening a transaction: rates and catalog use their own connections. A missing rate
 * never delays a credit.
 */
export async function readTopUpTerms(wallet: StaticWallet): Promise<TopUpTerms> {
  const service = (await loadCatalog()).service(wallet.currencyCode, wallet.networkCode);
  invariant(service, `wallet ${wallet.id} is of a known service`);
  const [usdRate, feeRate] = await Promise.all([
    findFreshRate({ from: wallet.currencyCode, to: "USD" }),
    findFreshRate({ from: FEE_CURRENCY, to: wallet.currencyCode }),
  ]);
  return { service, usdRate, feeRate };
}

/** Reopens a top-up whose credited deposit was reversed; its totals exclude that deposit. */
export async function reopenTopUp(tx: Tx, topUpId: string): Promise<void> {
  const topUp = await lockInvoice(tx, topUpId);
  invariant(topUp, `top-up ${topUpId} is there`);
  const changes = { ...(await topUpTotals(tx, topUp)), reversedAt: new Date() };
  if (isFinal(topUp.status) && canMove(topUp.status, "process"))
    await transitionInvoice(tx, topUp, "process", { ...changes, paymentOutcome: null });
  // The top-up already waits for another deposit: this one also gets the full time to come back.
  else await updateInvoice(tx, topUp.id, changes);
}

/**
 * Decides the top-ups that wait for a deposit to come back. `deposits`: the wallet's unsettled
 * ones.
 */
export async function evaluateTopUps(tx: Tx, walletId: string, deposits: readonly Deposit[], now: Date): Promise<void> {
  for (const id of await listOpenTopUpIds(tx, walletId)) {
    const topUp = await lockInvoice(tx, id);
    invariant(topUp?.reversedAt, `top-up ${id} waits since a moment`);
    const standing = (await listStandingCredits(tx, id)).map(({ depositId }) => depositId);
    const isUndecided = deposits.some((deposit) => standing.includes(deposit.id) && deposit.status === "vanished");
    const depositCount = (await listPartIds(tx, id)).length;
    const { reversedAt } = topUp;
    const status = decideTopUp({ reversedAt, depositCount, standingCount: standing.length, isUndecided }, now);
    const totals = await topUpTotals(tx, topUp);
    if (status === "process") {
      await updateInvoice(tx, id, totals);
      continue;
    }
    const paymentOutcome = status === "paid" ? "exact" : status === "wrong_amount" ? "under" : null;
    await transitionInvoice(tx, topUp, status, { ...totals, paymentOutcome, reversedAt: null });
  }
}

/** The state of a top-up's deposits after one of them was reversed. */
type TopUpSituation = {
  readonly reversedAt: Date;
  /** Deposits that were ever credited for it. */
  readonly depositCount: number;
  /** Those currently credited. */
  readonly standingCount: number;
  /** A credited one has left its chain, and no quorum has confirmed that yet. */
  readonly isUndecided: boolean;
};

/**
 * Decides a reversed top-up: it is paid again when all its deposits are credited again. After a day
 * the remaining credits decide: without any, it has failed. Pure.
 */
export function decideTopUp(situation: TopUpSituation, now: Date): "process" | "paid" | "wrong_amount" | "fail" {
  const { depositCount, standingCount, reversedAt } = situation;
  if (standingCount === depositCount && !situation.isUndecided) return "paid";
  if (now.getTime() - reversedAt.getTime() <= REVERSAL_WAIT_MS) return "process";
  return standingCount > 0 ? "wrong_amount" : "fail";
}
