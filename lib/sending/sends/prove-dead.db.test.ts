import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { CoinName, NodeAnswer } from "@/lib/chains/facts";
import type { Confirmability, SentTransfer } from "@/lib/chains/spending";
import { closeDatabase, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { type Origins, recordOrigins } from "@/lib/money-in/deposits/coins-repo";
import { type Outgoing, printSpends } from "@/lib/sending/sends/outgoing";
import { findLife } from "@/lib/sending/sends/prove-dead";

afterAll(closeDatabase);

const NETWORK = { code: "btc", confirmations: 2, isSandbox: false };
const NEVER = AbortSignal.timeout(60_000);
const [FIRST, SECOND] = ["first.example", "second.example"];

/**
 * What a node knows of transactions, and of UTXOs created by old transactions; unnamed transactions
 * are absent, unnamed UTXOs unspent.
 */
type View = { readonly [name: string]: "included" | "pending" | "spent" | "shallow" };
type Spent = { readonly [id: string]: readonly CoinName[] };

const coin = (transactionId: string, index = 0): CoinName => ({ transactionId, index });
/** An output of a transaction with many confirmations on every node. */
const old = (index: number): CoinName => coin("old", index);
const nameOf = ({ transactionId, index }: CoinName) => `${transactionId}:${index}`;

/** Evaluates like a Bitcoin-like node. */
function judge(view: View, { transactionId, spends }: SentTransfer): Confirmability {
  if (view[transactionId] === "included") return { verdict: "included", block, succeeded: true };
  if (view[transactionId] === "pending" || spends.kind !== "coins") return { verdict: "possible" };
  const states = spends.coins.map((one) => view[nameOf(one)]);
  if (states.includes("spent")) return { verdict: "impossible", reason: "spent" };
  const lost = spends.coins.map((one) => one.transactionId).filter((id) => id !== "old" && view[id] === undefined);
  if (lost.length > 0) return { verdict: "unproven", reason: "gone", lost };
  return states.includes("shallow") ? { verdict: "unproven", reason: "not deep" } : { verdict: "possible" };
}

const block = { height: 9, hash: "h", parentHash: "p", time: new Date(0) };

function nodes(views: Readonly<Record<string, View>>, questions: string[] = []) {
  return {
    witnesses: Object.keys(views).length,
    async canStillConfirmByEach(transfer: SentTransfer): Promise<readonly NodeAnswer<Confirmability>[]> {
      questions.push(transfer.transactionId);
      return Object.entries(views).map(([node, view]) => ({
        node,
        head: block,
        answer: judge(view, transfer),
        error: null,
      }));
    },
  };
}

function outgoing(transactionId: string, coins: readonly CoinName[]): Outgoing {
  const full = coins.map((one) => ({ ...one, units: 1n, address: "ours" }));
  const version = {
    ...{ version: 1, transactionId, raw: new Uint8Array(), spends: printSpends({ kind: "coins", coins: full }) },
    ...{ feeTerms: "", feePriority: "recommended" as const, feeExpected: decimal("0"), feeMax: decimal("0") },
    signedAt: new Date(0),
  };
  return { id: "o", nonce: null, fromAddress: "hot", version: 1, versions: [version] } as unknown as Outgoing;
}

let counted = 0;
/** Uses distinct ids for each scene, because recorded origins remain. */
async function scene(spent: Spent, unknown: readonly string[] = []) {
  counted += 1;
  const own = (text: string) => text.replace(/\bt(\d+)/g, `t$1-${counted}`);
  const renamed = ([id, coins]: [string, readonly CoinName[]]) =>
    [own(id), coins.map(({ transactionId, index }) => coin(own(transactionId), index))] as const;
  const origins: Origins = new Map(
    Object.entries(spent)
      .filter(([id]) => !unknown.includes(id))
      .map(renamed),
  );
  await withTransaction((tx) => recordOrigins(tx, NETWORK.code, origins));
  const seen = (view: View): View => Object.fromEntries(Object.entries(view).map(([name, is]) => [own(name), is]));
  return {
    async lifeOf(coins: readonly CoinName[], views: Readonly<Record<string, View>>, questions: string[] = []) {
      const driver = nodes(
        Object.fromEntries(Object.entries(views).map(([node, view]) => [node, seen(view)])),
        questions,
      );
      const ours = outgoing("ours", renamed(["ours", coins])[1]);
      return findLife(driver, NETWORK, ours, { isOperators: false }, NEVER);
    },
  };
}

const DOUBLE_SPENT: View = { "old:1": "spent" };
const both = (view: View) => ({ [FIRST]: view, [SECOND]: view });

test("a transaction with an ancestor whose UTXO another transaction took is dead when two hosts attest it, at any depth", async () => {
  const { lifeOf } = await scene({ t1: [old(1)], t2: [coin("t1")], t3: [old(2), coin("t2", 1)] });
  expect(await lifeOf([old(3), coin("t3")], both(DOUBLE_SPENT))).toBeNull();
});

test.each<[string, Readonly<Record<string, View>>]>([
  ["the conflicting transaction has too few confirmations", both({ "old:1": "shallow" })],
  [
    "the conflicting transaction has too few confirmations on one node",
    { [FIRST]: DOUBLE_SPENT, [SECOND]: { "old:1": "shallow" } },
  ],
  ["one node reports its ancestor as pending", { [FIRST]: DOUBLE_SPENT, [SECOND]: { ...DOUBLE_SPENT, t1: "pending" } }],
  ["a reorganisation has included its ancestor again", { [FIRST]: { t1: "included" }, [SECOND]: { t1: "included" } }],
  ["one node reports its ancestor in a block", { [FIRST]: DOUBLE_SPENT, [SECOND]: { t1: "included" } }],
  ["the UTXO of its ancestor is unspent", both({})],
  ["only one host attests it", { [FIRST]: DOUBLE_SPENT }],
  ["two ports of one host attest it", { "first.example:1": DOUBLE_SPENT, "first.example:2": DOUBLE_SPENT }],
])("a transaction is not dead while %s", async (_, views) => {
  const { lifeOf } = await scene({ t1: [old(1)], t2: [coin("t1")] });
  expect(await lifeOf([coin("t2")], views)).toMatch(/^ours is /);
});

test("a node that names an unrelated transaction, or misses one whose inputs are unknown, proves nothing", async () => {
  const { lifeOf } = await scene({ t1: [old(1)], t2: [coin("t1")] }, ["t2"]);
  expect(await lifeOf([coin("t2")], both(DOUBLE_SPENT))).toContain("nobody knows what t2");
  const nodeAnswer = { verdict: "unproven", reason: "gone", lost: ["t1"] } as const;
  const liars = [FIRST, SECOND].map((node) => ({ node, head: block, answer: nodeAnswer, error: null }));
  const driver = { witnesses: 2, canStillConfirmByEach: async () => liars };
  const life = await findLife(driver, NETWORK, outgoing("ours", [old(3)]), { isOperators: false }, NEVER);
  expect(life).toContain("miss what made none of its coins");
});

test("the number of queries is limited, however many transactions are missing", async () => {
  const wide: Spent = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`t${at}`, [old(at)]]));
  const questions: string[] = [];
  const { lifeOf } = await scene(wide);
  const coins = Object.keys(wide).map((id) => coin(id));
  expect(await lifeOf(coins, both({ "old:0": "shallow", "old:199": "spent" }), questions)).not.toBeNull();
  expect(questions.length).toBeLessThanOrEqual(51);
  const long: Spent = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`t${at}`, [at === 0 ? old(1) : coin(`t${at - 1}`)]]),
  );
  const deep = await scene(long);
  expect(await deep.lifeOf([coin("t59")], both(DOUBLE_SPENT))).toContain("too much");
});

/**
 * Up to seven transactions, each spending outputs of older ones; and what each node knows of them.
 */
const worlds = fc.record({
  parents: fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 7,
  }),
  views: fc.tuple(
    ...[0, 1].map(() =>
      fc.dictionary(
        fc.integer({ min: 0, max: 9 }).map(String),
        fc.constantFrom<View[string][]>("included", "pending", "spent", "shallow"),
      ),
    ),
  ),
});

test("whatever is missing, only a transaction with a dead ancestor on every node is proven dead, and each one if the nodes agree", async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fc.boolean(), async ({ parents, views }, isOneWord) => {
      const spent: Spent = Object.fromEntries(
        parents.map((of, at) => [`t${at}`, of.map((number) => (number < at ? coin(`t${number}`) : old(number)))]),
      );
      const last = `t${parents.length - 1}`;
      const toView = (told: Readonly<Record<string, View[string]>>): View => {
        const states = Object.entries(told).map(([number, is]) => {
          const isCoin = is === "spent" || is === "shallow";
          return [isCoin ? `old:${number}` : `t${number}`, is] as const;
        });
        return Object.fromEntries(states);
      };
      const [one, two] = views.map(toView) as [View, View];
      const other = isOneWord ? one : two;
      const { lifeOf } = await scene(spent);
      const life = await lifeOf([coin(last)], { [FIRST]: one, [SECOND]: other });
      const isDeadBy = (view: View) => isDead(view, spent, last);
      if (life === null) expect([isDeadBy(one), isDeadBy(other)]).toEqual([true, true]);
      if (isOneWord) expect(life === null).toBe(isDeadBy(one));
    }),
    { numRuns: 150 },
  );
});

/**
 * By one node's view: it is unknown, and one of its inputs is spent with enough confirmations, or
 * was created by a dead transaction.
 */
function isDead(view: View, spent: Spent, id: string): boolean {
  if (view[id] !== undefined) return false;
  return (spent[id] ?? []).some((one) => {
    return one.transactionId === "old" ? view[nameOf(one)] === "spent" : isDead(view, spent, one.transactionId);
  });
}
