import { createHash } from "node:crypto";
import type { TransferRequest } from "@/lib/chains/spending";
import { database } from "@/lib/kernel/db";
import { ZERO } from "@/lib/kernel/money/decimal";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { createEngine, type Engine } from "@/lib/sending/sends/engine";
import type { OutflowRules } from "@/lib/sending/sends/outflow-rules";
import { findOutgoing } from "@/lib/sending/sends/outgoing-repo";
import type { PreparedSend } from "@/lib/sending/sends/prepare-send";
import { toSend } from "@/lib/sending/sends/repo";
import { termsOf } from "@/lib/sending/sends/send-terms";
import { isSettledTogether, type Proven } from "@/lib/sending/sends/settle-send";
import { foundIn } from "@/lib/sending/sends/testing/simulated-chain";

/** The engine for payouts on bsc with a node that accepts everything, without a chain. */

export const HOT = `0x${"22".repeat(20)}`;
const FEE = { priority: "recommended" as const, expectedUnits: 1n, maximumUnits: 1n, terms: "{}" };
const TIMING = { retryMs: 50, retryMaxMs: 200, rebroadcastMs: 1, replaceMs: 1, estimateMs: 1_000, watchMs: 1 };

export type TogetherRig = {
  readonly engine: Engine;
  /** Ids of what was broadcast, in order. */
  readonly broadcast: string[];
};

/** @param atSigning is called for each transaction right before it is signed */
export function openTogetherRig(
  changes: Partial<Pick<Engine, "inFlightMax">> & { readonly rules?: OutflowRules } = {},
  atSigning: (count: number) => Promise<void> = async () => undefined,
): TogetherRig {
  const broadcast: string[] = [];
  let count = 0;
  const driver = {
    features: { spending: "nonce" },
    witnesses: 1,
    estimateFee: async () => FEE,
    simulate: async () => ({ succeeds: true }),
    prepareTransfer: async ({ source, outputs }: TransferRequest) => ({
      ...{ source, outputs, fee: FEE, signingRequests: [] },
      spends: source.kind === "nonce" ? source : null,
    }),
    async assemble(unsigned: { readonly spends: object }) {
      count += 1;
      await atSigning(count);
      const raw = Buffer.from(JSON.stringify(unsigned, (_, value) => (typeof value === "bigint" ? `${value}` : value)));
      const transactionId = `0x${createHash("sha256").update(raw).digest("hex")}`;
      return { transactionId, raw: Uint8Array.from(raw), spends: unsigned.spends };
    },
    async broadcast({ transactionId }: { readonly transactionId: string }) {
      broadcast.push(transactionId);
      return "accepted";
    },
  };
  const parts = { networkCode: "bsc", driver, hotAddress: HOT, findSigner: async () => () => [], timing: TIMING };
  const engine = createEngine(parts as unknown as Parameters<typeof createEngine>[0], changes.rules);
  return { engine: { ...engine, inFlightMax: changes.inFlightMax ?? 1_000 }, broadcast };
}

/** Returns what is to be signed for payouts, in their order. */
export async function preparedOf(engine: Engine, payoutIds: readonly string[]): Promise<PreparedSend[]> {
  const rows = await database().send.findMany({ where: { purposeId: { in: [...payoutIds] } } });
  const catalog = await loadCatalog();
  return payoutIds.map((id) => {
    const row = rows.find(({ purposeId }) => purposeId === id);
    if (row === undefined) throw new Error(`payout ${id} has no send`);
    const send = toSend(row);
    return { sends: [send], terms: termsOf(engine, catalog, [send]), fee: FEE, unsigned: null, preparedAtMs: 0 };
  });
}

/** Places what carries the payouts in a confirmed block. */
export async function provenOf(payoutIds: readonly string[]): Promise<Proven[]> {
  const all: Proven[] = [];
  for (const purposeId of payoutIds) {
    const { outgoingId } = await database().send.findFirstOrThrow({ where: { purposeId } });
    const found = await foundIn(outgoingId ?? "", { height: 900, hash: "0x0900", cost: ZERO });
    const proven = { found, cost: { currencyCode: "BNB", amount: ZERO } };
    if (!isSettledTogether(proven)) throw new Error(`payout ${purposeId} is settled alone`);
    all.push(proven);
  }
  return all;
}

/** Nonces of everything that the hot wallet has signed, in order, and its next one. */
export async function noncesOfHot() {
  const where = { networkCode: "bsc", fromAddress: HOT };
  const rows = await database().outgoingTransaction.findMany({ where, orderBy: { nonce: "asc" } });
  const account = await database().sendingAccount.findFirst({ where: { networkCode: "bsc", address: HOT } });
  return { used: rows.map(({ nonce }) => nonce), next: account?.nextNonce ?? 0n };
}

/** Returns the stored transaction of a payout. */
export async function outgoingOf(payoutId: string) {
  const { outgoingId } = await database().send.findFirstOrThrow({ where: { purposeId: payoutId } });
  return outgoingId === null ? null : await findOutgoing(outgoingId);
}
