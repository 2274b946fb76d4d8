import { expect, test } from "vitest";
import type { ChainDriver, NodeAnswer, TransactionStatus } from "@/lib/chains/driver";
import { decimal } from "@/lib/kernel/money/decimal";
import type { Found } from "@/lib/sending/sends/follow-sends";
import { verifyFee } from "@/lib/sending/sends/verify-fee";

/** The maximum is 0.5 and 0.2 is expected: 0.3 should be returned. */
const GIVEN_BACK = 30n;
const HOSTS = ["a.example", "b.example"];
const BLOCK = { height: 100, hash: "0x100", parentHash: "0x", time: new Date() };

const status = (feeUnits: bigint, succeeded = true) =>
  ({ state: "included", block: BLOCK, succeeded, feeUnits }) as const;
const SILENT = null;

/** Returns what is accepted of the first response. */
async function believed(
  answers: readonly [ReturnType<typeof status>, ...(TransactionStatus | null)[]],
  { isSandbox = false, feePayer = "hot" as string | null } = {},
): Promise<string | null> {
  const nodeAnswers = answers.map(
    (answer, index): NodeAnswer<TransactionStatus> => ({ node: HOSTS[index] ?? "", head: BLOCK, answer, error: null }),
  );
  const driver = {
    witnesses: answers.length,
    transactionStatusByEach: async () => nodeAnswers,
  } as unknown as ChainDriver;
  const feeMax = decimal("0.5");
  const versions = [{ version: 1, transactionId: "0xa", feeMax, feeExpected: decimal("0.2") }];
  const found = {
    outgoing: { id: "", feeMax, feePayer, versions },
    version: 1,
    status: answers[0],
  } as unknown as Found;
  const { signal } = new AbortController();
  return (await verifyFee({ driver }, { isSandbox }, found, 2, signal))?.toFixed() ?? null;
}

test("the expected return is accepted from one node, and a larger one when two agree", async () => {
  expect(await believed([status(-GIVEN_BACK), SILENT])).toBe("-0.3");
  const more = status(-GIVEN_BACK - 1_000n);
  expect(await believed([more, more])).toBe("-10.3");
  expect(await believed([more, status(-GIVEN_BACK)])).toBeNull();
  expect(await believed([more, SILENT])).toBeNull();
});

test("the only node is believed up to twice the expected return, and no further", async () => {
  expect(await believed([status(-2n * GIVEN_BACK)])).toBe("-0.6");
  expect(await believed([status(-2n * GIVEN_BACK - 1n)])).toBeNull();
  expect(await believed([status(-2n * GIVEN_BACK - 1n)], { isSandbox: true })).toBe("-0.61");
});

test("nothing is returned from a failed transaction, or to an address that pays for itself, whoever reports it", async () => {
  const failed = status(-1n, false);
  expect(await believed([failed, failed])).toBeNull();
  expect(await believed([status(-1n), status(-1n)], { feePayer: null })).toBeNull();
});
