import { stringify } from "lossless-json";
import { handlerAt, operationAt } from "@/app/v1/conformance/testing/routes";
import type { Parameters } from "@/app/v1/conformance/testing/rule";
import { callerOf, freshId, type Shop, type World } from "@/app/v1/conformance/testing/world";
import { type Answer, call } from "@/lib/fronts/machine-api/testing/call-api";
import { connectionPool, database } from "@/lib/kernel/db";
import { setAcceptedCoins } from "@/lib/money-in/accepted-coins/accepted-coins";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { clearRatesCache } from "@/lib/pricing/rates/queries";

/** A way to meet an error of the specification in an operation. */
export type Provocation = {
  readonly error: string;
  readonly path: string;
  /** The condition, as a sentence goes on after "when". */
  readonly when: string;
  readonly ask: (world: World) => Promise<Answer>;
  /** The whole text, where the table has a value in angle brackets. */
  readonly text?: string;
};

/** Why an error that is listed for an operation cannot be met there. */
export type CannotHappen = { readonly error: string; readonly path: string; readonly because: string };

/** One signed request to an operation. */
export async function send(path: string, shop: Shop, body: Parameters): Promise<Answer> {
  const operation = operationAt(path);
  const [key = "payment"] = operation.keys;
  return call(await handlerAt(operation), callerOf(shop, key), stringify(body) ?? "");
}

/** An invoice over 10 USDT on bsc that can be made, changed by `fields`. */
export const order = (fields: Parameters = {}): Parameters => ({
  amount: "10",
  currency: "USDT",
  network: "bsc",
  order_id: freshId(),
  ...fields,
});

export const setMerchant = async (shop: Shop, data: Parameters): Promise<void> =>
  void (await database().merchant.update({ where: { id: shop.merchantId }, data }));

/** As an owner says it on the page of coins. */
export const acceptOnly = (shop: Shop, coin: { currency: string; network: string }): Promise<void> =>
  setAcceptedCoins({ merchantId: shop.merchantId, userId: shop.ownerId }, { coins: [coin] });

/** While no node of this network answers. */
export async function withoutNode<Result>(networkCode: string, work: () => Promise<Result>): Promise<Result> {
  const stop = async (stoppedAt: Date | null) => {
    await database().chainCursor.update({ where: { networkCode }, data: { stoppedAt } });
    clearCatalogCache();
  };
  await stop(new Date());
  return work().finally(() => stop(null));
}

/** While the last price of this currency is an hour old. */
export async function withoutFreshPrice<Result>(currency: string, work: () => Promise<Result>): Promise<Result> {
  const move = async (sign: "-" | "+") => {
    await connectionPool().query(
      `UPDATE rates SET observed_at = observed_at ${sign} interval '1 hour' WHERE currency_code = $1`,
      [currency],
    );
    clearRatesCache();
  };
  await move("-");
  return work().finally(() => move("+"));
}

/**
 * While the database ends every statement that waits for this table: it is busy, and may do in a
 * minute what it does not do now.
 */
export async function withoutTable<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  const client = await connectionPool().connect();
  await client.query("BEGIN");
  await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  const cancelling = setInterval(() => {
    // From outside: within a transaction the view of the others' activity stands still.
    void connectionPool().query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
    );
  }, 20);
  try {
    return await work();
  } finally {
    clearInterval(cancelling);
    await client.query("ROLLBACK");
    client.release();
  }
}
