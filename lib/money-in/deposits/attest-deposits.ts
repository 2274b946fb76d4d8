import type { ChainDriver } from "@/lib/chains/driver";
import { mapLimited } from "@/lib/chains/limits";
import { messageOf } from "@/lib/chains/statements";
import { clearAlarms } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import {
  isAnyUnattested,
  listUnattested,
  markAttested,
  markDenied,
  type UnattestedDeposit,
} from "@/lib/money-in/deposits/attestations-repo";
import { type AttestedBlock, questionWitness, type Word } from "@/lib/money-in/deposits/question-witness";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import { settleOwners } from "@/lib/money-in/deposits/record-blocks";
import { CONTRADICTED, endAlarms, reportDeposits } from "@/lib/money-in/deposits/report-unattested";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

const WITNESSES_MIN = 2;
const DEPOSITS_MAX = 500;
/** Per round: the next one goes on. */
const BLOCKS_MAX = 50;
/** Blocks that a host is asked for at once. */
const BLOCKS_AT_ONCE = 4;
/** An alarm is raised after this. Parts of one node are seldom out of sync for longer (0027). */
const ALARM_MS = 120_000;
/** A deposit that every host denies for this long is gone. */
const GONE_MS = 600_000;
/** Between two lists of what waits, where nothing can be asked yet. */
const AGAIN_MS = 1_000;
const SILENT_MS_MIN = 250;
const SILENT_MS_MAX = 15_000;
/**
 * Between two questions about a deposit that a host denies, or whose block it fails to show;
 * doubles. So neither kind takes the place of others for long.
 */
const DOUBTED_MS_MIN = 2_000;
const DOUBTED_MS_MAX = 60_000;
/** Deposits that another task or worker has recorded are noticed within this. */
const UNNOTICED_MS = 30_000;

/** How long a deposit has waited, and what was said about it, in this process. */
type Waiting = {
  readonly sinceMs: number;
  /** A host has denied it since; silence does not end that. */
  deniedMs: number | null;
  /** Every host has denied it since. */
  goneMs: number | null;
  askAgainMs: number;
  pauseMs: number;
};

export type AttestationMemory = {
  mayWait: boolean;
  notBeforeMs: number;
  silentPauseMs: number;
  /** An alarm about a deposit may be open. */
  mayBeReported: boolean;
  readonly waiting: Map<string, Waiting>;
  /** Hosts that have not answered an earlier question yet. */
  readonly busy: Set<ChainDriver>;
};

export const newAttestationMemory = (): AttestationMemory => ({
  mayWait: true,
  notBeforeMs: 0,
  silentPauseMs: SILENT_MS_MIN,
  mayBeReported: true,
  waiting: new Map(),
  busy: new Set(),
});

/** Makes the next round look at once: blocks were read. */
export function expectDeposits(memory: AttestationMemory): void {
  Object.assign(memory, { mayWait: true, notBeforeMs: 0 });
}

export type Attestation = {
  readonly network: ReadNetwork;
  /** One driver per host. */
  readonly witnesses: readonly ChainDriver[];
  readonly memory: AttestationMemory;
  readonly now?: () => number;
};

/** What the hosts said in one round, by deposit. */
type Words = {
  readonly agreed: Map<string, number>;
  readonly denied: Map<string, number>;
  /** Deposits whose block a host failed to show. */
  readonly failed: Set<string>;
  /** Hosts that said nothing about some deposit. */
  readonly silent: Set<string>;
};

/**
 * Performs one round of asking each host about the confirmed deposits that wait for a second node:
 * those that two hosts show alike (one, if no more are configured) may be booked from now on. The
 * others wait, and an alarm says for whom, or that a host denies them. Deposits that every host
 * denies for ten minutes are gone. Any number of processes may do this concurrently.
 */
export async function attestDeposits(attestation: Attestation, signal: AbortSignal): Promise<void> {
  const { network, memory, now = () => performance.now() } = attestation;
  if (now() < memory.notBeforeMs) return;
  memory.notBeforeMs = now() + (memory.mayWait ? AGAIN_MS : UNNOTICED_MS);
  const later = [...memory.waiting].flatMap(([id, { askAgainMs }]) => (askAgainMs > now() ? [id] : []));
  const blocks = toBlocks(await listUnattested(network.code, later, DEPOSITS_MAX)).slice(0, BLOCKS_MAX);
  const due = blocks.flatMap(({ deposits }) => deposits);
  if (due.length === 0) {
    memory.mayWait = await isAnyUnattested(network.code);
    if (memory.mayWait) return;
    memory.waiting.clear();
    if (memory.mayBeReported) await endAlarms(network.code);
    memory.mayBeReported = false;
    return;
  }
  memory.mayWait = true;
  const words = await askEach(attestation, blocks, signal);
  await judge(attestation, due, words, now());
}

/** Returns when enough hosts have agreed about everything, or all of them have answered. */
async function askEach(
  { network, witnesses, memory }: Attestation,
  blocks: readonly AttestedBlock[],
  signal: AbortSignal,
): Promise<Words> {
  const catalog = await loadCatalog();
  const due = blocks.flatMap(({ deposits }) => deposits);
  const words: Words = { agreed: new Map(), denied: new Map(), failed: new Set(), silent: new Set() };
  const needed = neededOf(witnesses);
  await new Promise<void>((resolve) => {
    const hear = (said: ReadonlyMap<string, Word>) => {
      for (const [id, word] of said) count(word === "agrees" ? words.agreed : words.denied, id);
      if (due.every(({ id }) => (words.agreed.get(id) ?? 0) >= needed)) resolve();
    };
    const asked = witnesses.map((witness) => askOne({ witness, memory, blocks, catalog, words, hear }, signal));
    void Promise.all(asked).then(() => resolve());
  });
  signal.throwIfAborted();
  log().debug({ network: network.code, deposits: due.length, blocks: blocks.length }, "asked other nodes");
  return words;
}

type Asking = {
  readonly witness: ChainDriver;
  readonly memory: AttestationMemory;
  readonly blocks: readonly AttestedBlock[];
  readonly catalog: Catalog;
  readonly words: Words;
  readonly hear: (said: ReadonlyMap<string, Word>) => void;
};

/** Never throws: a host that fails is silent. */
async function askOne({ witness, memory, blocks, catalog, words, hear }: Asking, signal: AbortSignal): Promise<void> {
  const name = witness.nodeHealth()[0]?.node ?? "";
  if (memory.busy.has(witness)) {
    words.silent.add(name);
    return;
  }
  const fail = (error: unknown) => {
    words.silent.add(name);
    if (!signal.aborted) log().warn({ network: witness.network, why: messageOf(error) }, "a node confirms no deposits");
  };
  memory.busy.add(witness);
  try {
    const { height: headHeight } = await witness.head(signal);
    await mapLimited(blocks, BLOCKS_AT_ONCE, async (block) => {
      try {
        const said = await questionWitness(witness, { block, headHeight, catalog }, signal);
        if (said === null) words.silent.add(name);
        else hear(said);
      } catch (error) {
        signal.throwIfAborted();
        for (const { id } of block.deposits) words.failed.add(id);
        fail(error);
      }
    });
  } catch (error) {
    fail(error);
  } finally {
    memory.busy.delete(witness);
  }
}

async function judge(
  attestation: Attestation,
  due: readonly UnattestedDeposit[],
  { agreed, denied, failed, silent }: Words,
  nowMs: number,
): Promise<void> {
  const { network, witnesses, memory } = attestation;
  const isAgreed = ({ id }: UnattestedDeposit) => (agreed.get(id) ?? 0) >= neededOf(witnesses);
  const attested = due.filter(isAgreed);
  const left = due.filter((deposit) => !isAgreed(deposit));
  const leftIds = new Set(left.map(({ id }) => id));
  // Also those that a reorganisation has removed meanwhile.
  for (const [id, { askAgainMs }] of memory.waiting)
    if (askAgainMs <= nowMs && !leftIds.has(id)) memory.waiting.delete(id);
  for (const { id } of left) {
    const isDenied = denied.has(id);
    const isGone = (denied.get(id) ?? 0) === witnesses.length;
    const said = { isDenied, isGone, isDoubted: isDenied || failed.has(id) };
    memory.waiting.set(id, remember(memory.waiting.get(id), said, nowMs));
  }
  const at = ({ id }: UnattestedDeposit) => memory.waiting.get(id);
  const isOver = (sinceMs: number | null | undefined, ms: number) => sinceMs != null && nowMs - sinceMs >= ms;
  const gone = left.filter((deposit) => isOver(at(deposit)?.goneMs, GONE_MS));
  await decide(attestation, { attested, gone });
  for (const { id } of gone) memory.waiting.delete(id);
  const contradicted = left.filter((deposit) => isOver(at(deposit)?.deniedMs, ALARM_MS) && !gone.includes(deposit));
  const unheard = left.filter((one) => at(one)?.deniedMs === null && isOver(at(one)?.sinceMs, ALARM_MS));
  if (contradicted.length > 0 || unheard.length > 0 || memory.mayBeReported)
    await reportDeposits(network.code, { contradicted, unheard, silent: [...silent] });
  memory.mayBeReported = memory.waiting.size > 0;
  const isProgress = attested.length > 0 || left.some(({ id }) => denied.has(id));
  memory.silentPauseMs = isProgress ? SILENT_MS_MIN : Math.min(SILENT_MS_MAX, memory.silentPauseMs * 2);
  memory.notBeforeMs = nowMs + memory.silentPauseMs;
}

type Decided = { readonly attested: readonly UnattestedDeposit[]; readonly gone: readonly UnattestedDeposit[] };

async function decide({ network, memory }: Attestation, { attested, gone }: Decided): Promise<void> {
  if (attested.length === 0 && gone.length === 0) return;
  const subjects = [...attested, ...gone].map(({ id }) => `${network.code}:${id}`);
  await withTransaction(async (tx) => {
    const owners = [...(await markAttested(tx, attested)), ...(gone.length === 0 ? [] : await markDenied(tx, gone))];
    await settleOwners(tx, owners);
    if (memory.mayBeReported) await clearAlarms(tx, CONTRADICTED, subjects);
  });
}

type Said = { readonly isDenied: boolean; readonly isGone: boolean; readonly isDoubted: boolean };

function remember(before: Waiting | undefined, { isDenied, isGone, isDoubted }: Said, nowMs: number): Waiting {
  const pauseMs = Math.min(DOUBTED_MS_MAX, before === undefined ? DOUBTED_MS_MIN : before.pauseMs * 2);
  return {
    sinceMs: before?.sinceMs ?? nowMs,
    deniedMs: before?.deniedMs ?? (isDenied ? nowMs : null),
    goneMs: isGone ? (before?.goneMs ?? nowMs) : null,
    askAgainMs: isDoubted ? nowMs + pauseMs : 0,
    pauseMs: isDoubted ? pauseMs : DOUBTED_MS_MIN,
  };
}

/** One host is enough if no more are configured: that is the operator's choice. */
const neededOf = (witnesses: readonly ChainDriver[]): number => Math.min(WITNESSES_MIN, witnesses.length);

function count(words: Map<string, number>, id: string): void {
  words.set(id, (words.get(id) ?? 0) + 1);
}

function toBlocks(due: readonly UnattestedDeposit[]): readonly AttestedBlock[] {
  const blocks = new Map<string, UnattestedDeposit[]>();
  for (const deposit of due) blocks.set(deposit.blockHash, [...(blocks.get(deposit.blockHash) ?? []), deposit]);
  return [...blocks].map(([hash, deposits]) => ({
    height: Number.parseInt(String(deposits[0]?.blockHeight), 10),
    hash,
    deposits,
  }));
}
