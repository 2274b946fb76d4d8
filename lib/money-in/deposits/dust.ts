import type { Tx } from "@/lib/kernel/db";
import { readCoinCost } from "@/lib/money-in/deposits/coins-repo";
import type { Deposit } from "@/lib/money-in/deposits/deposit";
import { setPeculiarity } from "@/lib/money-in/deposits/repo";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { spendsCoins } from "@/lib/pricing/catalog/spends-coins";

type Sized = Pick<Deposit, "networkCode" | "currencyCode" | "amount">;

/**
 * Whether a coin holds no more than spending it costs now. What reaches the service's least payment never is dust, whatever fees are: that much was
 * asked for. Where accounts pay nothing is: what lies on one address leaves it together.
 */
export async function isDust(tx: Tx, catalog: Catalog, { networkCode, currencyCode, amount }: Sized): Promise<boolean> {
  if (!spendsCoins(networkCode)) return false;
  const service = catalog.service(currencyCode, networkCode);
  if (service === null || amount.gte(service.paymentMin)) return false;
  const cost = await readCoinCost(tx, networkCode);
  return cost !== null && amount.lte(cost);
}

/** Looks at a deposit in the moment in which it is to be booked, and notes with it that it is dust. Answers it as it is from then on. */
export async function judgeDust(tx: Tx, catalog: Catalog, deposit: Deposit): Promise<Deposit> {
  if (deposit.peculiarity !== null || !(await isDust(tx, catalog, deposit))) return deposit;
  await setPeculiarity(tx, deposit.id, "dust");
  return { ...deposit, peculiarity: "dust" };
}
