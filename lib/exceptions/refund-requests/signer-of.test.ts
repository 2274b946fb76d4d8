import { expect, test } from "vitest";
import { signerOf } from "@/lib/exceptions/refund-requests/list-refundables";

const SOMEBODY = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const BSC = { family: "evm", name: "BNB Smart Chain" } as const;

test("a signature proves ownership when one account paid everything on an EVM network", () => {
  expect(signerOf(BSC, [SOMEBODY])).toBe(SOMEBODY);
  expect(signerOf(BSC, [SOMEBODY, "0x0000000000000000000000000000000000000001"])).toBeNull();
  expect(signerOf(BSC, [null])).toBeNull();
  expect(signerOf(null, [SOMEBODY])).toBeNull();
});

test.each(["tron", "sol", "ton", "btc"] as const)(
  "no signature on %s is accepted, because none can be verified here",
  (family) => {
    expect(signerOf({ family, name: family }, [SOMEBODY])).toBeNull();
  },
);
