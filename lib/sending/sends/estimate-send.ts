import type { FeeEstimate } from "@/lib/chains/spending";
import type { Engine } from "@/lib/sending/sends/engine";
import type { Send } from "@/lib/sending/sends/send";
import { accountSource, requestOf, type SendTerms } from "@/lib/sending/sends/send-terms";

/** Gas does not depend on the nonce. */
const ANY_NONCE = 0n;

/** An estimate, and whether it was made for this very send or taken over from an equal one. */
export type SendEstimate = { readonly fee: FeeEstimate; readonly isOwn: boolean };

/**
 * What a send may cost now. Where gas is paid for, equal calls (coin, level, kind of sender) share one estimate for a few seconds: it has a
 * margin, and each send is tried with the exact limit before it is signed. Elsewhere what it costs depends on whom it is for.
 */
export async function estimateSend(
  engine: Engine,
  send: Send,
  terms: SendTerms,
  signal: AbortSignal,
): Promise<SendEstimate> {
  if (engine.driver.features.spending !== "nonce") {
    return { fee: await estimateAnew(engine, send, terms, signal), isOwn: true };
  }
  const { estimates } = engine.memory;
  const key = `${send.currencyCode} ${send.priority} ${send.fromAddress === null ? "hot" : "deposit"}`;
  const shared = estimates.get(key);
  if (shared !== undefined && shared.untilMs > performance.now()) return { fee: shared.fee, isOwn: false };
  const fee = await estimateAnew(engine, send, terms, signal);
  estimates.set(key, { fee, untilMs: performance.now() + engine.timing.estimateMs });
  return { fee, isOwn: true };
}

/** For this send alone. */
export function estimateAnew(
  engine: Engine,
  { priority }: Send,
  terms: SendTerms,
  signal: AbortSignal,
): Promise<FeeEstimate> {
  const request = requestOf(terms, accountSource(engine, terms, ANY_NONCE));
  return engine.driver.estimateFee({ request, priority, replaces: null }, signal);
}
