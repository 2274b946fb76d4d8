import { expect, test } from "vitest";
import { againWhileRaced } from "@/scripts/lib/sandbox/faucet-races.mjs";

/** Throws these errors, one after the other, and then returns a transaction id. */
function failingWith(...errors: readonly Error[]) {
  const left = [...errors];
  const send = async () => {
    const error = left.shift();
    if (error) throw error;
    return "0xabc";
  };
  return { send, left };
}

const gatewayError = (message: string) => new Error("Not taken", { cause: new Error(message) });

test("sends again while the node says that another payment took the nonce, in its own words or as a cause", async () => {
  const { send, left } = failingWith(
    new Error("eth_sendTransaction: nonce too low"),
    new Error("transaction already imported"),
    gatewayError("replacement transaction underpriced"),
    gatewayError("already known"),
  );
  expect(await againWhileRaced(send)).toBe("0xabc");
  expect(left).toEqual([]);
});

test.each([new Error("insufficient funds"), gatewayError("no result")])("ends with %s at once", async (error) => {
  const { send, left } = failingWith(error, new Error("nonce too low"));
  await expect(againWhileRaced(send)).rejects.toBe(error);
  expect(left).toHaveLength(1);
});
