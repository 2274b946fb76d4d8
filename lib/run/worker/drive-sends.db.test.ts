import { afterAll, expect, test } from "vitest";
import { growKeyTree } from "@/lib/custody/key-tree";
import { insertAddresses } from "@/lib/custody/repo";
import { closeDatabase } from "@/lib/kernel/db";
import { openSigner } from "@/lib/run/worker/drive-sends";
import { ForeignAddressError } from "@/lib/sending/sends/engine";

/** A published test vector, without funds. */
const KEYS = growKeyTree(
  "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
);
const FOREIGN = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
afterAll(closeDatabase);

test("an address inserted into the addresses table is not ours: the seed decides which are", async () => {
  const own = KEYS.addressOf({ family: "evm", role: "deposit", index: 0 });
  const rows = [own, FOREIGN].map((address, derivationIndex) => {
    return { family: "evm" as const, derivationIndex, address, addressKey: address.toLowerCase() };
  });
  await insertAddresses(rows);
  const find = openSigner(KEYS, "evm");
  expect(await find(own)).toBeTypeOf("function");
  await expect(find(FOREIGN)).rejects.toThrow(ForeignAddressError);
  await expect(find(FOREIGN)).rejects.toThrow("is not the address that its key has");
  await expect(find(FOREIGN.replace("0xd8", "0xd9"))).rejects.toThrow("is no address of ours");
});
