import { clearAlarm, clearAlarms, listOpenSubjects, raiseAlarm, raiseAlarms } from "@/lib/kernel/alarms/raise-alarm";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { moneyText } from "@/lib/kernel/money/format";
import { filterUnattested, type UnattestedDeposit } from "@/lib/money-in/deposits/attestations-repo";

/** Its subject is `<network>:<deposit>`. */
const CONTRADICTED = "deposit-contradicted";
/** Its subject is the network. */
const UNHEARD = "deposits-unattested";
/** Open alarms per network: whoever invents one deposit can invent thousands. */
const ALARMS_MAX = 20;

export type UnattestedReport = {
  /** A node denies them. */
  readonly contradicted: readonly UnattestedDeposit[];
  /** Too few nodes have spoken about them, and none denies them. */
  readonly unheard: readonly UnattestedDeposit[];
  /** No deposit waits for long because of silence. */
  readonly isNoneUnheard: boolean;
  /** The nodes that said nothing. */
  readonly silent: readonly string[];
};

/**
 * Raises the alarms about deposits that wait too long, and ends those about silence and about
 * deposits that no longer wait: a reorganisation removed them, or another process has decided.
 * Returns whether an alarm may be open afterwards.
 */
export async function reportDeposits(network: string, report: UnattestedReport): Promise<boolean> {
  const { contradicted, unheard, isNoneUnheard, silent } = report;
  const open = await listOpenSubjects(CONTRADICTED, subjectOf(network, ""));
  const waiting = new Set(
    open.length === 0 ? [] : await filterUnattested(open.map((subject) => idOf(network, subject))),
  );
  const ended = open.filter((subject) => !waiting.has(idOf(network, subject)));
  const subjects = new Set(open);
  const fresh = contradicted
    .map((deposit) => ({ subject: subjectOf(network, deposit.id), message: contradictionOf(network, deposit) }))
    .filter(({ subject }) => !subjects.has(subject))
    .slice(0, Math.max(0, ALARMS_MAX - waiting.size));
  await withTransaction(async (tx) => {
    if (ended.length > 0) await clearAlarms(tx, CONTRADICTED, ended);
    if (fresh.length > 0) await raiseAlarms(tx, CONTRADICTED, fresh);
    if (isNoneUnheard) await clearAlarm(tx, { kind: UNHEARD, subject: network });
    else if (unheard.length > 0)
      await raiseAlarm(tx, { kind: UNHEARD, subject: network, message: silenceOf(network, unheard, silent) });
  });
  return !isNoneUnheard || waiting.size + fresh.length > 0;
}

/** Ends the alarms about deposits in the transaction that decides about them. */
export async function endContradictions(tx: Tx, network: string, ids: readonly string[]): Promise<void> {
  await clearAlarms(
    tx,
    CONTRADICTED,
    ids.map((id) => subjectOf(network, id)),
  );
}

const subjectOf = (network: string, id: string): string => `${network}:${id}`;
const idOf = (network: string, subject: string): string => subject.slice(subjectOf(network, "").length);

function contradictionOf(network: string, deposit: UnattestedDeposit): string {
  const { amount, currencyCode, toAddress, transactionId, blockHeight } = deposit;
  return `${moneyText(amount.toFixed(), currencyCode)} to ${toAddress} in transaction ${transactionId} is in block ${blockHeight} of ${network} according to one node, and another one does not show it. It is not credited`;
}

function silenceOf(network: string, unheard: readonly UnattestedDeposit[], silent: readonly string[]): string {
  const which = silent.length === 0 ? "" : `; no answer, or behind: ${silent.join(", ")}`;
  return `Deposits on ${network} wait for a second node and are not credited${which}. The first one is transaction ${unheard.at(-1)?.transactionId}`;
}
