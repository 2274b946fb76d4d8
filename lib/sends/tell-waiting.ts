import { type AlarmKind, clearAlarms, listOpenSubjects, raiseAlarms } from "@/lib/alarms/raise-alarm";
import { withTransaction } from "@/lib/db";
import { listWaitingCoins, type WaitingCoin } from "@/lib/sends/repo";

/**
 * Tells the operator which coins a hot wallet lacks for what is to be sent, and of which as much has left within the hour as may; and that it is
 * so no more.
 */
export async function tellWaiting(networkCode: string, nativeCurrency: string): Promise<void> {
  const waiting = await listWaitingCoins(networkCode);
  const lacking = waiting.filter(({ reason }) => reason !== "cap");
  const capped = waiting.filter(({ reason }) => reason === "cap");
  const textOf = ({ count, detail }: WaitingCoin) =>
    `${count} of what is to be sent on ${networkCode} waits: ${detail}`;
  await keepAlarms("sends-wait", networkCode, new Map(lacking.map((one) => wantOf(networkCode, one, nativeCurrency))));
  await keepAlarms(
    "outflow-cap",
    networkCode,
    new Map(capped.map((one) => [`${networkCode}:${one.currencyCode}`, textOf(one)])),
  );
}

function wantOf(networkCode: string, { currencyCode, reason, count }: WaitingCoin, native: string): [string, string] {
  const currency = reason === "gas" ? native : currencyCode;
  return [`${networkCode}:${currency}`, `${count} of what is to be sent on ${networkCode} waits for ${currency}`];
}

/** Open are exactly these of the network: messages by subject. */
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
