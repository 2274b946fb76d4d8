import {
  type ForcedHold,
  forceRefund,
  listForcedHolds,
  type SenderDriver,
} from "@/lib/exceptions/refunds/force-refund";
import { AppError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";

/** Limits the length of a pass; deposits that cannot be refunded now do not block the next ones. */
const BATCH = 100;
const PASS_MAX = 1_000;
const NODE_LIMIT_MS = 10_000;

type ReadNetwork = {
  readonly network: Pick<CatalogNetwork, "code">;
  readonly driver: SenderDriver;
};

/**
 * Refunds the held deposits of wallets blocked with a forced refund to their senders, each deposit
 * separately. Found by a scan, so a crash loses none; safe to run from several workers
 * concurrently. A deposit that a guard refuses now, or that too few nodes respond for, is retried
 * in the next pass.
 */
export async function forceRefunds(networks: readonly ReadNetwork[], signal: AbortSignal): Promise<void> {
  let after: ForcedHold | null = null;
  for (let count = 0; count < PASS_MAX && !signal.aborted; count += BATCH) {
    const holds = await listForcedHolds(after, BATCH);
    for (const hold of holds) await tryOne(networks, hold, signal);
    after = holds.at(-1) ?? null;
    if (holds.length < BATCH) return;
  }
}

async function tryOne(networks: readonly ReadNetwork[], hold: ForcedHold, signal: AbortSignal): Promise<void> {
  const open = networks.find(({ network }) => network.code === hold.networkCode);
  if (open === undefined || signal.aborted) return;
  const within = AbortSignal.any([signal, AbortSignal.timeout(NODE_LIMIT_MS)]);
  try {
    await forceRefund(hold, open.driver, within);
  } catch (error) {
    if (signal.aborted) return;
    const isRefusal = error instanceof AppError;
    log()[isRefusal ? "debug" : "warn"](
      { deposit: hold.depositId, err: error },
      "a held deposit could not be sent back",
    );
  }
}
