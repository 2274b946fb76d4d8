import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { crashPoint } from "@/lib/kernel/crash-point";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { ZERO } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { depositsCustody, hotCustody, inFlightCustody } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import type { LockBooks } from "@/lib/sending/sends/accounts-repo";
import { queueSend } from "@/lib/sending/sends/queue-send";
import type { Send } from "@/lib/sending/sends/send";
import { type FailureCause, nothingToVerify, type SendOwner } from "@/lib/sending/sends/send-owner";
import {
  changeResidualBalance,
  findHotAddress,
  findSweep,
  freeDeposits,
  lockSweep,
  paysItself,
  readOwnCost,
  setSweepStatus,
  sumDeposits,
} from "@/lib/sending/sweeps/repo";
import type { Sweep } from "@/lib/sending/sweeps/sweep";

const lock = async (tx: Tx, sweepId: string): Promise<void> => void (await lockSweep(tx, sweepId));
/** The operator sees the reason for a wait on the send itself. */
const nothing = async (): Promise<void> => undefined;

/** Handles the engine's callbacks for sweeps: a coin from a deposit address to the hot wallet. */
export const sweepSends: SendOwner = {
  unverified: nothingToVerify,
  lock,
  waits: nothing,
  signed: nothing,
  async confirmed(tx, send, _transactionId, cost, lockBooks) {
    const sweep = await findSweep(tx, send.purposeId);
    const { networkCode, currencyCode } = send;
    const accounts = [hotCustody(networkCode, currencyCode), inFlightCustody(networkCode, currencyCode)];
    await lockBooks({ reference: sweep.id, accounts });
    await postEntry(tx, {
      kind: "sweep.settle",
      reference: sweep.id,
      groupId: `send:${send.id}`,
      legs: [
        {
          debit: hotCustody(networkCode, currencyCode),
          credit: inFlightCustody(networkCode, currencyCode),
          amount: send.amount,
        },
      ],
    });
    // Its deposits have left the address. For the native coin, they and the residual balance paid
    // for everything: what is left over becomes the residual balance.
    const isNative = currencyCode === cost.currencyCode;
    const kept = isNative ? (await sumDeposits(tx, sweep.id)).minus(send.amount) : ZERO;
    const taken = (await paysItself(tx, send.outgoingId)) ? cost.amount : ZERO;
    await changeResidualBalance(tx, networkCode, sweep.addressId, kept.minus(taken));
    await setSweepStatus(tx, sweep.id, "done");
    await clearAlarm(tx, refusalOf(sweep));
  },
  async failed(tx, send, reason, cause, lockBooks) {
    await failed(tx, send, reason, cause, lockBooks);
    if (cause === "chain") await reportRefused(tx, await findSweep(tx, send.purposeId), reason);
  },
  /**
   * If the address paid the fee, its residual balance changes by the difference between the two
   * blocks.
   */
  async moved(tx, send, _transactionId, more) {
    if (!(await paysItself(tx, send.outgoingId))) return;
    const sweep = await findSweep(tx, send.purposeId);
    await changeResidualBalance(tx, sweep.networkCode, sweep.addressId, more.amount.negated());
  },
};

/** Handles the engine's callbacks for the gas that a token's sweep needs first. */
export const gasSends: SendOwner = {
  unverified: nothingToVerify,
  lock,
  waits: nothing,
  signed: nothing,
  async confirmed(tx, send, _transactionId, _cost, lockBooks) {
    const sweep = await findSweep(tx, send.purposeId);
    const { networkCode, currencyCode, amount } = send;
    const accounts = [depositsCustody(networkCode, currencyCode), inFlightCustody(networkCode, currencyCode)];
    await lockBooks({ reference: send.id, accounts });
    await postEntry(tx, {
      kind: "gas.settle",
      reference: send.id,
      groupId: `send:${send.id}`,
      legs: [
        {
          debit: depositsCustody(networkCode, currencyCode),
          credit: inFlightCustody(networkCode, currencyCode),
          amount,
        },
      ],
    });
    await changeResidualBalance(tx, networkCode, sweep.addressId, amount);
    crashPoint("sweep:gas-settled");
    const hot = await findHotAddress(tx, networkCode);
    invariant(hot, `${networkCode} has a hot wallet`);
    await setSweepStatus(tx, sweep.id, "process");
    await queueSweepSend(tx, sweep, hot);
  },
  failed,
};

/**
 * The deposits stay and may be swept again. The cost of a failed transaction was paid from the
 * residual balance.
 */
async function failed(tx: Tx, send: Send, _reason: string, _cause: FailureCause, lockBooks: LockBooks): Promise<void> {
  const sweep = await findSweep(tx, send.purposeId);
  // Posts no entry; the residual balance is locked after balances, as when a sweep is confirmed.
  await lockBooks(null);
  if (send.fromAddress !== null) {
    const cost = await readOwnCost(tx, send.outgoingId);
    await changeResidualBalance(tx, sweep.networkCode, sweep.addressId, cost.negated());
  }
  await freeDeposits(tx, sweep.id);
  await setSweepStatus(tx, sweep.id, "fail");
}

const refusalOf = ({ networkCode, currencyCode, address }: Sweep) =>
  ({ kind: "sweep-refused", subject: `${networkCode}:${currencyCode}:${address}` }) as const;

/**
 * Raises one alarm per coin and address, however often it is retried: its deposits stay, in the
 * books and on the chain, until they can be moved.
 */
async function reportRefused(tx: Tx, sweep: Sweep, reason: string): Promise<void> {
  const { amount, currencyCode, networkCode, address } = sweep;
  const message = `${moneyText(amount.toFixed(), currencyCode)} cannot leave ${address} on ${networkCode}: ${reason}`;
  await raiseAlarm(tx, { ...refusalOf(sweep), message });
}

/**
 * Queues the sweep's own send, from the deposit address to the hot wallet. The caller holds the
 * sweep's lock.
 */
export async function queueSweepSend(tx: Tx, sweep: Sweep, hot: string): Promise<void> {
  await queueSend(tx, {
    purpose: "sweep",
    purposeId: sweep.id,
    networkCode: sweep.networkCode,
    currencyCode: sweep.currencyCode,
    amount: sweep.amount,
    fromAddress: sweep.address,
    toAddress: hot,
    memo: null,
    priority: "recommended",
    feeExpected: null,
  });
}
