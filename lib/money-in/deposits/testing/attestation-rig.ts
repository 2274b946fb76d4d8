import { expect } from "vitest";
import type { BlockReference, ChainDriver, Transfer } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { database } from "@/lib/kernel/db";
import { attestDeposits } from "@/lib/money-in/deposits/attest-deposits";
import { expectDeposits, newAttestationMemory } from "@/lib/money-in/deposits/attestation-memory";
import { nextBlocks, transferTo } from "@/lib/money-in/deposits/testing/next-blocks";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  CONFIRMATIONS,
  invoiceNow,
  newInvoice,
  newMerchant,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";

/** Deposits on `bsc` that wait for a second node, and what the nodes of several hosts show. */

const NETWORK = { code: "bsc", family: "evm", isSandbox: false, lagLimitSeconds: 600, needsSecondNode: true } as const;
export const HUNDRED = 100n * 10n ** 18n;
const MINUTE_MS = 60_000;

/** What tests before left waiting would be asked about too. */
export async function forgetDeposits(): Promise<void> {
  const where = { status: "seen", unattestedSince: { not: null } } as const;
  await database().deposit.updateMany({ where, data: { status: "vanished", vanishedAt: new Date() } });
  await database().alarm.deleteMany();
}

export const openAlarms = () =>
  database().alarm.findMany({ where: { clearedAt: null }, select: { kind: true, message: true, subject: true } });

/** What one host's node shows, which a test may change. */
export type Shown = {
  blocks: readonly BlockReference[];
  transfers: readonly Transfer[];
  behind: number;
  isDown: boolean;
  isHung: boolean;
  /** It tells its head, and no blocks. */
  isBlockless: boolean;
  /** What it has traced; null: it cannot. */
  traced: readonly Transfer[] | null;
  /** The balance of every address. */
  held: bigint;
  /** How often its blocks were read. */
  scans: number;
};

const newShown = (shown: Pick<Shown, "blocks" | "transfers">): Shown => ({
  ...{ behind: 0, isDown: false, isHung: false, isBlockless: false, traced: null, held: 0n, scans: 0 },
  ...shown,
});

/** A driver of one host. */
function witness(node: string, shown: Shown): ChainDriver {
  const answer = <Result>(result: Result) => {
    if (shown.isDown) throw new ChainUnavailableError(`${node} does not answer`);
    return result;
  };
  return {
    network: NETWORK.code,
    family: NETWORK.family,
    nodeHealth: () => [{ node, healthy: !shown.isDown, reason: null }],
    head: async () =>
      shown.isHung
        ? new Promise<never>(() => undefined)
        : answer(shown.blocks.at(-1 - shown.behind) ?? expect.fail("no head")),
    async scan({ fromHeight, match }) {
      shown.scans += 1;
      if (shown.isBlockless) throw new ChainUnavailableError(`${node} has lost its blocks`);
      const blocks = answer(shown.blocks.filter(({ height }) => height === fromHeight));
      const matched = await match(shown.transfers.map(({ to }) => to));
      const isThere = ({ to, block }: Transfer) => matched.has(to.address) && block?.height === fromHeight;
      return { blocks, transfers: shown.transfers.filter(isThere) };
    },
    internalTransfers: async () => answer(shown.traced),
    transactionStatus: async () => {
      const [block = expect.fail("no block")] = shown.blocks;
      return answer({ state: "included", succeeded: true, feeUnits: 0n, block });
    },
    balanceOf: async () => answer(shown.held),
  } as Partial<ChainDriver> as ChainDriver;
}

export type NewTransfer = Awaited<ReturnType<typeof transferTo>>;

/** Transfers that the first node shows in one block, with all confirmations, and the nodes. */
export async function shownByFirst(transfers: readonly NewTransfer[], hosts = 2) {
  const { blocks, transfers: placed, record } = await nextBlocks(CONFIRMATIONS, transfers, { needsSecondNode: true });
  await record();
  const nodes = Array.from({ length: hosts }, () => newShown({ blocks, transfers: placed }));
  let witnesses = nodes.map((one, index) => witness(`node-${index + 1}.example`, one));
  let memory = newAttestationMemory();
  let clockMs = 0;
  return {
    nodes,
    first: nodes[0] ?? expect.fail("no first node"),
    second: nodes[1] ?? expect.fail("no second node"),
    removeFirst() {
      witnesses = witnesses.slice(1);
    },
    restartWorker() {
      memory = newAttestationMemory();
    },
    wakeUp: () => expectDeposits(memory),
    /** Asks the nodes as often as a watcher would in this time. */
    async waitFor(minutes: number) {
      for (const endMs = clockMs + minutes * MINUTE_MS; clockMs < endMs; clockMs += 10_000)
        await attestDeposits({ network: NETWORK, witnesses, memory, now: () => clockMs }, AbortSignal.timeout(60_000));
    },
    /** The first node reads further blocks. All nodes but the first still show what they did. */
    async readMore(more: readonly NewTransfer[], count = CONFIRMATIONS) {
      const next = await nextBlocks(count, more, { needsSecondNode: true });
      await next.record();
      return { blocks: next.blocks, transfers: next.transfers };
    },
  };
}

/** Pays an invoice in a block that the first node shows, with all confirmations. */
export async function paidByFirst(hosts = 2) {
  const merchantId = await newMerchant({ commission: "0" });
  const invoice: Invoice = await newInvoice(merchantId);
  const transfer = await transferTo(invoice, HUNDRED);
  const shown = await shownByFirst([transfer], hosts);
  return {
    ...shown,
    transfer,
    transactionId: transfer.transactionId,
    another: () => transferTo(invoice, HUNDRED),
    async waitFor(minutes: number) {
      await shown.waitFor(minutes);
      await settleInvoice(invoice.id);
    },
    status: async () => (await invoiceNow(invoice.id)).status,
    credited: () => walletOf(merchantId),
    deposit: () => database().deposit.findFirstOrThrow({ where: { transactionId: transfer.transactionId } }),
  };
}
