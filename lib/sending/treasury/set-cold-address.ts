import { changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { invalidParameter } from "@/lib/kernel/errors";
import { ZERO } from "@/lib/kernel/money/decimal";
import { assertOperatorCooldownOver } from "@/lib/people/guards/assert-may-pay-out";
import { mailOperators } from "@/lib/people/merchants/mail-owners";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { checkAddress } from "@/lib/sending/destinations/check-destination";
import {
  type Coin,
  type ColdAddress,
  findAddressSetAt,
  lockColdAddress,
  upsertColdAddress,
} from "@/lib/sending/treasury/repo";

const COOLDOWN_MS = 24 * 60 * 60 * 1000;

/**
 * Returns until when nothing of a coin is sent to its cold address, because it was set within the
 * last 24 hours; null: no restriction. This gives other operators time to notice a replaced
 * address.
 */
export async function findColdAddressCooldown(tx: Tx, address: string, coin: Coin, now: Date): Promise<Date | null> {
  const setAt = await findAddressSetAt(tx, address, coin);
  return setAt === null ? null : coldAddressCooldownEnd(setAt, now);
}

/** Like {@link findColdAddressCooldown}, for a known time. Pure. */
export function coldAddressCooldownEnd(setAt: Date, now: Date): Date | null {
  const end = new Date(setAt.getTime() + COOLDOWN_MS);
  return end > now ? end : null;
}

/**
 * Sets the cold address for the surplus of a coin's hot wallet, and how much stays in the wallet.
 * The booked balance of an earlier cold address stays unchanged. Nothing of the coin is sent to a
 * new address for 24 hours, and all operators are notified by mail.
 *
 * @throws AppError `invalid_request` naming the field; `refused` to an operator within the cooldown
 */
export async function setColdAddress(
  cold: ColdAddress & { readonly actorId: string },
  now = new Date(),
): Promise<void> {
  const { actorId, networkCode, currencyCode, keepAmount, isEnabled } = cold;
  const catalog = await loadCatalog();
  const service = catalog.service(currencyCode, networkCode);
  if (service === null || !service.isReviewed) throw invalidParameter("currencyCode", "validation.in");
  if (keepAmount.lt(ZERO)) throw invalidParameter("keepAmount", "validation.min.numeric");
  if (keepAmount.decimalPlaces() > service.decimals) throw invalidParameter("keepAmount", "validation.decimal");
  const address = await checkAddress(catalog, service.network, cold.address, { mayBeCold: true });
  await assertOperatorCooldownOver(actorId, "cold-address.set", now);
  await withTransaction(async (tx) => {
    const was = await lockColdAddress(tx, { networkCode, currencyCode });
    await upsertColdAddress(
      tx,
      { networkCode, currencyCode, address, keepAmount, isEnabled },
      was?.address === address ? null : now,
    );
    const before = was && { address: was.address, keep: was.keepAmount.toFixed(), isEnabled: was.isEnabled };
    const detail = { address, keep: keepAmount.toFixed(), isEnabled };
    const change = changedFields(before ?? {}, detail);
    const target = `${networkCode}:${currencyCode}`;
    await recordAudit(tx, { actorId, action: "cold-address.set", target, detail, ...change });
    if (was?.address !== address) await notifyOfNewAddress(tx, { networkCode, currencyCode, address });
  });
}

async function notifyOfNewAddress(
  tx: Tx,
  { networkCode, currencyCode, address }: Pick<ColdAddress, "networkCode" | "currencyCode" | "address">,
): Promise<void> {
  const paragraphs = [
    `The surplus of ${currencyCode} on the network ${networkCode} will be sent to a new cold address: ${address}`,
    `Nothing is sent there for 24 hours. If this is not intended, set another address before then: ${env().BASE_URL}/operator/wallets`,
  ];
  await mailOperators(tx, { subject: `New cold address for ${currencyCode}`, paragraphs });
}
