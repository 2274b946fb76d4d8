import type { AlarmKind } from "@/lib/kernel/alarms/alarms";
import { clearAlarms, listOpenSubjects, raiseAlarms } from "@/lib/kernel/alarms/raise-alarm";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import type { Engine } from "@/lib/sending/sends/engine";
import {
  endCoinWaits,
  endHeldWaits,
  isCoinAwaited,
  listWaitingCoins,
  notifySends,
  type WaitingCoin,
} from "@/lib/sending/sends/repo";
import { readCustody } from "@/lib/sending/sends/signing-repo";

/**
 * Raises alarms for coins of which a hot wallet holds too little for its queued sends, and for
 * coins that reached the hourly outflow cap; clears them when resolved.
 */
export async function updateFundingAlarms(networkCode: string, nativeCurrency: string): Promise<void> {
  const waiting = await listWaitingCoins(networkCode);
  const lacking = waiting.filter(({ reason }) => reason !== "cap");
  const capped = waiting.filter(({ reason }) => reason === "cap");
  const textOf = ({ count, detail }: WaitingCoin) => `${sendsOf(count)} waiting on ${networkCode}: ${detail}`;
  await keepAlarms(
    "sends-underfunded",
    networkCode,
    new Map(lacking.map((one) => wantOf(networkCode, one, nativeCurrency))),
  );
  await keepAlarms(
    "outflow-cap",
    networkCode,
    new Map(capped.map((one) => [`${networkCode}:${one.currencyCode}`, textOf(one)])),
  );
}

function wantOf(networkCode: string, { currencyCode, reason, count }: WaitingCoin, native: string): [string, string] {
  const currency = reason === "gas" ? native : currencyCode;
  return [`${networkCode}:${currency}`, `${sendsOf(count)} waiting for ${currency} on ${networkCode}`];
}

const sendsOf = (count: bigint) => (count === 1n ? "1 send" : `${count} sends`);

/** Makes exactly these alarms of the network open: messages by subject. */
async function keepAlarms(kind: AlarmKind, networkCode: string, wanted: ReadonlyMap<string, string>): Promise<void> {
  const open = await listOpenSubjects(kind, `${networkCode}:`);
  const ended = open.filter((subject) => !wanted.has(subject));
  const added = [...wanted].filter(([subject]) => !open.includes(subject));
  if (ended.length + added.length === 0) return;
  await withTransaction(async (tx) => {
    await clearAlarms(tx, kind, ended);
    await raiseAlarms(
      tx,
      kind,
      added.map(([subject, message]) => ({ subject, message })),
    );
  });
}

/**
 * Retries immediately the sends that waited because these merchants were blocked, when the
 * transaction that unblocks them commits.
 */
export async function retryHeldSends(tx: Tx, merchantIds: readonly string[]): Promise<void> {
  for (const networkCode of await endHeldWaits(tx, merchantIds)) await notifySends(tx, networkCode);
}

/**
 * Sends that wait for a coin are deferred for increasing intervals; when the booked amount of that
 * coin has grown since the last check, all of them are retried immediately. After a start
 * everything is retried once.
 * @param native the coin in which the network's fees are paid
 */
export async function retryWaitingSends({ networkCode, memory }: Engine, native: string): Promise<void> {
  if (!(await isCoinAwaited(networkCode))) return memory.custody.clear();
  const arrived: string[] = [];
  for (const { currencyCode, amount } of await readCustody(networkCode)) {
    const before = memory.custody.get(currencyCode);
    if (before === undefined || amount.gt(before)) arrived.push(currencyCode);
    memory.custody.set(currencyCode, amount);
  }
  if (arrived.length > 0) await endCoinWaits(networkCode, arrived, native);
}
