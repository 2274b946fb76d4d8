import { describe, expect, test } from "vitest";
import { validateAddress } from "@/lib/chains/address/validate-address";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";
import { networkOf } from "@/lib/chains/networks/networks";
import { buildPaymentUri } from "@/lib/chains/payment-uri/build-payment-uri";

/**
 * A network once more, written down apart from its record: from the network's own documentation,
 * the issuers', the standard of its links.
 */
export type NetworkFacts = {
  readonly chainId: bigint | null;
  /** An address of the family that exists, out of its standard. */
  readonly address: string;
  /**
   * Every coin, its own with the contract null; what a payment of so many base units to the address
   * looks like as a code.
   */
  readonly coins: Readonly<Record<string, CoinFacts>>;
};

type CoinFacts = {
  readonly contract: string | null;
  readonly decimals: number;
  readonly units: bigint;
  readonly uri: string | null;
};

/**
 * Compares a record with what is known of its network from elsewhere: a slip in one of both fails.
 */
export function describeNetwork(record: NetworkRecord, facts: NetworkFacts): void {
  describe(record.name, () => {
    test("is known by its code, with the chain id and the coins that others name", () => {
      expect(networkOf(record.code)).toBe(record);
      expect(record.chainId).toBe(facts.chainId);
      const known = Object.entries(facts.coins).map(([currency, { contract, decimals }]) => [
        currency,
        contract,
        decimals,
      ]);
      const { native, tokens } = record;
      expect([
        [native.currency, null, native.decimals],
        ...tokens.map(({ currency, contract, decimals }) => [currency, contract, decimals]),
      ]).toEqual(known);
      expect(validateAddress(record.family, facts.address, "real")).toEqual({ ok: true, address: facts.address });
    });

    test.each(Object.entries(facts.coins))(
      "asks for %s as wallets read it",
      (_currency, { contract, decimals, units, uri }) => {
        const { family, chainId } = record;
        const request = { address: facts.address, units, decimals, contract, chainId, label: null, expiresAt: null };
        expect(buildPaymentUri(family, request)).toBe(uri);
      },
    );
  });
}
