import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import type { ChainRig } from "@/lib/chains/contract/rig";

type Cases = ChainRig["addresses"];

const BTC = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const LTC = "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh";
const DOGE = "DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC";
const DASH = "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5";
const BCH = "bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6";

/**
 * The first address of "abandon x11 about" on each chain, its other spellings, and texts that
 * resemble one.
 */
export const ADDRESS_CASES: Readonly<Record<CoinFamily, Cases>> = {
  btc: {
    valid: [
      [BTC, BTC],
      [` ${BTC.toUpperCase()} `, BTC],
      ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
    ],
    invalid: invalidFor(BTC, [LTC, DOGE, DASH, BCH, "bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx"]),
  },
  ltc: {
    valid: [
      [LTC, LTC],
      [LTC.toUpperCase(), LTC],
    ],
    invalid: invalidFor(LTC, [BTC, DOGE, DASH, BCH, "rltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh"]),
  },
  doge: { valid: [[` ${DOGE}`, DOGE]], invalid: invalidFor(DOGE, [BTC, LTC, DASH, BCH]) },
  dash: { valid: [[`${DASH} `, DASH]], invalid: invalidFor(DASH, [BTC, LTC, DOGE, BCH]) },
  bch: {
    valid: [
      [BCH, BCH],
      [BCH.slice("bitcoincash:".length), BCH],
      [BCH.toUpperCase(), BCH],
    ],
    invalid: invalidFor(BCH, [BTC, LTC, DOGE, DASH, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"]),
  },
};

function invalidFor(address: string, foreign: readonly string[]): readonly string[] {
  const mistyped = `${address.slice(0, -1)}${address.endsWith("x") ? "y" : "x"}`;
  return ["", address.slice(0, -1), mistyped, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94", ...foreign];
}
