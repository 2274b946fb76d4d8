import type { Catalog } from "@/lib/catalog/queries";
import type { FeeEstimate, Simulation } from "@/lib/chains/spending";
import { database } from "@/lib/db";
import type { Engine } from "@/lib/sends/engine";
import { estimateAnew, estimateSend } from "@/lib/sends/estimate-send";
import type { Hindrance } from "@/lib/sends/hindrance";
import { findShortage } from "@/lib/sends/hot-balance";
import type { Send } from "@/lib/sends/send";
import { nativeAmount, requestOf, type SendTerms, termsOf } from "@/lib/sends/send-terms";
import { readFunds } from "@/lib/sends/signing-repo";

/** A cost above this many times of what was counted on waits. */
const FEE_TOLERANCE = "2";

/** Ready to be signed, at any nonce. */
export type PreparedSend = { readonly send: Send; readonly terms: SendTerms; readonly fee: FeeEstimate };

export type Preparation = { readonly prepared: PreparedSend } | { readonly hindrance: Hindrance };

/**
 * Everything about a send that nodes are asked for, outside of any transaction: what it may cost, and whether the chain would carry it
 * out now. What the books say is looked at before, to spare the node what cannot be signed anyway; signing looks again, under the lock.
 * @throws ChainUnavailableError when no node answers
 */
export async function prepareSend(
  engine: Engine,
  catalog: Catalog,
  send: Send,
  nonce: bigint,
  signal: AbortSignal,
): Promise<Preparation> {
  const terms = termsOf(engine, catalog, send);
  const { fee, isOwn } = await estimateSend(engine, send, terms, signal);
  const first = await judge(engine, { send, terms, fee }, nonce, signal);
  // A shared estimate may be too small, or too dear, for this destination: its own decides.
  if (isOwn || "prepared" in first) return first;
  const own = await estimateAnew(engine, send, terms, signal);
  return judge(engine, { send, terms, fee: own }, nonce, signal);
}

/** Whether it may go at this fee. */
async function judge(engine: Engine, prepared: PreparedSend, nonce: bigint, signal: AbortSignal): Promise<Preparation> {
  const hindrance = await judgeFee(prepared.send, prepared.terms, prepared.fee);
  if (hindrance !== null) return { hindrance };
  const trial = await simulate(engine, prepared, nonce, signal);
  return trial.succeeds ? { prepared } : { hindrance: await explain(engine, prepared, trial, signal) };
}

async function judgeFee(send: Send, terms: SendTerms, fee: FeeEstimate): Promise<Hindrance | null> {
  const currency = terms.nativeCurrency;
  const expected = nativeAmount(fee.expectedUnits, terms);
  if (send.feeExpected?.times(FEE_TOLERANCE).lt(expected)) {
    const detail = `the network asks about ${expected.toFixed()} ${currency}; ${send.feeExpected.toFixed()} were counted on`;
    return { reason: "fee", detail };
  }
  const funds = await readFunds(database(), send, currency);
  return findShortage(funds, send, { currency, max: nativeAmount(fee.maximumUnits, terms) });
}

async function simulate(
  { driver }: Engine,
  { terms, fee }: PreparedSend,
  nonce: bigint,
  signal: AbortSignal,
): Promise<Simulation> {
  return driver.simulate(await driver.prepareTransfer(requestOf(terms, nonce), fee, signal), signal);
}

/** The chain may hold less than the books: what was swept is not there yet. That is no fault of the send. */
async function explain(
  { driver }: Engine,
  { send, terms }: Pick<PreparedSend, "send" | "terms">,
  trial: Simulation & { readonly succeeds: false },
  signal: AbortSignal,
): Promise<Hindrance> {
  if (trial.lacksFee) return { reason: "gas", detail: trial.reason };
  const { asset, units } = terms.output;
  const held = await driver.balanceOf(terms.address, asset, null, signal);
  if (held < units) {
    return { reason: "funds", detail: `${terms.address} does not hold that much ${send.currencyCode} on the chain` };
  }
  return { reason: "refused", detail: trial.reason };
}
