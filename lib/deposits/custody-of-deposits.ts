import { spendsCoins } from "@/lib/catalog/spends-coins";
import { type AccountName, depositsCustody, hotCustody } from "@/lib/ledger/account";

/**
 * Where in the books deposits stand. Where accounts pay they stand on their addresses until they are swept. Where transactions spend coins a
 * deposit is a coin to pay with as it is, wherever its key is: it counts as in the hot wallet from the start.
 */
export function custodyOfDeposits(networkCode: string, currency: string): AccountName {
  return spendsCoins(networkCode) ? hotCustody(networkCode, currency) : depositsCustody(networkCode, currency);
}
