import { readFormField } from "@/app/pay/form-field";
import type { ChosenCoin } from "@/lib/money-in/invoices/choose-coin";

/** `USDT@bsc`, as the page's buttons send it. */
const COIN = /^([A-Z0-9]{1,16})@([a-z0-9]{1,16})$/;

/** Returns the coin of the pressed button; null for a form without one. */
export async function readCoin(request: Request): Promise<ChosenCoin | null> {
  const [, currency, network] = COIN.exec((await readFormField(request, "coin")) ?? "") ?? [];
  return currency === undefined || network === undefined ? null : { currency, network };
}
