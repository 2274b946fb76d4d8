import { validateAddress } from "@/lib/chains/address/validate-address";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError, wrongField } from "@/lib/kernel/errors";
import { stateOf, type TokenKey, takesTokens } from "@/lib/money-in/tokens/added-token";
import { enqueueAdvance } from "@/lib/money-in/tokens/advance-token";
import {
  countWaiting,
  deleteToken,
  insertToken,
  lockToken,
  type TokenTerms,
  writeTerms,
} from "@/lib/money-in/tokens/repo";
import { assertOperatorCooldownOver } from "@/lib/people/guards/assert-may-pay-out";
import { assertSoundLimits } from "@/lib/pricing/catalog/availability";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Each one is queried from nodes and price sources; more than this no operator can keep track of.
 */
const WAITING_MAX = 50;

/**
 * Queues a lookup of the token at a contract: within seconds a worker queries the network's nodes
 * and stores each one's report. A refused token, or one without terms, is looked up again.
 * @returns its contract in canonical text
 * @throws AppError `invalid_request` that names `contract`; `not_found`; `refused` when it is in
 *   progress, or too many are
 */
export async function lookUpToken(asked: TokenKey, actorId: string): Promise<TokenKey> {
  const catalog = await loadCatalog();
  const network = catalog.network(asked.networkCode);
  if (network === null) throw new AppError("not_found", "Network not found");
  if (!takesTokens(network.family)) throw new AppError("refused", `Tokens cannot be added on ${network.name}.`);
  const verdict = validateAddress(network.family, asked.contract, network.isSandbox ? "sandbox" : "real");
  if (!verdict.ok)
    throw wrongField("contract", `It is no contract of ${network.name}. Copy it from the token's own site.`);
  const key = { networkCode: network.code, contract: verdict.address };
  const taken = catalog.serviceOfAsset(key.networkCode, key.contract);
  if (taken !== null) throw wrongField("contract", `This is ${taken.currency.code}, which is there already.`);
  await withTransaction(async (tx) => {
    const before = await lockToken(tx, key);
    if (before !== null) {
      const state = stateOf(before);
      if (state !== "refused" && state !== "read")
        throw wrongField("contract", "This token is being added already. Remove it first to start over.");
      await deleteToken(tx, key);
    }
    await insertToken(tx, key, actorId);
    if ((await countWaiting(tx)) > WAITING_MAX)
      throw new AppError("refused", `${WAITING_MAX} tokens are being added. Remove some of them first.`);
    await enqueueAdvance(tx, key);
    await recordAudit(tx, { actorId, action: "token.look-up", target: targetOf(key) });
  });
  return key;
}

/**
 * Sets the terms of a token that the nodes have described, and starts adding it: a worker queries
 * the nodes once more, mails all operators, and offers it after the cooldown. From then on its
 * limits and fees can be changed like those of any coin.
 * @throws AppError `invalid_request` that names the field; `not_found`; `refused` to a new
 *   operator, or when its terms are set already
 */
export async function addToken(key: TokenKey, terms: TokenTerms, actorId: string, now = new Date()): Promise<void> {
  await assertOperatorCooldownOver(actorId, "token.add", now);
  await withTransaction(async (tx) => {
    const token = await lockToken(tx, key);
    if (token === null) throw new AppError("not_found", "Token not found");
    if (stateOf(token) !== "read" || token.decimals === null)
      throw new AppError("refused", "It cannot be added as it is now. Look at what the list says of it.");
    if (!Object.keys(token.prices ?? {}).includes(terms.rateSource))
      throw wrongField("rateSource", "Choose a source that prices it.");
    assertSoundLimits(terms, token.decimals);
    await writeTerms(tx, key, terms, actorId);
    await enqueueAdvance(tx, key);
    const { name, rateSource } = terms;
    const limits = { paymentMin: terms.paymentMin.toFixed(), paymentMax: terms.paymentMax.toFixed() };
    const outwards = { payoutMin: terms.payoutMin.toFixed(), payoutMax: terms.payoutMax.toFixed() };
    const detail = { symbol: token.symbol, decimals: token.decimals, name, rateSource, ...limits, ...outwards };
    await recordAudit(tx, { actorId, action: "token.add", target: targetOf(key), detail });
  });
}

/**
 * Removes a token that is not offered yet.
 * @throws AppError `not_found`; `refused` once it is offered: then its payments and payouts can be
 *   disabled instead
 */
export async function removeToken(key: TokenKey, actorId: string): Promise<void> {
  await withTransaction(async (tx) => {
    const token = await lockToken(tx, key);
    if (token === null) throw new AppError("not_found", "Token not found");
    if (token.offeredAt !== null)
      throw new AppError("refused", "It is offered already. Switch its payments and payouts off instead.");
    await deleteToken(tx, key);
    await recordAudit(tx, { actorId, action: "token.remove", target: targetOf(key), detail: { symbol: token.symbol } });
  });
}

function targetOf({ networkCode, contract }: TokenKey): string {
  return `${networkCode}:${contract}`;
}
