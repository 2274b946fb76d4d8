import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { openRawConnection, processUrls, type RunRaw } from "@/lib/testing/process-users";

/**
 * An attacker took over the web process and adds a token directly, as its database user: what its
 * nodes report and the cooldown remain the workers'.
 */

let runRaw: RunRaw;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ runRaw, close } = await openRawConnection((await processUrls()).web));
});
afterAll(async () => {
  await close();
  await closeDatabase();
});

const INSERT = `INSERT INTO added_tokens (network_code, contract, requested_by_id, read_at, symbol, decimals, prices, name, rate_source, payment_min,
  payment_max, payout_min, payout_max, terms_set_by_id, terms_set_at, cooldown_ends_at)
  VALUES ('eth', '0x01', gen_random_uuid(), now(), 'USDT', 6, '{"Binance":"1"}', 'Tether', 'Binance', 1, 2, 1, 2, gen_random_uuid(), now(), now())`;
const row = () => database().addedToken.findFirstOrThrow({ where: { contract: "0x01" } });

test("a row starts in its initial state, whatever it is inserted with", async () => {
  expect(await runRaw([INSERT])).toBeNull();
  expect(await row()).toMatchObject({
    readAt: null,
    symbol: null,
    prices: {},
    termsSetAt: null,
    cooldownEndsAt: null,
    offeredAt: null,
  });
});

test.each(["cooldown_ends_at = now()", "symbol = 'LINK'", "decimals = 6", "offered_at = now()", "problem = NULL"])(
  "its user may not set %s",
  async (change) => {
    expect(await runRaw([`UPDATE added_tokens SET ${change}`])).toMatch(/permission denied/);
  },
);

test("terms are set once the token is read, and are fixed from the start of the cooldown", async () => {
  const setTerms = "UPDATE added_tokens SET terms_set_at = now(), terms_set_by_id = gen_random_uuid()";
  expect(await runRaw([setTerms])).toMatch(/added_tokens_terms/);
  await database().$executeRaw`UPDATE added_tokens SET read_at = now(), symbol = 'LINK', decimals = 18`;
  expect(await runRaw([setTerms])).toBeNull();
  expect(await runRaw(["UPDATE added_tokens SET payment_max = 3"])).toBeNull();
  await database().$executeRaw`UPDATE added_tokens SET cooldown_ends_at = now() + interval '1 day'`;
  expect(await runRaw(["UPDATE added_tokens SET payment_max = 4"])).toMatch(/terms of token 0x01 on eth are fixed/);
  expect(
    await runRaw(["INSERT INTO currencies (code, name, kind, decimals) VALUES ('LINK', 'L', 'crypto', 8)"]),
  ).toMatch(/permission denied/);
  expect(await runRaw(["DELETE FROM added_tokens"])).toBeNull();
});
