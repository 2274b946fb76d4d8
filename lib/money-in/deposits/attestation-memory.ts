import type { ChainDriver } from "@/lib/chains/driver";
import type { UnattestedDeposit } from "@/lib/money-in/deposits/attestations-repo";

/** Of the database's list: an hour of payments, and a block that somebody has filled with them. */
export const DEPOSITS_MAX = 10_000;
/** Per round: the next one goes on. */
const BLOCKS_MAX = 50;
/** Blocks that a host is asked for at once, and all that a slow or failing one is asked for. */
export const BLOCKS_AT_ONCE = 4;
/** Between two rounds while nothing new is heard; doubles. */
const SILENT_MS_MIN = 250;
const SILENT_MS_MAX = 15_000;
/**
 * Between two questions about a deposit that a host denies, or whose block it fails to show;
 * doubles. So neither kind takes the place of others for long.
 */
const DOUBTED_MS_MIN = 2_000;
const DOUBTED_MS_MAX = 60_000;

/** How long a deposit's inclusion has waited, and what was said about it, in this process. */
export type Waiting = {
  readonly deposit: UnattestedDeposit;
  readonly sinceMs: number;
  /** A host has denied it since; silence does not end that. */
  readonly deniedMs: number | null;
  /** Every host has denied it since. */
  readonly goneMs: number | null;
  readonly askAgainMs: number;
  readonly pauseMs: number;
};

export type AttestationMemory = {
  /** Of its first round; null before. */
  beganMs: number | null;
  /** A deposit may wait. */
  mayWait: boolean;
  notBeforeMs: number;
  /** Nothing new is heard before, so news from the chain do not begin a round. */
  silentUntilMs: number;
  silentPauseMs: number;
  /** How many blocks the next round asks for. */
  blocksMax: number;
  /** An alarm may be open. */
  mayBeReported: boolean;
  readonly waiting: Map<string, Waiting>;
  /** Hosts that have not answered an earlier question yet. */
  readonly busy: Set<ChainDriver>;
  /** Hosts that failed to answer their last question: nobody waits for their next answer. */
  readonly failing: Set<ChainDriver>;
};

export const newAttestationMemory = (): AttestationMemory => ({
  beganMs: null,
  mayWait: true,
  notBeforeMs: 0,
  silentUntilMs: 0,
  silentPauseMs: SILENT_MS_MIN,
  blocksMax: BLOCKS_MAX,
  mayBeReported: true,
  waiting: new Map(),
  busy: new Set(),
  failing: new Set(),
});

/** Makes the next round look as soon as a host may answer: blocks were read. */
export function expectDeposits(memory: AttestationMemory): void {
  Object.assign(memory, { mayWait: true, notBeforeMs: memory.silentUntilMs });
}

/** Deposits that are not asked about yet. */
export function listPutOff({ waiting }: AttestationMemory, nowMs: number): readonly string[] {
  return [...waiting].flatMap(([id, { askAgainMs }]) => (askAgainMs > nowMs ? [id] : []));
}

/**
 * Remembers since when these deposits wait, which are all but those put off, and forgets those that
 * no longer do: a reorganisation has removed them, or another process has decided.
 */
export function notice({ waiting }: AttestationMemory, listed: readonly UnattestedDeposit[], nowMs: number): void {
  const listedIds = new Set(listed.map(({ id }) => id));
  const isWhole = listed.length < DEPOSITS_MAX;
  for (const [id, { askAgainMs }] of waiting)
    if (isWhole && askAgainMs <= nowMs && !listedIds.has(id)) waiting.delete(id);
  for (const deposit of listed) {
    const isKnown = waiting.get(deposit.id)?.deposit.inclusion === deposit.inclusion;
    if (!isKnown)
      waiting.set(deposit.id, {
        ...{ deposit, sinceMs: nowMs, deniedMs: null, goneMs: null },
        ...{ askAgainMs: 0, pauseMs: DOUBTED_MS_MIN },
      });
  }
}

/** What was heard about one deposit in a round. */
export type Heard = { readonly isDenied: boolean; readonly isGone: boolean; readonly isDoubted: boolean };

export function remember({ waiting }: AttestationMemory, id: string, heard: Heard, nowMs: number): void {
  const before = waiting.get(id);
  if (before === undefined) return;
  const { isDenied, isGone, isDoubted } = heard;
  waiting.set(id, {
    ...before,
    deniedMs: before.deniedMs ?? (isDenied ? nowMs : null),
    goneMs: isGone ? (before.goneMs ?? nowMs) : null,
    askAgainMs: isDoubted ? nowMs + before.pauseMs : 0,
    pauseMs: isDoubted ? Math.min(DOUBTED_MS_MAX, before.pauseMs * 2) : DOUBTED_MS_MIN,
  });
}

/**
 * Plans the next round. `isNew`: something was heard; `isCut`: a host was not asked about every
 * block, because it failed or took too long.
 */
export function pace(
  memory: AttestationMemory,
  { isNew, isCut }: { readonly isNew: boolean; readonly isCut: boolean },
  nowMs: number,
): void {
  const silentPauseMs = isNew ? SILENT_MS_MIN : Math.min(SILENT_MS_MAX, memory.silentPauseMs * 2);
  const untilMs = nowMs + silentPauseMs;
  Object.assign(memory, { silentPauseMs, silentUntilMs: untilMs, notBeforeMs: untilMs });
  memory.blocksMax = isCut ? BLOCKS_AT_ONCE : Math.min(BLOCKS_MAX, memory.blocksMax * 2);
}
