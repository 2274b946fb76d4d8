import { expect, test } from "vitest";
import { signerOf } from "@/lib/exceptions/refund-requests/list-refundables";

const SOMEBODY = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const BSC = { family: "evm", name: "BNB Smart Chain" } as const;

test("a payer proves by a signature that money is theirs where one account paid all of it on an EVM network", () => {
  expect(signerOf(BSC, [SOMEBODY])).toBe(SOMEBODY);
  expect(signerOf(BSC, [SOMEBODY, "0x0000000000000000000000000000000000000001"])).toBeNull();
  expect(signerOf(BSC, [null])).toBeNull();
  expect(signerOf(null, [SOMEBODY])).toBeNull();
});

test.each(["tron", "sol", "ton", "btc"] as const)(
  "nobody's signature on %s is taken, since none can be checked here",
  (family) => {
    expect(signerOf({ family, name: family }, [SOMEBODY])).toBeNull();
  },
);
