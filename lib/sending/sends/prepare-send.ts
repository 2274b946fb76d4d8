import type { FeeEstimate, SigningRequest, Simulation, SpendSource, UnsignedTransfer } from "@/lib/chains/spending";
import { database } from "@/lib/kernel/db";
import { moneyText } from "@/lib/kernel/money/format";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import type { Engine, Signer } from "@/lib/sending/sends/engine";
import type { Blocker, Send } from "@/lib/sending/sends/send";
import { findShortage, type SendFunds } from "@/lib/sending/sends/send-custody";
import { accountSource, feeOf, nativeAmount, requestOf, type SendTerms, termsOf } from "@/lib/sending/sends/send-terms";
import { readFunds } from "@/lib/sending/sends/signing-repo";

/** Gas does not depend on the nonce. */
const ANY_NONCE = 0n;

/** An estimate, and whether it was made for this send or reused from an equal one. */
type SendEstimate = { readonly fee: FeeEstimate; readonly isOwn: boolean };

/**
 * Returns what a send may cost now. On networks with gas, equal calls (coin, priority, kind of
 * sender) share an estimate for a few seconds: it includes a margin, and each send is simulated
 * with the exact limit before signing. On other networks the cost depends on the recipient.
 */
async function estimateSend(engine: Engine, send: Send, terms: SendTerms, signal: AbortSignal): Promise<SendEstimate> {
  if (engine.driver.features.spending !== "nonce") {
    return { fee: await estimateNow(engine, send, terms, signal), isOwn: true };
  }
  const { estimates } = engine.memory;
  const key = `${send.currencyCode} ${send.priority} ${send.fromAddress === null ? "hot" : "deposit"}`;
  const shared = estimates.get(key);
  if (shared !== undefined && shared.untilMs > performance.now()) return { fee: shared.fee, isOwn: false };
  const fee = await estimateNow(engine, send, terms, signal);
  estimates.set(key, { fee, untilMs: performance.now() + engine.timing.estimateMs });
  return { fee, isOwn: true };
}

/** Estimates this send alone. */
function estimateNow(engine: Engine, { priority }: Send, terms: SendTerms, signal: AbortSignal): Promise<FeeEstimate> {
  const request = requestOf(terms, accountSource(engine, terms, ANY_NONCE));
  return engine.driver.estimateFee({ request, priority, replaces: null }, signal);
}

/** A send waits while its cost exceeds this many times the quoted cost. */
const FEE_TOLERANCE = "2";

/** One transaction, ready to be signed. */
export type PreparedSend = {
  /** From one address and in one coin; more than one only on UTXO networks. */
  readonly sends: readonly Send[];
  readonly terms: SendTerms;
  readonly fee: FeeEstimate;
  /** As simulated; null when the nonce is assigned at signing. */
  readonly unsigned: UnsignedTransfer | null;
  /** When it was simulated; `performance.now()`. */
  readonly preparedAtMs: number;
};

export type Preparation = { readonly prepared: PreparedSend } | { readonly blocker: Blocker };

/**
 * Does everything about a send that needs a node, outside of any database transaction: estimates
 * the cost and simulates it. Checks the books first, so that nodes are not queried for sends that
 * cannot be signed anyway; signing checks them again under the lock. For account-based chains.
 * @throws ChainUnavailableError when no node responds
 */
export async function prepareSend(
  engine: Engine,
  { catalog, fundsOf }: { readonly catalog: Catalog; readonly fundsOf: FundsReader },
  send: Send,
  nonce: bigint,
  signal: AbortSignal,
): Promise<Preparation> {
  const terms = termsOf(engine, catalog, [send]);
  const { fee, isOwn } = await estimateSend(engine, send, terms, signal);
  const source = accountSource(engine, terms, nonce);
  const first = await tryTransfer(engine, { sends: [send], terms, fee, source, fundsOf }, signal);
  // A shared estimate may be too low or too high for this destination: its own estimate decides.
  if (isOwn || "prepared" in first) return first;
  const own = await estimateNow(engine, send, terms, signal);
  return tryTransfer(engine, { sends: [send], terms, fee: own, source, fundsOf }, signal);
}

/** Reads the booked funds of the accounts that pay a send and its fee. */
type FundsReader = (send: Send, terms: SendTerms) => Promise<SendFunds>;

const readFundsNow: FundsReader = (send, terms) => readFunds(database(), send, terms);

/**
 * Returns a reader for sends that are prepared at the same time, from accounts: those that are paid
 * from the same place share a reading. Signing reads the funds again.
 */
export function readFundsOnce(): FundsReader {
  const read = new Map<string, Promise<SendFunds>>();
  return (send, terms) => {
    const key = `${send.fromAddress === null} ${send.currencyCode} ${terms.feePayer}`;
    const funds = read.get(key) ?? readFundsNow(send, terms);
    read.set(key, funds);
    return funds;
  };
}

type Trial = Pick<PreparedSend, "sends" | "terms" | "fee"> & {
  readonly source: SpendSource;
  /**
   * The fee to compare with the quotes if it is not the actual fee: the number of the gateway's
   * UTXOs must not count against a quote.
   */
  readonly quotable?: FeeEstimate;
  readonly fundsOf?: FundsReader;
};

/**
 * Checks whether it can be sent at this fee, by the quotes, the books and the chain.
 * @throws ChainUnavailableError when no node responds
 */
export async function tryTransfer(engine: Engine, trial: Trial, signal: AbortSignal): Promise<Preparation> {
  const { sends, terms, fee, source } = trial;
  const blocker = evaluateQuotes(sends, terms, trial.quotable ?? fee) ?? (await evaluateFunds(trial));
  if (blocker !== null) return { blocker };
  const preparedAtMs = performance.now();
  const unsigned = await engine.driver.prepareTransfer(requestOf(terms, source), fee, signal);
  const outcome = await engine.driver.simulate(unsigned, signal);
  if (!outcome.succeeds) return { blocker: await explain(engine, trial, outcome, signal) };
  if (unsigned.spends.kind === "nonce") return { prepared: { sends, terms, fee, unsigned: null, preparedAtMs } };
  // The built transaction has an exact fee: a replacement must exceed it, and the books reserve no
  // more.
  return { prepared: { sends, terms, fee: unsigned.fee, unsigned, preparedAtMs } };
}

/** Checks whether the quotes of these sends cover their equal shares of this fee. */
export function evaluateQuotes(sends: readonly Send[], terms: SendTerms, fee: FeeEstimate): Blocker | null {
  const currency = terms.nativeCurrency;
  const expected = nativeAmount(fee.expectedUnits, terms).dividedBy(`${sends.length}`);
  for (const { feeExpected } of sends) {
    if (feeExpected?.times(FEE_TOLERANCE).lt(expected)) {
      const detail = `the network fee is about ${moneyText(expected.toFixed(), currency)}, and ${moneyText(feeExpected.toFixed(), currency)} was quoted`;
      return { reason: "fee", detail };
    }
  }
  return null;
}

async function evaluateFunds({ sends, terms, fee, fundsOf = readFundsNow }: Trial): Promise<Blocker | null> {
  const [lead] = sends;
  if (lead === undefined) return null;
  return findShortage(await fundsOf(lead, terms), sends, feeOf(terms, fee));
}

/**
 * The chain may hold less than the books because a sweep has not arrived yet. That is not a failure
 * of the send.
 */
async function explain(
  { driver }: Engine,
  { sends, terms, source }: Trial,
  outcome: Simulation & { readonly succeeds: false },
  signal: AbortSignal,
): Promise<Blocker> {
  if (outcome.lacksFee) return { reason: "gas", detail: outcome.reason };
  // The cause is the gateway's UTXOs: a node lags, or one was spent. The payment itself was checked
  // before.
  if (source.kind === "coins") return { reason: "refused", detail: outcome.reason, isTemporary: true };
  const [output] = terms.outputs;
  if (output !== undefined) {
    const held = await driver.balanceOf(source.address, output.asset, null, signal);
    const coin = sends[0]?.currencyCode;
    if (held < output.units) {
      return { reason: "funds", detail: `${source.address} does not hold enough ${coin} on the chain` };
    }
  }
  return { reason: "refused", detail: outcome.reason };
}

/** Signers by address. */
export type Signers = ReadonlyMap<string, Signer>;

/**
 * Finds all signers that a transaction needs, before the database transaction in which they sign.
 * @throws Error when an address is not the gateway's
 */
export async function findSigners(
  { findSigner }: Engine,
  { terms, unsigned }: Pick<PreparedSend, "terms" | "unsigned">,
): Promise<Signers> {
  // Transactions built at signing are for accounts with nonces, which pay their own fees.
  const addresses = unsigned === null ? [terms.address] : unsigned.signingRequests.map(({ signer }) => signer);
  const signers = new Map<string, Signer>();
  for (const address of new Set(addresses)) signers.set(address, await findSigner(address));
  return signers;
}

/**
 * Returns one signature per request, in order. Pure. @throws Error when a signer was not looked up
 */
export function signWith(signers: Signers, requests: readonly SigningRequest[]): readonly Uint8Array[] {
  return requests.flatMap((request) => {
    const signer = signers.get(request.signer);
    if (signer === undefined) throw new Error(`nobody was asked to sign for ${request.signer}`);
    return signer([request]);
  });
}
