import type { ChainDriver } from "@/lib/chains/driver";
import { chunk } from "@/lib/kernel/chunk";
import { withTransaction } from "@/lib/kernel/db";
import { askWitnesses, neededOf, type Words } from "@/lib/money-in/deposits/ask-witnesses";
import {
  type AttestationMemory,
  DEPOSITS_MAX,
  listPutOff,
  notice,
  pace,
  remember,
} from "@/lib/money-in/deposits/attestation-memory";
import {
  isAnyUnattested,
  listUnattested,
  markAttested,
  markDenied,
  type UnattestedDeposit,
} from "@/lib/money-in/deposits/attestations-repo";
import type { AttestedBlock } from "@/lib/money-in/deposits/question-witness";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import { settleOwners } from "@/lib/money-in/deposits/record-blocks";
import { endContradictions, reportDeposits } from "@/lib/money-in/deposits/report-unattested";

/** An alarm is raised after this. Parts of one node are seldom out of sync for longer (0027). */
const ALARM_MS = 120_000;
/** A deposit that every host denies for this long is gone. */
const GONE_MS = 600_000;
/** Between two lists of what waits, where nothing can be asked yet. */
const AGAIN_MS = 1_000;
/** Deposits per transaction. */
const AT_ONCE = 1_000;
/** Deposits that another task or worker has recorded are noticed within this. */
const UNNOTICED_MS = 30_000;

export type Attestation = {
  readonly network: ReadNetwork;
  /** One driver per host. */
  readonly witnesses: readonly ChainDriver[];
  readonly memory: AttestationMemory;
  readonly now?: () => number;
};

/**
 * Performs one round of asking each host about the confirmed deposits that wait for a second node:
 * those that two hosts show alike (one, if no more are configured) may be booked from now on. The
 * others wait, and an alarm says for whom, or that a host denies them. Deposits that every host
 * denies for ten minutes are gone. Any number of processes may do this concurrently.
 */
export async function attestDeposits(attestation: Attestation, signal: AbortSignal): Promise<void> {
  const { network, witnesses, memory, now = () => performance.now() } = attestation;
  const begunMs = now();
  if (begunMs < memory.notBeforeMs) return;
  memory.beganMs ??= begunMs;
  memory.notBeforeMs = begunMs + (memory.mayWait ? AGAIN_MS : UNNOTICED_MS);
  const listed = await listUnattested(network.code, listPutOff(memory, begunMs), DEPOSITS_MAX);
  notice(memory, listed, begunMs);
  memory.mayWait = memory.waiting.size > 0 || (await isAnyUnattested(network.code));
  const blocks = toBlocks(listed).slice(0, memory.blocksMax);
  if (blocks.length === 0) {
    if (memory.waiting.size === 0) await report(attestation, new Set(), begunMs);
    return;
  }
  const words = await askWitnesses({ witnesses, memory, blocks }, signal);
  await judge(
    attestation,
    blocks.flatMap(({ deposits }) => deposits),
    words,
    now(),
  );
}

async function judge(
  attestation: Attestation,
  asked: readonly UnattestedDeposit[],
  { agreed, denied, failed, silent, isCut }: Words,
  nowMs: number,
): Promise<void> {
  const { witnesses, memory } = attestation;
  const { waiting } = memory;
  const attested = asked.filter(({ id }) => (agreed.get(id) ?? 0) >= neededOf(witnesses));
  const attestedIds = new Set(attested.map(({ id }) => id));
  for (const { id } of asked) {
    if (attestedIds.has(id)) continue;
    const isDenied = denied.has(id);
    const isGone = (denied.get(id) ?? 0) === witnesses.length;
    remember(memory, id, { isDenied, isGone, isDoubted: isDenied || failed.has(id) }, nowMs);
  }
  const gone = asked.filter(({ id }) => !attestedIds.has(id) && isOver(waiting.get(id)?.goneMs, GONE_MS, nowMs));
  await decide(attestation, { attested, gone });
  for (const { id } of [...attested, ...gone]) waiting.delete(id);
  await report(attestation, silent, nowMs);
  pace(memory, { isNew: attested.length > 0 || denied.size > 0, isCut }, nowMs);
}

const isOver = (sinceMs: number | null | undefined, ms: number, nowMs: number): boolean =>
  sinceMs != null && nowMs - sinceMs >= ms;

type Decided = { readonly attested: readonly UnattestedDeposit[]; readonly gone: readonly UnattestedDeposit[] };

/** In parts: somebody may have filled a block with deposits. */
async function decide(attestation: Attestation, { attested, gone }: Decided): Promise<void> {
  for (const part of chunk(attested, AT_ONCE)) await store(attestation, part, markAttested);
  for (const part of chunk(gone, AT_ONCE)) await store(attestation, part, markDenied);
}

async function store(
  { network, memory }: Attestation,
  decided: readonly UnattestedDeposit[],
  mark: typeof markAttested,
): Promise<void> {
  await withTransaction(async (tx) => {
    await settleOwners(tx, await mark(tx, decided));
    if (!memory.mayBeReported) return;
    const ids = decided.map(({ id }) => id);
    await endContradictions(tx, network.code, ids);
  });
}

/** Raises and ends alarms, of all that wait and not only of those that were asked about. */
async function report({ network, memory }: Attestation, silent: ReadonlySet<string>, nowMs: number): Promise<void> {
  const waiting = [...memory.waiting.values()];
  const contradicted = waiting.filter(({ deniedMs }) => isOver(deniedMs, ALARM_MS, nowMs));
  const unheard = waiting.filter(({ deniedMs, sinceMs }) => deniedMs === null && isOver(sinceMs, ALARM_MS, nowMs));
  if (contradicted.length === 0 && unheard.length === 0 && !memory.mayBeReported) return;
  memory.mayBeReported = await reportDeposits(network.code, {
    contradicted: contradicted.map(({ deposit }) => deposit),
    unheard: unheard.map(({ deposit }) => deposit),
    // An alarm of the process before is not ended only because this one counts from its own start.
    isNoneUnheard: waiting.length === 0 || (unheard.length === 0 && isOver(memory.beganMs, ALARM_MS, nowMs)),
    silent: [...silent],
  });
}

/** Newest first, like the deposits. */
function toBlocks(due: readonly UnattestedDeposit[]): readonly AttestedBlock[] {
  const blocks = new Map<string, UnattestedDeposit[]>();
  for (const deposit of due) {
    const others = blocks.get(deposit.blockHash);
    if (others === undefined) blocks.set(deposit.blockHash, [deposit]);
    else others.push(deposit);
  }
  return [...blocks].map(([hash, deposits]) => ({
    height: Number.parseInt(String(deposits[0]?.blockHeight), 10),
    hash,
    deposits,
  }));
}
