import { sha256 } from "@noble/hashes/sha2.js";
import { base58, base64urlnopad, createBase58check } from "@scure/base";
import { getAddress } from "viem";
import { describe, expect, it } from "vitest";
import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";
import { NETWORKS } from "@/lib/chains/networks/networks";
import { parseAmount } from "@/lib/kernel/money/parse-amount";
import { payableDecimalsOf } from "@/lib/pricing/catalog/availability";
import { REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";
import { REVIEWED_SERVICES, SERVICE_LIMITS, SOURCES_NEEDED } from "@/lib/pricing/catalog/data/services";

const SOURCED_CONTRACTS = NETWORKS.flatMap(({ code, tokens }) => tokens.map((token) => ({ network: code, ...token })));

/** The networks and coins that the API lists. Others are stated in tests beside their records. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  arbitrum: ["ETH", "USDT", "USDC"],
  avalanche: ["AVAX", "USDT", "USDC"],
  bch: ["BCH"],
  bsc: ["BNB", "USDT", "USDC", "DAI", "ETH", "CGPT"],
  btc: ["BTC"],
  dash: ["DASH"],
  doge: ["DOGE"],
  eth: ["ETH", "USDT", "USDC", "DAI", "SHIB", "POL", "VERSE"],
  ltc: ["LTC"],
  polygon: ["POL", "USDT", "USDC", "DAI"],
  sol: ["SOL", "USDT"],
  ton: ["TON", "USDT", "HMSTR"],
  tron: ["TRX", "USDT", "USDC"],
  xmr: ["XMR"],
};

/** Decimals that are often assumed incorrectly, stated independently of the data. */
const DECIMALS: ReadonlyArray<readonly [currency: string, network: string, decimals: number]> = [
  ["USDT", "eth", 6],
  ["USDT", "bsc", 18],
  ["USDC", "bsc", 18],
  ["USDT", "polygon", 6],
  ["USDT", "tron", 6],
  ["DAI", "eth", 18],
  ["SHIB", "eth", 18],
  ["HMSTR", "ton", 9],
  ["TRX", "tron", 6],
  ["SOL", "sol", 9],
  ["TON", "ton", 9],
  ["XMR", "xmr", 12],
  ["BTC", "btc", 8],
];

const familyOf = new Map(REVIEWED_NETWORKS.map((network) => [network.code, network.family]));

describe("reviewed catalog", () => {
  it("has the networks, and on them exactly the coins, that the API lists", () => {
    const listed = Object.entries(LISTED).flatMap(([network, coins]) => coins.map((coin) => `${coin} ${network}`));
    const held = REVIEWED_SERVICES.filter(({ network }) => network in LISTED);
    expect(held.map(({ currency, network }) => `${currency} ${network}`).toSorted()).toEqual(listed.toSorted());
    expect(REVIEWED_NETWORKS.map(({ code }) => code)).toEqual(expect.arrayContaining(Object.keys(LISTED)));
  });

  it("has codes that are unique, ASCII and in the case of their kind", () => {
    for (const [codes, form] of [
      [REVIEWED_NETWORKS.map(({ code }) => code), /^[a-z]{2,12}$/],
      [REVIEWED_CURRENCIES.map(({ code }) => code), /^[A-Z]{3,5}$/],
    ] as const) {
      expect(new Set(codes).size).toBe(codes.length);
      for (const code of codes) expect(code).toMatch(form);
    }
  });

  it.each(DECIMALS)("gives %s on %s %i decimals", (currency, network, decimals) => {
    const service = REVIEWED_SERVICES.find((found) => found.currency === currency && found.network === network);
    expect(service?.decimals).toBe(decimals);
  });

  it.each(REVIEWED_SERVICES.map((service) => [`${service.currency} on ${service.network}`, service] as const))(
    "offers %s with limits that are valid for a payer",
    (_name, service) => {
      const payable = payableDecimalsOf(service.decimals);
      expect(payable).toBeLessThanOrEqual(8);
      for (const [least, most] of [
        [service.paymentMin, service.paymentMax],
        [service.payoutMin, service.payoutMax],
      ] as const) {
        const minimum = parseAmount(least);
        const maximum = parseAmount(most);
        expect(minimum?.gt("0")).toBe(true);
        expect(maximum !== null && minimum?.lt(maximum)).toBe(true);
        expect(minimum?.decimalPlaces()).toBeLessThanOrEqual(payable);
      }
      expect(parseAmount(service.payoutFeeFixed)?.lt("10")).toBe(true);
    },
  );

  it("allows as many decimals in a coin as its finest network supports, and no more", () => {
    for (const currency of REVIEWED_CURRENCIES.filter(({ kind }) => kind === "crypto")) {
      const finest = REVIEWED_SERVICES.filter((service) => service.currency === currency.code).map(({ decimals }) =>
        payableDecimalsOf(decimals),
      );
      expect([currency.code, currency.decimals]).toEqual([currency.code, Math.max(...finest)]);
    }
  });

  it("has limits for every coin and for nothing else", () => {
    const coins = REVIEWED_CURRENCIES.filter(({ kind }) => kind === "crypto").map(({ code }) => code);
    expect([...SERVICE_LIMITS.keys()].toSorted()).toEqual(coins.toSorted());
  });
});

describe("reviewed networks", () => {
  it.each(REVIEWED_NETWORKS.map((network) => [network.code, network] as const))("%s is complete", (_code, network) => {
    expect(ADDRESS_FAMILIES).toContain(network.family);
    expect(network.chainId === null).toBe(network.family !== "evm");
    expect(network.confirmationsMin).toBeGreaterThanOrEqual(1);
    expect(network.confirmations).toBeGreaterThanOrEqual(network.confirmationsMin);
    expect(network.lagLimitSeconds).toBeGreaterThan(network.blockSeconds * 10);
    expect(new URL(network.explorerTransaction.replace("{txid}", "x")).protocol).toBe("https:");
    expect(new URL(network.explorerAddress.replace("{address}", "x")).protocol).toBe("https:");
    expect(network.explorerTransaction.split("{txid}")).toHaveLength(2);
    expect(network.explorerAddress.split("{address}")).toHaveLength(2);
    expect(network.tokenStandard === null).toBe(
      !SOURCED_CONTRACTS.some((contract) => contract.network === network.code),
    );
  });

  it("share an address family only within EVM", () => {
    const families = REVIEWED_NETWORKS.map(({ family }) => family).filter((family) => family !== "evm");
    expect(new Set(families).size).toBe(families.length);
  });
});

describe("reviewed contracts", () => {
  it.each(SOURCED_CONTRACTS.map((entry) => [`${entry.currency} on ${entry.network}`, entry] as const))(
    "%s has a valid checksum in its family's own format",
    (_name, { network, contract }) => {
      expect(isCanonicalContract(familyOf.get(network) ?? "", contract)).toBe(true);
    },
  );

  it("fail the checksum when one character is changed, in the families that have one", () => {
    for (const { network, contract } of SOURCED_CONTRACTS.filter((entry) => entry.network !== "sol")) {
      const changed = contract.replace(/[a-f]/, (letter) => (letter === "a" ? "b" : "a"));
      expect(changed).not.toBe(contract);
      expect([contract, isCanonicalContract(familyOf.get(network) ?? "", changed)]).toEqual([contract, false]);
    }
  });

  it("are offered only with two sources that have different maintainers", () => {
    for (const entry of SOURCED_CONTRACTS) {
      const keepers = new Set(
        entry.sources.map((source) => new URL(source).pathname.split("/").slice(0, 3).join("/") + new URL(source).host),
      );
      const service = REVIEWED_SERVICES.find(({ contract }) => contract === entry.contract);
      expect([entry.currency, entry.network, service?.isReviewed]).toEqual([
        entry.currency,
        entry.network,
        keepers.size >= SOURCES_NEEDED,
      ]);
    }
    expect(REVIEWED_SERVICES.filter(({ isReviewed }) => !isReviewed).map(({ currency }) => currency)).toEqual([
      "HMSTR",
    ]);
  });

  it("are named once per network", () => {
    const names = SOURCED_CONTRACTS.map(({ network, contract }) => `${network} ${contract.toLowerCase()}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

function isCanonicalContract(family: string, contract: string): boolean {
  switch (family) {
    case "evm":
      return getAddress(contract.toLowerCase()) === contract;
    case "tron":
      return isTronAddress(contract);
    case "sol":
      return base58.decode(contract).length === 32;
    case "ton":
      return isFriendlyTonAddress(contract);
    default:
      return false;
  }
}

function isTronAddress(text: string): boolean {
  try {
    const bytes = createBase58check(sha256).decode(text);
    return bytes.length === 21 && bytes[0] === 0x41;
  } catch {
    return false;
  }
}

/**
 * Tag, workchain, 32 bytes of hash, CRC-16/XMODEM of all that; 0x11 is bounceable, as contracts are
 * written.
 */
function isFriendlyTonAddress(text: string): boolean {
  const bytes = base64urlnopad.decode(text);
  if (bytes.length !== 36 || bytes[0] !== 0x11 || bytes[1] !== 0) return false;
  let crc = 0;
  for (const byte of bytes.subarray(0, 34)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    crc &= 0xffff;
  }
  return crc === (((bytes[34] ?? 0) << 8) | (bytes[35] ?? 0));
}
