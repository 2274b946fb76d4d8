import { encodeFunctionData, getAddress, isAddress } from "viem";
import { describe, expect, test } from "vitest";
import { ERC20_ABI } from "@/lib/chains/evm/config";
import { buildWalletRequest, publicChain } from "@/lib/chains/evm/wallet-request";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";

const TO = "0x52908400098527886E0F7030069857D2E4169EE7";
const USDT = "0x55d398326f99059fF775485246999027B3197955";

describe("the request to a browser wallet", () => {
  test("has the exact number of wei for a network's native coin", () => {
    expect(buildWalletRequest(1n, TO, 18_600_000_000_000_000n, null)).toEqual({
      chainId: "0x1",
      to: TO,
      value: "0x421499f8d28000",
      data: "0x",
    });
  });

  test.each([1n, 25_050_000n, 25_050_000_000_000_000_000n, 2n ** 256n - 1n])(
    "equals the call built by a contract library, for %i units of a token",
    (units) => {
      const data = encodeFunctionData({ abi: ERC20_ABI, functionName: "transfer", args: [getAddress(TO), units] });
      expect(buildWalletRequest(56n, TO, units, USDT)).toEqual({ chainId: "0x38", to: USDT, value: "0x0", data });
      expect(isAddress(TO)).toBe(true);
    },
  );
});

describe("chains that may be added to a wallet", () => {
  const networks = REVIEWED_NETWORKS.filter(({ chainId }) => chainId !== null && publicChain(chainId) !== null);

  test("are those of the catalog except Ethereum, which every wallet has", () => {
    const others = REVIEWED_NETWORKS.filter(({ family, code }) => family === "evm" && code !== "eth");
    expect(networks).toEqual(others);
    expect(publicChain(1n)).toBeNull();
    expect(publicChain(31_337n)).toBeNull();
  });

  test.each(networks)("have the catalog's own name, coin, number and explorer: $name", (network) => {
    const { name, chainId, nativeCurrency, explorerAddress } = network;
    const chain = publicChain(chainId ?? 0n);
    expect(chain).toMatchObject({ chainName: name, nativeCurrency: { symbol: nativeCurrency, decimals: 18 } });
    expect(BigInt(chain?.chainId ?? "0x0")).toBe(chainId);
    expect(chain?.blockExplorerUrls).toEqual([new URL(explorerAddress).origin]);
    for (const url of chain?.rpcUrls ?? []) expect(new URL(url).protocol).toBe("https:");
  });
});
