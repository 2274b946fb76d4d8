import { describe, expect, test } from "vitest";
import { validateAddress } from "@/lib/chains/address/validate-address";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";
import { networkOf } from "@/lib/chains/networks/networks";
import { buildPaymentUri } from "@/lib/chains/payment-uri/build-payment-uri";

/**
 * A network's facts, stated independently of its record: from the network's own documentation, the
 * issuers', the standard of its links.
 */
export type NetworkFacts = {
  readonly chainId: bigint | null;
  /** An existing address of the family, from its standard. */
  readonly address: string;
  /**
   * Every coin, the native one with contract null; and the payment code for so many base units to
   * the address.
   */
  readonly coins: Readonly<Record<string, CoinFacts>>;
};

type CoinFacts = {
  readonly contract: string | null;
  readonly decimals: number;
  readonly units: bigint;
  readonly uri: string | null;
};

/** Compares a record with independent facts about its network: an error in either one fails. */
export function describeNetwork(record: NetworkRecord, facts: NetworkFacts): void {
  describe(record.name, () => {
    test("is known by its code, with the chain id and the coins that other sources state", () => {
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
      "requests %s as wallets read it",
      (_currency, { contract, decimals, units, uri }) => {
        const { family, chainId } = record;
        const request = { address: facts.address, units, decimals, contract, chainId, label: null, expiresAt: null };
        expect(buildPaymentUri(family, request)).toBe(uri);
      },
    );
  });
}
