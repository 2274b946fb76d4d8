import { describe, expect, test } from "vitest";
import { judgeAddress } from "@/lib/chains/address/judge-address";
import { EXCHANGE_ADDRESSES } from "@/lib/refunds/exchange-addresses";
import { doubtAboutKind, doubtAboutSender } from "@/lib/refunds/judge-sender";

const BSC = { family: "evm", name: "BNB Smart Chain" } as const;
const SOMEBODY = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

describe("money goes back by itself only where its sender is certain", () => {
  test("an account on an EVM network is", () => {
    expect(doubtAboutSender(BSC, SOMEBODY)).toBeNull();
    expect(doubtAboutKind({ kind: "account" }, SOMEBODY)).toBeNull();
  });

  test("an unknown sender, another family, a contract and an address that nobody can name are not", () => {
    expect(doubtAboutSender(BSC, null)).toContain("does not say");
    expect(doubtAboutSender({ family: "btc", name: "Bitcoin" }, "bc1q")).toContain("Bitcoin");
    expect(doubtAboutKind({ kind: "contract" }, SOMEBODY)).toContain("contract");
    expect(doubtAboutKind({ kind: "unknown" }, SOMEBODY)).toContain("may be lost");
  });

  test("an exchange is not, however its address is written", () => {
    const [[address] = [""]] = [...EXCHANGE_ADDRESSES];
    expect(doubtAboutSender(BSC, address)).toContain("Binance");
    expect(doubtAboutSender(BSC, `0x${address.slice(2).toUpperCase()}`)).toContain("Binance");
  });

  test("every known exchange address is one, in lower case", () => {
    for (const address of EXCHANGE_ADDRESSES.keys()) {
      expect(address).toBe(address.toLowerCase());
      expect(judgeAddress("evm", address, "real").ok).toBe(true);
    }
  });
});
