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
 * The most deposits that one top-up covers: it is credited in one transaction, whoever sends dust
 * to the address.
 */
export const PARTS_MAX = 100;

/**
 * Which waiting deposits make a top-up together, in the order in which they were seen: each that
 * reaches the minimum by itself is one; smaller ones wait until their sum, with the one that comes,
 * reaches it, and are one together. Of more than {@link PARTS_MAX} the largest count and the others
 * wait on. What is left below the minimum is in none.
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

/** Takes the smallest part out, the newest of several; answers its amount. */
function dropSmallest(parts: { readonly amount: Decimal }[]): Decimal {
  const smallest = parts.reduce(
    (least, part, index) => (part.amount.lte(parts[least]?.amount ?? ZERO) ? index : least),
    0,
  );
  return parts.splice(smallest, 1)[0]?.amount ?? ZERO;
}

/** The currency of the creation fee. */
const FEE_CURRENCY = "TRX";

/** What a top-up's worth and fee depend on at one moment. */
export type TopUpTerms = {
  readonly service: CatalogService;
  /** Dollars for one unit of the coin; null while no fresh price is known. */
  readonly usdRate: FoundRate | null;
  /** Units of the coin for one TRX; null while no fresh price is known. */
  readonly feeRate: FoundRate | null;
};

/**
 * Read before the transaction is opened: rates and catalog take connections of their own. A missing
 * rate never delays a credit.
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

/** A credited deposit was taken back: the top-up waits for it, and says what stands without it. */
export async function reopenTopUp(tx: Tx, topUpId: string): Promise<void> {
  const topUp = await lockInvoice(tx, topUpId);
  invariant(topUp, `top-up ${topUpId} is there`);
  const changes = { ...(await topUpTotals(tx, topUp)), reversedAt: new Date() };
  if (isFinal(topUp.status) && canMove(topUp.status, "process"))
    await transitionInvoice(tx, topUp, "process", { ...changes, paymentOutcome: null });
  // It waits for another one already: this one has its whole time to come back as well.
  else await updateInvoice(tx, topUp.id, changes);
}

/**
 * Decides the top-ups that wait for a deposit to come back. `deposits`: those of the wallet that
 * are not settled.
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

/** What became of the deposits of a top-up of which one was taken back. */
type TopUpSituation = {
  readonly reversedAt: Date;
  /** Deposits that were ever credited for it. */
  readonly depositCount: number;
  /** Of these, credited now. */
  readonly standingCount: number;
  /** One that is credited has left its chain, and nobody has agreed yet that it is gone. */
  readonly isUndecided: boolean;
};

/**
 * A reversed top-up is paid again when all its deposits are credited again. A day later it is
 * decided by what stands: nothing means that it failed. Pure.
 */
export function decideTopUp(situation: TopUpSituation, now: Date): "process" | "paid" | "wrong_amount" | "fail" {
  const { depositCount, standingCount, reversedAt } = situation;
  if (standingCount === depositCount && !situation.isUndecided) return "paid";
  if (now.getTime() - reversedAt.getTime() <= REVERSAL_WAIT_MS) return "process";
  return standingCount > 0 ? "wrong_amount" : "fail";
}
