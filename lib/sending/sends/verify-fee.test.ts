import { expect, test } from "vitest";
import type { ChainDriver, NodeAnswer, TransactionStatus } from "@/lib/chains/driver";
import { decimal } from "@/lib/kernel/money/decimal";
import type { Found } from "@/lib/sending/sends/follow-sends";
import { verifyFee } from "@/lib/sending/sends/verify-fee";

/** May cost 0.5 and 0.2 is expected: 0.3 is to come back. */
const GIVEN_BACK = 30n;
const HOSTS = ["a.example", "b.example"];
const BLOCK = { height: 100, hash: "0x100", parentHash: "0x", time: new Date() };

const status = (feeUnits: bigint, succeeded = true) =>
  ({ state: "included", block: BLOCK, succeeded, feeUnits }) as const;
const SILENT = null;

/** What is believed of what the first of these says. */
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

test("what was to come back is believed of one node, and more of it when two say the same", async () => {
  expect(await believed([status(-GIVEN_BACK), SILENT])).toBe("-0.3");
  const more = status(-GIVEN_BACK - 1_000n);
  expect(await believed([more, more])).toBe("-10.3");
  expect(await believed([more, status(-GIVEN_BACK)])).toBeNull();
  expect(await believed([more, SILENT])).toBeNull();
});

test("a node that is all there is is believed twice what was to come back, and nothing beyond", async () => {
  expect(await believed([status(-2n * GIVEN_BACK)])).toBe("-0.6");
  expect(await believed([status(-2n * GIVEN_BACK - 1n)])).toBeNull();
  expect(await believed([status(-2n * GIVEN_BACK - 1n)], { isSandbox: true })).toBe("-0.61");
});

test("nothing comes back of what failed, or to an address that pays for itself, whoever says so", async () => {
  const failed = status(-1n, false);
  expect(await believed([failed, failed])).toBeNull();
  expect(await believed([status(-1n), status(-1n)], { feePayer: null })).toBeNull();
});
