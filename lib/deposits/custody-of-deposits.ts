import { REVIEWED_NETWORKS } from "@/lib/catalog/data/networks";
import { type AccountName, depositsCustody, hotCustody } from "@/lib/ledger/account";

const COIN_NETWORKS: ReadonlySet<string> = new Set(
  REVIEWED_NETWORKS.filter(({ kind }) => kind === "coins").map(({ code }) => code),
);

/**
 * Where in the books deposits stand. Where accounts pay they stand on their addresses until they are swept. Where transactions spend coins a
 * deposit is a coin to pay with as it is, wherever its key is: it counts as in the hot wallet from the start.
 */
export function custodyOfDeposits(networkCode: string, currency: string): AccountName {
  return COIN_NETWORKS.has(networkCode) ? hotCustody(networkCode, currency) : depositsCustody(networkCode, currency);
}
