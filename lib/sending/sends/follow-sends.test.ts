import { expect, test } from "vitest";
import type { NodeAnswer, TransactionStatus } from "@/lib/chains/driver";
import { evaluateQuorum, type IncludedStatus } from "@/lib/sending/sends/follow-sends";

const DEEP = 102;

const block = (hash: string, height = 100) => ({ height, hash, parentHash: "0x", time: new Date(0) });
const included = (succeeded: boolean, hash = "0xours"): IncludedStatus => {
  return { state: "included", block: block(hash), succeeded, feeUnits: 1n };
};
const nodeAnswer = (node: string, answer: TransactionStatus | null, head = DEEP): NodeAnswer<TransactionStatus> => {
  return { node, head: answer === null ? null : block("0xhead", head), answer, error: null };
};
const evaluate = (said: IncludedStatus, ...nodeAnswers: NodeAnswer<TransactionStatus>[]) =>
  evaluateQuorum(nodeAnswers, said, DEEP, 2);

test.each([true, false])("two hosts with equal responses form a quorum, whether it succeeded (%s)", (succeeded) => {
  const said = included(succeeded);
  expect(evaluate(said, nodeAnswer("a", said), nodeAnswer("b", said))).toEqual({ kind: "agreed" });
});

test("two nodes of one host count as one witness, and an unresponsive one as none", () => {
  const said = included(true);
  expect(evaluate(said, nodeAnswer("a:1", said), nodeAnswer("a:2", said))).toEqual({
    kind: "missing",
    witnesses: 1,
    isSilent: false,
  });
  expect(evaluate(said, nodeAnswer("a", said), nodeAnswer("b", null))).toEqual({
    kind: "missing",
    witnesses: 1,
    isSilent: true,
  });
});

test("a node a block behind can attest a success but not a failure", () => {
  const [arrived, failed] = [included(true), included(false)];
  expect(evaluate(arrived, nodeAnswer("a", arrived), nodeAnswer("b", arrived, DEEP - 1)).kind).toBe("agreed");
  expect(evaluate(failed, nodeAnswer("a", failed), nodeAnswer("b", failed, DEEP - 1)).kind).toBe("missing");
});

test.each<[string, TransactionStatus]>([
  ["does not know the transaction", { state: "absent" }],
  ["reports the transaction as pending", { state: "pending" }],
  ["reports the transaction in another block", included(true, "0xfork")],
])("a node that is as far and %s contradicts; one that is behind does not", (_, answer) => {
  const said = included(true);
  const contradicted = evaluate(said, nodeAnswer("a", said), nodeAnswer("b", said), nodeAnswer("c", answer));
  expect(contradicted).toEqual({ kind: "contradicted", says: expect.stringMatching(/^c says that it /) });
  expect(evaluate(said, nodeAnswer("a", said), nodeAnswer("b", answer, DEEP - 1))).toMatchObject({
    kind: "missing",
    witnesses: 1,
  });
});

test("a different outcome in the same block contradicts, however far that node is", () => {
  const said = included(true);
  expect(evaluate(said, nodeAnswer("a", said), nodeAnswer("b", included(false), DEEP - 1)).kind).toBe("contradicted");
  expect(evaluate(included(false), nodeAnswer("a", included(false)), nodeAnswer("b", said, DEEP - 1)).kind).toBe(
    "contradicted",
  );
});
