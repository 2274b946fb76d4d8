import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountKey } from "@/lib/chains/address-keys";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { isKnownDestination } from "@/lib/people/guards/destinations-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

const EVM = "0x52908400098527886E0F7030069857D2E4169EE7";
const PLAIN = "4AdUndXHHZ6cfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2684Rge";
/** The same account, with a recipient named by the payment id. */
const WITH_PAYMENT_ID =
  "4LL9oSLmtpccfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2bYXZKKQePHES9khPK";
const NOW = new Date("2026-11-23T10:00:00Z");
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

beforeAll(() => openGateway(1));
afterAll(closeDatabase);

let merchantId: string;
beforeEach(async () => {
  merchantId = await newMerchant();
});

type Family = "evm" | "xmr";

const arrived = (address: string, trustedAt: Date | null, family: Family = "evm") =>
  database().destination.create({
    data: { merchantId, family, address, addressKey: accountKey(family, address), trustedAt },
  });

async function isKnown(
  address: string,
  { memo = null, family = "evm" }: { memo?: string | null; family?: Family } = {},
) {
  const bsc = (await loadCatalog()).network("bsc");
  invariant(bsc, "bsc is offered");
  const destination = { network: { ...bsc, family }, address, memo };
  return await withTransaction((tx) => isKnownDestination(tx, { merchantId, destination }, NOW));
}

test("an address is known a day after the merchant's money arrived there, not earlier, and not by a request alone", async () => {
  expect(await isKnown(EVM)).toBe(false);
  const row = await arrived(EVM, null);
  expect(await isKnown(EVM)).toBe(false);
  const where = { merchantId_family_addressKey: { merchantId, family: "evm", addressKey: row.addressKey } };
  for (const [hours, known] of [
    [23.99, false],
    [24, true],
  ] as const) {
    await database().destination.update({ where, data: { trustedAt: ago(hours) } });
    expect([hours, await isKnown(EVM)]).toEqual([hours, known]);
  }
});

test("a recipient named by a memo or a payment id at a known address is not known", async () => {
  await arrived(EVM, ago(48));
  await arrived(PLAIN, ago(48), "xmr");
  expect([await isKnown(EVM), await isKnown(EVM, { memo: "7" })]).toEqual([true, false]);
  expect([await isKnown(PLAIN, { family: "xmr" }), await isKnown(WITH_PAYMENT_ID, { family: "xmr" })]).toEqual([
    true,
    false,
  ]);
});
