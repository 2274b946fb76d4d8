import { stringify } from "lossless-json";
import { handlerAt, operationAt } from "@/app/v1/conformance/testing/routes";
import type { Parameters } from "@/app/v1/conformance/testing/rule";
import { callerOf, freshId, type Shop, type World } from "@/app/v1/conformance/testing/world";
import { type Answer, call } from "@/lib/fronts/machine-api/testing/call-api";
import { connectionPool, database } from "@/lib/kernel/db";
import { setAcceptedCoins } from "@/lib/money-in/accepted-coins/accepted-coins";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { clearRatesCache } from "@/lib/pricing/rates/queries";

/** A request that causes an error of the specification in an operation. */
export type Provocation = {
  readonly error: string;
  readonly path: string;
  /** The condition, as a phrase that follows "when". */
  readonly when: string;
  readonly ask: (world: World) => Promise<Answer>;
  /** The full text, if the table has a value in angle brackets. */
  readonly text?: string;
};

/** Why an error that is listed for an operation cannot occur there. */
export type CannotHappen = { readonly error: string; readonly path: string; readonly because: string };

/** Sends one signed request to an operation. */
export async function send(path: string, shop: Shop, body: Parameters): Promise<Answer> {
  const operation = operationAt(path);
  const [key = "payment"] = operation.keys;
  return call(await handlerAt(operation), callerOf(shop, key), stringify(body) ?? "");
}

/** A valid invoice over 10 USDT on bsc, changed by `fields`. */
export const order = (fields: Parameters = {}): Parameters => ({
  amount: "10",
  currency: "USDT",
  network: "bsc",
  order_id: freshId(),
  ...fields,
});

export const setMerchant = async (shop: Shop, data: Parameters): Promise<void> =>
  void (await database().merchant.update({ where: { id: shop.merchantId }, data }));

/** Sets the only coin that the merchant accepts, as an owner does on the coins page. */
export const acceptOnly = (shop: Shop, coin: { currency: string; network: string }): Promise<void> =>
  setAcceptedCoins({ merchantId: shop.merchantId, userId: shop.ownerId }, { coins: [coin] });

/** Runs `work` while no node of this network responds. */
export async function withoutNode<Result>(networkCode: string, work: () => Promise<Result>): Promise<Result> {
  const stop = async (stoppedAt: Date | null) => {
    await database().chainCursor.update({ where: { networkCode }, data: { stoppedAt } });
    clearCatalogCache();
  };
  await stop(new Date());
  return work().finally(() => stop(null));
}

/** Runs `work` while the latest price of this currency is an hour old. */
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
 * Runs `work` while the database cancels every statement that waits for this table, as a busy
 * database does: the same request may succeed a minute later.
 */
export async function withoutTable<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  const client = await connectionPool().connect();
  await client.query("BEGIN");
  await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  const cancelling = setInterval(() => {
    // On another connection: within a transaction pg_stat_activity is a fixed snapshot.
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
