import { randomUUID } from "node:crypto";
import type { Coin, FeePriority, Joining } from "@/lib/chains/spending";
import { crashPoint } from "@/lib/kernel/crash-point";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { fromBaseUnits, toBaseUnits } from "@/lib/kernel/money/base-units";
import { listSpendable } from "@/lib/money-in/deposits/coins-repo";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { lockAccount, shareStopLock } from "@/lib/sending/sends/accounts-repo";
import { broadcastInOrder } from "@/lib/sending/sends/broadcast-sends";
import { chooseIdle, JOINED_LEAST, planUrgent } from "@/lib/sending/sends/choose-small-coins";
import type { Engine } from "@/lib/sending/sends/engine";
import { findSigners, type PreparedSend, tryTransfer } from "@/lib/sending/sends/prepare-send";
import { toSend } from "@/lib/sending/sends/repo";
import type { Send } from "@/lib/sending/sends/send";
import { lockSends } from "@/lib/sending/sends/send-owner";
import { nativeOf, termsOf } from "@/lib/sending/sends/send-terms";
import { type SignOutcome, signLocked } from "@/lib/sending/sends/sign-locked";
import { validateRoutes } from "@/lib/sending/sends/validate-routes";

/**
 * How many of the largest free UTXOs are considered; smaller ones are considered once there are
 * fewer.
 */
const CHECKED_MAX = 10_000;
/**
 * Maximum unconfirmed consolidations while a send waits, otherwise one: their inputs cannot be
 * spent meanwhile.
 */
const AT_ONCE_MAX = 4;
/**
 * How much less often an idle network's UTXOs are counted than a busy one's settled transactions
 * are checked.
 */
const IDLE_CHECKS = 5;

type Occasion = {
  /**
   * Sends that the books can pay but no transaction could in this step, because there are too many
   * small UTXOs.
   */
  readonly short: readonly Send[];
  /** No send of the network is queued, due or not. */
  readonly isIdle: boolean;
};

/**
 * Consolidates the gateway's small UTXOs at the hot address: while no send waits, fees are low and
 * UTXOs are many, or immediately when a payout needs it. The transaction is followed and settled
 * like any other; it moves nothing that is owed, and its fee is a network cost.
 */
export async function consolidate(
  engine: Engine,
  catalog: Catalog,
  { short, isIdle }: Occasion,
  signal: AbortSignal,
): Promise<void> {
  if (engine.driver.joinCoins === undefined) return;
  try {
    const [send] = short.toSorted((left, right) => left.amount.comparedTo(right.amount));
    if (send !== undefined) await joinFor(engine, catalog, send, signal);
    else if (isIdle && isTimeToCount(engine)) {
      await joinIdle(engine, catalog, chooseIdle(await listSpendable(engine.networkCode, CHECKED_MAX)), signal);
    }
  } catch (error) {
    signal.throwIfAborted();
    // Housekeeping: a failure must not affect the rest of the step.
    log().warn({ network: engine.networkCode, err: error }, "coins could not be consolidated");
  }
}

function isTimeToCount({ memory, timing }: Engine): boolean {
  const now = performance.now();
  const isDue = now - memory.coinsCountedAtMs >= IDLE_CHECKS * timing.watchMs;
  if (isDue) memory.coinsCountedAtMs = now;
  return isDue;
}

/**
 * Creates as many transactions as the amount needs, with at most `AT_ONCE_MAX` of them unconfirmed.
 */
async function joinFor(engine: Engine, catalog: Catalog, send: Send, signal: AbortSignal): Promise<void> {
  const costs = await engine.driver.coinCosts?.(send.priority, signal);
  if (costs === undefined) return;
  const amount = toBaseUnits(send.amount, nativeOf(catalog, engine.networkCode).decimals);
  const free = await listSpendable(engine.networkCode, CHECKED_MAX);
  const { priority } = send;
  const plan = await planUrgent(free, { amount, costs }, (coins) =>
    ask(engine, { coins, priority, isUrgent: true }, signal),
  );
  for (const joining of plan) {
    if (!(await carryOut(engine, catalog, joining, AT_ONCE_MAX, signal))) return;
  }
}

type Choice = { readonly coins: readonly Coin[]; readonly priority: FeePriority; readonly isUrgent: boolean };

async function ask(
  { driver, hotAddress }: Engine,
  { coins, priority, isUrgent }: Choice,
  signal: AbortSignal,
): Promise<Joining | null> {
  return (await driver.joinCoins?.({ candidates: coins, address: hotAddress, priority, isUrgent }, signal)) ?? null;
}

/** Creates one transaction at low priority. */
async function joinIdle(engine: Engine, catalog: Catalog, coins: readonly Coin[], signal: AbortSignal): Promise<void> {
  if (coins.length < JOINED_LEAST) return;
  const joining = await ask(engine, { coins, priority: "economy", isUrgent: false }, signal);
  if (joining === null || joining.coins.length < JOINED_LEAST) return;
  await carryOut(engine, catalog, joining, 1, signal);
}

/** Returns whether it was signed. */
async function carryOut(
  engine: Engine,
  catalog: Catalog,
  joining: Joining,
  atOnceMax: number,
  signal: AbortSignal,
): Promise<boolean> {
  const prepared = await prepare(engine, catalog, joining, signal);
  if (prepared === null) return false;
  crashPoint("send:estimated");
  const outcome = await sign(engine, prepared, atOnceMax, signal);
  if (outcome?.kind !== "signed") return false;
  crashPoint("send:signed");
  log().info({ network: engine.networkCode, coins: joining.coins.length }, "small coins are made one");
  const [lead] = prepared.sends;
  if (lead !== undefined) await broadcastInOrder(engine, [{ ...outcome, lead }], signal);
  return true;
}

async function prepare(
  engine: Engine,
  catalog: Catalog,
  { coins, units, fee }: Joining,
  signal: AbortSignal,
): Promise<PreparedSend | null> {
  const { networkCode, hotAddress } = engine;
  const native = nativeOf(catalog, networkCode);
  const amount = fromBaseUnits(units, native.decimals);
  const id = randomUUID();
  const order = { networkCode, currencyCode: native.currency.code, amount, toAddress: hotAddress };
  const rest = { fromAddress: null, memo: null, feeExpected: null, waitReason: null, outgoingId: null } as const;
  const send: Send = {
    ...{ ...order, ...rest, id, purpose: "consolidation", purposeId: id },
    ...{ priority: fee.priority, status: "queued", refusalCount: 0, createdAt: new Date() },
  };
  const terms = termsOf(engine, catalog, [send]);
  // Exactly these inputs, and no change: the difference to the amount is the fee.
  const source = { kind: "coins", candidates: coins, required: coins, changeAddress: null } as const;
  const preparation = await tryTransfer(engine, { sends: [send], terms, fee, source }, signal);
  if ("prepared" in preparation) return preparation.prepared;
  log().warn({ network: networkCode, reason: preparation.blocker.detail }, "coins are not consolidated");
  return null;
}

/** Rolls the transaction back. */
class NotSigned extends Error {}

/**
 * Inserts the send in the transaction that signs it, so that a dying worker leaves no queued
 * consolidation behind. Two workers wait for each other at the account's lock and see what the
 * other has sent; a payout that has taken one of the UTXOs wins.
 */
async function sign(
  engine: Engine,
  prepared: PreparedSend,
  atOnceMax: number,
  signal: AbortSignal,
): Promise<SignOutcome | null> {
  if ((await validateRoutes(engine, prepared, signal)).size > 0) return null;
  const signers = await findSigners(engine, prepared);
  const { networkCode } = engine;
  const [order] = prepared.sends;
  if (order === undefined) return null;
  try {
    return await withTransaction(async (tx) => {
      await shareStopLock(tx, networkCode);
      await lockAccount(tx, networkCode, prepared.terms.address, false);
      if ((await countUnconfirmed(tx, networkCode)) >= atOnceMax) throw new NotSigned();
      const sends = await lockSends(tx, [await insertConsolidation(tx, order)]);
      const [outcome] = await signLocked(tx, engine, [{ ...prepared, sends }], { signers, signal });
      if (outcome?.kind !== "signed") throw new NotSigned();
      return outcome;
    });
  } catch (error) {
    if (error instanceof NotSigned) return null;
    throw error;
  }
}

/**
 * Inserts a consolidation, which the same transaction signs: consolidations are never left queued.
 */
async function insertConsolidation(tx: Tx, send: Send): Promise<Send> {
  const { id, purpose, purposeId, networkCode, currencyCode, toAddress, priority } = send;
  const data = {
    id,
    purpose,
    purposeId,
    networkCode,
    currencyCode,
    toAddress,
    priority,
    amount: send.amount.toFixed(),
  };
  return toSend(await tx.send.create({ data }));
}

/**
 * Counts a network's unconfirmed consolidations. Requires the account's lock, for which other
 * signers wait.
 */
async function countUnconfirmed(tx: Tx, networkCode: string): Promise<number> {
  return tx.send.count({
    where: { networkCode, purpose: "consolidation", status: "sending", outgoing: { status: "signed" } },
  });
}

/** Returns whether any send of a network is queued, including those due later. */
export async function isAnyQueued(networkCode: string): Promise<boolean> {
  const found = await database().send.findFirst({ where: { networkCode, status: "queued" }, select: { id: true } });
  return found !== null;
}
