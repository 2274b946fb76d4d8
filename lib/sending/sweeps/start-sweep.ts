import { randomUUID } from "node:crypto";
import type { ChainDriver } from "@/lib/chains/driver";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { hotCustody } from "@/lib/ledger/account";
import { readBalance } from "@/lib/ledger/repo";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { queueSend } from "@/lib/sending/sends/queue-send";
import { lockSweepable } from "@/lib/sending/sweeps/candidates-repo";
import { insertSweep, isUnderWay, lockResidualBalance } from "@/lib/sending/sweeps/repo";
import type { Sweep, SweepCandidate } from "@/lib/sending/sweeps/sweep";
import { queueSweepSend } from "@/lib/sending/sweeps/sweep-sends";

type SweepPlan = {
  readonly service: CatalogService;
  readonly nativeCurrency: string;
  readonly hot: string;
  /**
   * Required for the sweep's own fee, in the native coin: on the address, or in the hot wallet if
   * that pays.
   */
  readonly needed: Decimal;
  /** An address that holds this gets no gas, even if it is less than `needed`. */
  readonly enough: Decimal;
  readonly isFeePaidByHotWallet: boolean;
};

/**
 * Starts the sweep of one coin from one address: marks its deposits and queues their first send, in
 * one transaction. Leaves out deposits that have become a case, been held or left the chain; does
 * nothing if no deposit is left, or another sweep is under way from the address. If the deposits
 * are in separate accounts, takes as many as fit into one transaction.
 *
 * @returns the sweep's id, or null
 */
export async function startSweep(
  plan: SweepPlan,
  { addressId, address }: SweepCandidate,
  room: SweepRoom | null = null,
): Promise<string | null> {
  const { service, nativeCurrency } = plan;
  const place = { networkCode: service.network.code, currencyCode: service.currency.code, addressId };
  return withTransaction(async (tx) => {
    const deposits = whatFits(await lockSweepable(tx, place), room);
    const residual = await lockResidualBalance(tx, place.networkCode, addressId);
    if (deposits.length === 0 || (await isUnderWay(tx, place.networkCode, addressId))) return null;
    const sum = deposits.reduce((total, { amount }) => total.plus(amount), ZERO);
    const { amount, missing } = sizeSweep(plan, sum, residual);
    const needsGas = missing.gt(ZERO) && !plan.isFeePaidByHotWallet;
    const sweep: Sweep = { id: randomUUID(), ...place, address, amount, status: needsGas ? "gas" : "process" };
    if (!amount.gt(ZERO) || !(await isGasThere(tx, sweep, nativeCurrency, missing))) return null;
    await insertSweep(
      tx,
      sweep,
      deposits.map(({ id }) => id),
    );
    if (needsGas) await queueGas(tx, sweep, nativeCurrency, missing);
    else await queueSweepSend(tx, sweep, plan.hot);
    return sweep.id;
  });
}

/**
 * The native coin pays for itself, with what earlier fees left on the address; a token needs as
 * much of it as is missing there, or all of it from the hot wallet.
 */
function sizeSweep(
  { service, nativeCurrency, needed, enough, isFeePaidByHotWallet }: SweepPlan,
  deposits: Decimal,
  residual: Decimal,
): { readonly amount: Decimal; readonly missing: Decimal } {
  if (service.currency.code === nativeCurrency) return { amount: deposits.plus(residual).minus(needed), missing: ZERO };
  if (isFeePaidByHotWallet) return { amount: deposits, missing: needed };
  return { amount: deposits, missing: residual.gte(enough) ? ZERO : needed.minus(residual) };
}

/** Otherwise the sweep would only wait; the planner retries later. */
async function isGasThere(tx: Tx, { networkCode }: Sweep, nativeCurrency: string, missing: Decimal): Promise<boolean> {
  return !missing.gt(ZERO) || (await readBalance(tx, hotCustody(networkCode, nativeCurrency))).gt(missing);
}

async function queueGas(tx: Tx, sweep: Sweep, nativeCurrency: string, amount: Decimal): Promise<void> {
  await queueSend(tx, {
    purpose: "gas",
    purposeId: sweep.id,
    networkCode: sweep.networkCode,
    currencyCode: nativeCurrency,
    amount,
    fromAddress: null,
    toAddress: sweep.address,
    memo: null,
    priority: "recommended",
    feeExpected: null,
  });
}

/**
 * What one transaction can take from an address: at most this amount of the coin, from at most this
 * many accounts.
 */
type SweepRoom = { readonly amount: Decimal; readonly accountsMax: number };

/** Null: unlimited. @throws ChainUnavailableError when no node responds */
export async function findRoom(
  driver: Pick<ChainDriver, "movableAtOnce">,
  { contract, decimals }: Pick<CatalogService, "contract" | "decimals">,
  address: string,
  signal: AbortSignal,
): Promise<SweepRoom | null> {
  if (contract === null) return null;
  const movable = (await driver.movableAtOnce?.(address, { kind: "token", contract }, signal)) ?? null;
  return movable && { amount: fromBaseUnits(movable.units, decimals), accountsMax: movable.accountsMax };
}

type Sized = { readonly amount: Decimal };

/**
 * Returns the largest deposits that fit, assuming that each is in its own account. If none fits,
 * returns all: the chain then reports why they cannot move, and the operator is alerted.
 */
function whatFits<Deposit extends Sized>(deposits: readonly Deposit[], room: SweepRoom | null): readonly Deposit[] {
  if (room === null) return deposits;
  const fitting: Deposit[] = [];
  let left = room.amount;
  for (const deposit of deposits.toSorted((one, other) => other.amount.comparedTo(one.amount))) {
    if (fitting.length === room.accountsMax) break;
    if (deposit.amount.gt(left)) continue;
    fitting.push(deposit);
    left = left.minus(deposit.amount);
  }
  return fitting.length > 0 ? fitting : deposits;
}
