import { clearAlarm, clearAlarms, listOpenSubjects, raiseAlarm, raiseAlarms } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { moneyText } from "@/lib/kernel/money/format";
import type { UnattestedDeposit } from "@/lib/money-in/deposits/attestations-repo";

/** Its subject is `<network>:<deposit>`. */
export const CONTRADICTED = "deposit-contradicted";
/** Its subject is the network. */
const UNHEARD = "deposits-unattested";
/** Open alarms per network: whoever invents one deposit can invent thousands. */
const ALARMS_MAX = 20;

export type UnattestedReport = {
  /** A node denies them. */
  readonly contradicted: readonly UnattestedDeposit[];
  /** Too few nodes have spoken about them, and none denies them. */
  readonly unheard: readonly UnattestedDeposit[];
  /** The nodes that said nothing. */
  readonly silent: readonly string[];
};

/** Raises the alarms about deposits that wait too long, and ends that about silence. */
export async function reportDeposits(network: string, { contradicted, unheard, silent }: UnattestedReport) {
  const open = await listOpenSubjects(CONTRADICTED, `${network}:`);
  const subjects = new Set(open);
  const fresh = contradicted
    .map((deposit) => ({ subject: `${network}:${deposit.id}`, message: contradictionOf(network, deposit) }))
    .filter(({ subject }) => !subjects.has(subject))
    .slice(0, Math.max(0, ALARMS_MAX - open.length));
  await withTransaction(async (tx) => {
    if (fresh.length > 0) await raiseAlarms(tx, CONTRADICTED, fresh);
    if (unheard.length === 0) await clearAlarm(tx, { kind: UNHEARD, subject: network });
    else await raiseAlarm(tx, { kind: UNHEARD, subject: network, message: silenceOf(network, unheard, silent) });
  });
}

/** Ends all alarms about a network's deposits: none waits. */
export async function endAlarms(network: string): Promise<void> {
  const open = await listOpenSubjects(CONTRADICTED, `${network}:`);
  await withTransaction(async (tx) => {
    if (open.length > 0) await clearAlarms(tx, CONTRADICTED, open);
    await clearAlarm(tx, { kind: UNHEARD, subject: network });
  });
}

function contradictionOf(network: string, deposit: UnattestedDeposit): string {
  const { amount, currencyCode, toAddress, transactionId, blockHeight } = deposit;
  return `${moneyText(amount.toFixed(), currencyCode)} to ${toAddress} in transaction ${transactionId} is in block ${blockHeight} of ${network} according to one node, and another one does not show it. It is not credited`;
}

function silenceOf(network: string, unheard: readonly UnattestedDeposit[], silent: readonly string[]): string {
  const which = silent.length === 0 ? "" : `; no answer, or behind: ${silent.join(", ")}`;
  return `Deposits on ${network} wait for a second node and are not credited${which}. The first one is transaction ${unheard.at(-1)?.transactionId}`;
}
