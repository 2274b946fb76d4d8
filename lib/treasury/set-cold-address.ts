import { mailOperators } from "@/lib/accounts/mail-operators";
import { loadCatalog } from "@/lib/catalog/queries";
import { type Tx, withTransaction } from "@/lib/db";
import { env } from "@/lib/env";
import { invalidParameter } from "@/lib/errors";
import { assertOperatorRested } from "@/lib/guards/operator-rest";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { changedFields } from "@/lib/merchants/changed-fields";
import { ZERO } from "@/lib/money/decimal";
import { checkAddress } from "@/lib/payouts/check-destination";
import { type ColdAddress, lockColdAddress, upsertColdAddress } from "@/lib/treasury/cold-repo";

/**
 * Says where the surplus of a coin's hot wallet goes, and how much stays there. What stands on an earlier cold address stays in the books
 * as it is. To a new address nothing of the coin goes for 24 hours, and all operators are told of it by mail.
 *
 * @throws AppError `invalid_request` naming the field; `refused` to a new operator
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
  await assertOperatorRested(actorId, "cold-address.set", now);
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
    if (was?.address !== address) await tellOfNewAddress(tx, { networkCode, currencyCode, address });
  });
}

async function tellOfNewAddress(
  tx: Tx,
  { networkCode, currencyCode, address }: Pick<ColdAddress, "networkCode" | "currencyCode" | "address">,
): Promise<void> {
  const paragraphs = [
    `the surplus of ${currencyCode} on the network ${networkCode} is to go to a new cold address: ${address}`,
    `Nothing goes there for 24 hours. If that should not be, set another one until then: ${env().BASE_URL}/operator/wallets`,
  ];
  await mailOperators(tx, { subject: `A new cold address for ${currencyCode}`, paragraphs });
}
