import { toAddressKey } from "@/lib/chains/address-keys";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";
import { findLastUsdPrices, findUsdPrices } from "@/lib/pricing/rates/queries";
import { type Engine, ForeignAddressError } from "@/lib/sending/sends/engine";
import { judgeCap, type LeftLately } from "@/lib/sending/sends/judge-cap";
import type { OutflowRules } from "@/lib/sending/sends/outflow-rules";
import type { Barred, Hindrance, Send, SendPurpose } from "@/lib/sending/sends/send";
import type { SendTerms } from "@/lib/sending/sends/send-terms";
import type { CountedForCap } from "@/lib/sending/sends/signing-repo";

const NONE: Barred = new Map();

/** What is to be read of what has left before a transaction is signed; null: there is no cap. @param except a transaction that is replaced */
export function forCap(rules: OutflowRules, except: string | null): CountedForCap | null {
  return rules.cap === null ? null : { counted: countedPurposes(rules), except };
}

/**
 * Nobody gains by a withdrawal to an address that the worker's own list names, and emptying a hot wallet while somebody is in the house must
 * not wait: where there is a list, withdrawals do not count.
 */
function countedPurposes({ withdrawalKeys }: OutflowRules): SendPurpose[] {
  return withdrawalKeys === null ? ["payout", "refund", "withdrawal"] : ["payout", "refund"];
}

/**
 * Which of these would be too much for what may leave within an hour. The caller holds the lock of the hot wallet's account, from
 * which all that counts is paid, and has read `left` under it: two workers never count on the same room.
 */
export async function findAboveCap(
  tx: Tx,
  rules: OutflowRules,
  left: readonly LeftLately[],
  sends: readonly Send[],
): Promise<Barred> {
  const { cap } = rules;
  if (cap === null) return NONE;
  const coins = [...left, ...sends].map(({ currencyCode }) => currencyCode);
  const asked = cap.kind === "coins" ? [] : coins;
  const prices = { current: await findUsdPrices(asked, tx), last: await findLastUsdPrices(asked, tx) };
  return judgeCap(cap, new Set(countedPurposes(rules)), left, sends, prices);
}

/** What leaves the gateway is paid by the hot wallet alone: its account's row is the lock under which what has left is counted. */
const PAID_BY_HOT: readonly Send["purpose"][] = ["payout", "refund", "withdrawal", "gas", "consolidation"];

/**
 * Which of these do not go where their purpose says, by what this process knows without the database: its seed, its settings and its reviewed data. Sweeps
 * and consolidations go to the hot wallet of the seed, gas to an address of the seed, withdrawals to addresses of the worker's list. Asked
 * before the transaction that signs: what was ordered never changes.
 */
export async function judgeRoutes(
  engine: Engine,
  { sends, terms }: { readonly sends: readonly Send[]; readonly terms: SendTerms },
): Promise<Barred> {
  const barred = new Map<string, Hindrance>();
  for (const [index, send] of sends.entries()) {
    const output = terms.outputs[index];
    invariant(output, "each send has its output");
    const hindrance =
      (await judgeRoute(engine, send)) ?? (engine.rules.isReviewedOnly ? judgeUnits(send, output) : null);
    if (hindrance !== null) barred.set(send.id, hindrance);
  }
  return barred;
}

async function judgeRoute(engine: Engine, send: Send): Promise<Hindrance | null> {
  const { purpose, fromAddress, toAddress, memo } = send;
  if (PAID_BY_HOT.includes(purpose) && fromAddress !== null)
    return unproven(`a ${purpose} is paid by the hot wallet, and this one by ${fromAddress}`);
  if (memo !== null && purpose !== "payout") return unproven(`a ${purpose} has no memo, and this one has`);
  switch (purpose) {
    case "sweep":
    case "consolidation":
      if (toAddress === engine.hotAddress) return null;
      return unproven(`a ${purpose} goes to the hot wallet, and this one to ${toAddress}`);
    case "gas":
      if (await isOurs(engine, toAddress)) return null;
      return unproven(`gas goes to an address of ours, and this to ${toAddress}`);
    case "withdrawal":
      return judgeWithdrawal(engine, toAddress);
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

function judgeWithdrawal({ rules, driver }: Engine, address: string): Hindrance | null {
  const { withdrawalKeys } = rules;
  if (withdrawalKeys === null || withdrawalKeys.has(toAddressKey(driver.family, address))) return null;
  return { reason: "unlisted", detail: `WITHDRAWAL_ADDRESSES of the worker does not name ${address}` };
}

/** The catalog's rows say which contract is paid and how many base units an amount is: whoever can write them would pay more than is counted. */
function judgeUnits({ currencyCode, networkCode, amount }: Send, { asset, units }: SendTerms["outputs"][number]) {
  const reviewed = REVIEWED_SERVICES.find(
    ({ currency, network }) => currency === currencyCode && network === networkCode,
  );
  const contract = asset.kind === "token" ? asset.contract : null;
  const isSame =
    reviewed?.isReviewed === true &&
    reviewed.contract === contract &&
    amount.decimalPlaces() <= reviewed.decimals &&
    toBaseUnits(amount, reviewed.decimals) === units;
  if (isSame) return null;
  return unproven(`the catalog's ${currencyCode} on ${networkCode} is not the one that this version was reviewed with`);
}

function unproven(detail: string): Hindrance {
  return { reason: "unproven", detail };
}
