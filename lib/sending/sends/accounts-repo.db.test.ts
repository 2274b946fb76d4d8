import { afterAll, expect, test } from "vitest";
import { closeDatabase, withTransaction } from "@/lib/kernel/db";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { lockAccount, setNextNonce } from "@/lib/sending/sends/accounts-repo";

const ADDRESS = `0x${"22".repeat(20)}`;
const AT_ONCE = 8;

afterAll(closeDatabase);

test("locking an account waits for a concurrent transaction that uses its nonce, and returns the following nonce", async () => {
  await withTransaction(syncCatalog);
  let holders = 0;
  let mostHolders = 0;
  const taken = await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      withTransaction(async (tx) => {
        const nonce = (await lockAccount(tx, "eth", ADDRESS)) ?? expect.fail("no nonce");
        holders += 1;
        mostHolders = Math.max(mostHolders, holders);
        await setNextNonce(tx, "eth", ADDRESS, nonce + 1n);
        holders -= 1;
        return nonce;
      }),
    ),
  );
  expect(taken.toSorted((a, b) => Number(a - b))).toEqual(Array.from({ length: AT_ONCE }, (_, index) => BigInt(index)));
  expect(mostHolders).toBe(1);
});
