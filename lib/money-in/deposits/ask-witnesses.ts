import type { ChainDriver } from "@/lib/chains/driver";
import { mapLimited } from "@/lib/chains/limits";
import { messageOf } from "@/lib/chains/statements";
import { log } from "@/lib/kernel/log";
import { type AttestationMemory, BLOCKS_AT_ONCE } from "@/lib/money-in/deposits/attestation-memory";
import { type AttestedBlock, questionWitness, topOf } from "@/lib/money-in/deposits/question-witness";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

const WITNESSES_MIN = 2;
/** After this a host is asked for no further block in a round. */
const ROUND_MS = 10_000;

/** One host is enough if no more are configured: that is the operator's choice. */
export const neededOf = (witnesses: readonly ChainDriver[]): number => Math.min(WITNESSES_MIN, witnesses.length);

/** What the hosts said in one round, by deposit. */
export type Words = {
  readonly agreed: Map<string, number>;
  readonly denied: Map<string, number>;
  /** Deposits whose block a host failed to show. */
  readonly failed: Set<string>;
  /** Hosts that did not speak about every deposit. */
  readonly silent: Set<string>;
  /** A host was not asked about every block, because it failed or took too long. */
  isCut: boolean;
};

export type Asking = {
  /** One driver per host. */
  readonly witnesses: readonly ChainDriver[];
  readonly memory: AttestationMemory;
  readonly blocks: readonly AttestedBlock[];
};

type Round = Asking & {
  readonly catalog: Catalog;
  readonly words: Words;
  readonly heads: Map<ChainDriver, number>;
  /** Hosts that failed last time are asked too, and not waited for. */
  readonly awaited: { readonly heads: Set<ChainDriver>; readonly words: Set<ChainDriver> };
  /** Enough heads are known. */
  readonly begun: Gate;
  readonly ended: Gate;
};

type Gate = { readonly passed: Promise<void>; readonly open: () => void };

/**
 * Asks each host about the deposits of these blocks. A block is read only where enough hosts have
 * come as far: while the others are down, the one that works is not asked for the same again and
 * again. Returns when enough hosts agree about everything, or all have spoken that are waited for.
 */
export async function askWitnesses(asking: Asking, signal: AbortSignal): Promise<Words> {
  const { witnesses, memory } = asking;
  const catalog = await loadCatalog();
  signal.throwIfAborted();
  const free = witnesses.filter((witness) => !memory.busy.has(witness));
  const awaited = free.filter((witness) => !memory.failing.has(witness));
  const round: Round = {
    ...asking,
    catalog,
    words: {
      ...{ agreed: new Map(), denied: new Map(), failed: new Set(), isCut: false },
      silent: new Set(witnesses.map(nameOf)),
    },
    heads: new Map(),
    awaited: { heads: new Set(awaited), words: new Set(awaited) },
    begun: newGate(),
    ended: newGate(),
  };
  signal.addEventListener("abort", round.ended.open, { once: true });
  for (const witness of free) void askOne(round, witness, signal);
  openGates(round);
  await round.ended.passed;
  signal.removeEventListener("abort", round.ended.open);
  signal.throwIfAborted();
  return round.words;
}

/** Never throws: a host that fails is silent. */
async function askOne(round: Round, witness: ChainDriver, signal: AbortSignal): Promise<void> {
  const { memory, awaited, heads, words, blocks } = round;
  memory.busy.add(witness);
  try {
    const { height } = await witness.head(signal);
    heads.set(witness, height);
    awaited.heads.delete(witness);
    openGates(round);
    await round.begun.passed;
    if (await askBlocks(round, witness, signal)) words.silent.delete(nameOf(witness));
    memory.failing.delete(witness);
  } catch (error) {
    memory.failing.add(witness);
    if (!signal.aborted) log().warn({ network: witness.network, why: messageOf(error) }, "a node confirms no deposits");
  } finally {
    memory.busy.delete(witness);
    awaited.heads.delete(witness);
    awaited.words.delete(witness);
    openGates(round);
  }
  log().debug({ network: witness.network, blocks: blocks.length }, "asked a node about deposits");
}

/**
 * Returns whether the host has spoken about every deposit.
 * @throws what its driver throws for the first block that it fails to show
 */
async function askBlocks(round: Round, witness: ChainDriver, signal: AbortSignal): Promise<boolean> {
  const untilMs = performance.now() + ROUND_MS;
  const spoken = await mapLimited(round.blocks, BLOCKS_AT_ONCE, async (block) => {
    const isLate = performance.now() > untilMs;
    if (isLate) round.words.isCut = true;
    return !isLate && (await askBlock(round, witness, block, signal));
  });
  return spoken.every(Boolean);
}

/** Returns whether the host has spoken about every deposit of the block. */
async function askBlock(round: Round, witness: ChainDriver, block: AttestedBlock, signal: AbortSignal) {
  const { heads, words, catalog } = round;
  const headHeight = heads.get(witness) ?? 0;
  if (headHeight < topOf(block) || !isReached(round, block)) return false;
  try {
    const said = await questionWitness(witness, { block, headHeight, catalog }, signal);
    for (const [id, word] of said) count(word === "agrees" ? words.agreed : words.denied, id);
    openGates(round);
    return said.size === block.deposits.length;
  } catch (error) {
    words.isCut = true;
    for (const { id } of block.deposits) words.failed.add(id);
    throw error;
  }
}

/** Whether enough hosts have come so far that they can confirm the block. */
function isReached({ heads, witnesses }: Round, block: AttestedBlock): boolean {
  return [...heads.values()].filter((height) => height >= topOf(block)).length >= neededOf(witnesses);
}

function openGates(round: Round): void {
  const { blocks, awaited, words, witnesses } = round;
  if (awaited.heads.size === 0 || blocks.every((block) => isReached(round, block))) round.begun.open();
  const isAgreed = ({ id }: { readonly id: string }) => (words.agreed.get(id) ?? 0) >= neededOf(witnesses);
  if (awaited.words.size === 0 || blocks.every(({ deposits }) => deposits.every(isAgreed))) round.ended.open();
}

function count(words: Map<string, number>, id: string): void {
  words.set(id, (words.get(id) ?? 0) + 1);
}

const nameOf = (witness: ChainDriver): string => witness.nodeHealth()[0]?.node ?? "";

function newGate(): Gate {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}
