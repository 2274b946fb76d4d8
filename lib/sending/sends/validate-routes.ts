import { toAddressKey } from "@/lib/chains/address-keys";
import { ChainUnavailableError } from "@/lib/chains/errors";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { codeOfSymbol, isReviewedCurrency, readToken } from "@/lib/pricing/catalog/agreed-token";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";
import { findLastUsdPrices, findUsdPrices } from "@/lib/pricing/rates/queries";
import { type Engine, ForeignAddressError } from "@/lib/sending/sends/engine";
import { evaluateCap, type RecentOutflow } from "@/lib/sending/sends/evaluate-cap";
import type { OutflowRules } from "@/lib/sending/sends/outflow-rules";
import type { BlockedSends, Blocker, Send, SendPurpose } from "@/lib/sending/sends/send";
import type { SendTerms } from "@/lib/sending/sends/send-terms";
import type { CountedForCap } from "@/lib/sending/sends/signing-repo";

const NONE: BlockedSends = new Map();

/**
 * Returns what to read about recent outflows before signing; null: there is no cap. @param except a
 * transaction that is replaced
 */
export function forCap(rules: OutflowRules, except: string | null): CountedForCap | null {
  return rules.cap === null ? null : { counted: countedPurposes(rules), except };
}

/**
 * A withdrawal to an address on the worker's own list benefits no attacker, and emptying a hot
 * wallet during an intrusion must not wait: where there is a list, withdrawals do not count.
 */
function countedPurposes({ withdrawalKeys }: OutflowRules): SendPurpose[] {
  return withdrawalKeys === null ? ["payout", "refund", "withdrawal"] : ["payout", "refund"];
}

/** Returns what these sends are to the hourly cap once they are signed. */
export function countForCap(rules: OutflowRules, sends: readonly Send[]): RecentOutflow[] {
  const counted: readonly SendPurpose[] = [...countedPurposes(rules), "gas"];
  return sends
    .filter(({ purpose }) => counted.includes(purpose))
    .map(({ purpose, currencyCode, amount }) => ({ isGas: purpose === "gas", currencyCode, amount }));
}

/**
 * Returns which of these would exceed the hourly cap. The caller holds the lock of the hot wallet's
 * account, which pays everything that counts, and has read `left` under it: so two workers never
 * use the same remaining allowance.
 */
export async function findAboveCap(
  tx: Tx,
  rules: OutflowRules,
  left: readonly RecentOutflow[],
  sends: readonly Send[],
): Promise<BlockedSends> {
  const { cap } = rules;
  if (cap === null) return NONE;
  const coins = [...left, ...sends].map(({ currencyCode }) => currencyCode);
  const asked = cap.kind === "coins" ? [] : coins;
  const prices = { current: await findUsdPrices(asked, tx), last: await findLastUsdPrices(asked, tx) };
  return evaluateCap(cap, new Set(countedPurposes(rules)), left, sends, prices);
}

/**
 * What leaves the gateway is paid only by the hot wallet: the row of its account is the lock under
 * which recent outflows are counted.
 */
const PAID_BY_HOT: readonly Send["purpose"][] = ["payout", "refund", "withdrawal", "gas", "consolidation"];

/**
 * Returns which of these are not addressed as their purpose requires, judged without the database:
 * by this process's seed, settings and reviewed data, and for tokens added by an operator by the
 * nodes. Sweeps and consolidations go to the seed's hot wallet, gas to an address of the seed,
 * withdrawals to addresses on the worker's list. Called before the transaction that signs, because
 * a send's order never changes.
 */
export async function validateRoutes(
  engine: Engine,
  { sends, terms }: { readonly sends: readonly Send[]; readonly terms: SendTerms },
  signal: AbortSignal,
): Promise<BlockedSends> {
  const blocked = new Map<string, Blocker>();
  for (const [index, send] of sends.entries()) {
    const output = terms.outputs[index];
    invariant(output, "each send has its output");
    const blocker =
      (await validateRoute(engine, send)) ??
      (engine.rules.isReviewedOnly ? await validateUnits(engine, send, output, signal) : null);
    if (blocker !== null) blocked.set(send.id, blocker);
  }
  return blocked;
}

async function validateRoute(engine: Engine, send: Send): Promise<Blocker | null> {
  const { purpose, fromAddress, toAddress, memo } = send;
  if (PAID_BY_HOT.includes(purpose) && fromAddress !== null)
    return unverified(`a ${purpose} is paid by the hot wallet, and this one by ${fromAddress}`);
  if (memo !== null && purpose !== "payout") return unverified(`a ${purpose} has no memo, and this one has`);
  switch (purpose) {
    case "sweep":
    case "consolidation":
      if (toAddress === engine.hotAddress) return null;
      return unverified(`a ${purpose} goes to the hot wallet, and this one to ${toAddress}`);
    case "gas":
      if (await isOurs(engine, toAddress)) return null;
      return unverified(`gas goes to an address of ours, and this to ${toAddress}`);
    case "withdrawal":
      return validateWithdrawal(engine, toAddress);
    default:
      return null;
  }
}

async function isOurs({ findSigner }: Engine, address: string): Promise<boolean> {
  try {
    await findSigner(address);
    return true;
  } catch (error) {
    if (error instanceof ForeignAddressError) return false;
    throw error;
  }
}

function validateWithdrawal({ rules, driver }: Engine, address: string): Blocker | null {
  const { withdrawalKeys } = rules;
  if (withdrawalKeys === null || withdrawalKeys.has(toAddressKey(driver.family, address))) return null;
  return { reason: "not-allowlisted", detail: `WITHDRAWAL_ADDRESSES of the worker does not name ${address}` };
}

/**
 * The catalog's rows determine which contract is paid and the base units of an amount: someone with
 * write access could otherwise pay more than is counted.
 */
async function validateUnits(
  engine: Engine,
  { currencyCode, networkCode, amount }: Send,
  { asset, units }: SendTerms["outputs"][number],
  signal: AbortSignal,
): Promise<Blocker | null> {
  const contract = asset.kind === "token" ? asset.contract : null;
  const what = `${currencyCode} on ${networkCode}`;
  const isReviewed = contract === null || isReviewedCurrency(currencyCode);
  const decimals = isReviewed
    ? reviewedDecimals({ currencyCode, networkCode, contract })
    : await agreedDecimals(engine, currencyCode, contract, signal);
  if (decimals !== null && amount.decimalPlaces() <= decimals && toBaseUnits(amount, decimals) === units) return null;
  if (isReviewed) return unverified(`the catalog's ${what} is not the one that this version was reviewed with`);
  return unverified(`the nodes do not agree that ${contract} is the catalog's ${what}`);
}

type Paid = Pick<Send, "currencyCode" | "networkCode"> & { readonly contract: string | null };

function reviewedDecimals({ currencyCode, networkCode, contract }: Paid): number | null {
  const reviewed = REVIEWED_SERVICES.find(
    ({ currency, network }) => currency === currencyCode && network === networkCode,
  );
  return reviewed?.isReviewed === true && reviewed.contract === contract ? reviewed.decimals : null;
}

/** How long the nodes' consensus is cached. */
const AGREED_MS = 10 * 60_000;

/**
 * Returns the decimals of a token added by an operator, whose symbol must equal its code: according
 * to the nodes, not to the row that added it. A contract of the reviewed data always has its
 * reviewed currency.
 */
async function agreedDecimals(
  { driver, networkCode, memory }: Engine,
  currencyCode: string,
  contract: string,
  signal: AbortSignal,
): Promise<number | null> {
  const key = toAddressKey(driver.family, contract);
  const isOther = REVIEWED_SERVICES.some(
    ({ network, contract: reviewed }) =>
      network === networkCode && reviewed !== null && toAddressKey(driver.family, reviewed) === key,
  );
  if (isOther) return null;
  const known = memory.tokens.get(contract);
  const { token } =
    known !== undefined && performance.now() < known.untilMs
      ? known
      : await readToken(driver, contract, false, signal).catch((error: unknown) => {
          if (error instanceof ChainUnavailableError) return { token: null };
          throw error;
        });
  if (token === null) return null;
  if (token !== known?.token) memory.tokens.set(contract, { token, untilMs: performance.now() + AGREED_MS });
  return codeOfSymbol(token.symbol) === currencyCode ? token.decimals : null;
}

function unverified(detail: string): Blocker {
  return { reason: "unverified", detail };
}
