import { clearAlarm, listOpenSubjects, raiseAlarm } from "@/lib/alarms/raise-alarm";
import { withTransaction } from "@/lib/db";
import { listWaitingCoins } from "@/lib/sends/repo";

const KIND = "sends-wait";

/** Tells the operator which coins a hot wallet lacks for what is to be sent, and that it does not lack them any more. */
export async function tellWaiting(networkCode: string, nativeCurrency: string): Promise<void> {
  const wanted = new Map<string, string>();
  for (const { currencyCode, reason, count } of await listWaitingCoins(networkCode)) {
    const currency = reason === "gas" ? nativeCurrency : currencyCode;
    wanted.set(`${networkCode}:${currency}`, `${count} of what is to be sent on ${networkCode} waits for ${currency}`);
  }
  const open = await listOpenSubjects(KIND, `${networkCode}:`);
  const ended = open.filter((subject) => !wanted.has(subject));
  const added = [...wanted].filter(([subject]) => !open.includes(subject));
  if (ended.length + added.length === 0) return;
  await withTransaction(async (tx) => {
    for (const subject of ended) await clearAlarm(tx, { kind: KIND, subject });
    for (const [subject, message] of added) await raiseAlarm(tx, { kind: KIND, subject, message });
  });
}
