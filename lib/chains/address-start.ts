/** Segwit's and CashAddr's texts name their network, and then their kind by one letter; addresses of the EVM family begin alike. */
const COMMON = /^(?:0x|(?:bc|ltc)1[qp]?|bitcoincash:[qp]?)/;

/** What an address shares with all others of its network and kind: nobody knows it by that. Pure, and safe for the browser. */
export function commonStart(address: string): string {
  return COMMON.exec(address)?.[0] ?? "";
}
