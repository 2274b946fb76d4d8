import { REVIEWED_SERVICES } from "@/lib/catalog/data/services";
import { toAddressKey } from "@/lib/chains/address-key";
import { invariant } from "@/lib/errors";
import { toBaseUnits } from "@/lib/money/base-units";
import { type Engine, ForeignAddressError } from "@/lib/sends/engine";
import type { Barred, Hindrance } from "@/lib/sends/hindrance";
import type { Send } from "@/lib/sends/send";
import type { SendTerms } from "@/lib/sends/send-terms";

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
