import { afterAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { readStops } from "@/lib/pricing/catalog/networks-repo";
import { acceptChainNonce } from "@/lib/sending/sends/accept-chain-nonce";
import { enforceNonces } from "@/lib/sending/sends/check-nonces";
import { listSendStops } from "@/lib/sending/sends/stop-sends";

const ADDRESS = `0x${"11".repeat(20)}`;
const OTHER = `0x${"22".repeat(20)}`;
const NETWORK = "eth";

beforeEach(async () => {
  await database().sendStop.deleteMany();
});
afterAll(closeDatabase);

/**
 * The result of one step: what the nodes reported, how many responded, and whether the head is
 * fresh.
 */
async function find(count: bigint, heard: { answered: number; asked: number; isFresh?: boolean; problem?: string }) {
  const { problem, isFresh = true, ...nodes } = heard;
  const problems = new Map(problem === undefined ? [] : [[ADDRESS, problem]]);
  const onChain = new Map([[ADDRESS, { included: count, pending: count, ...nodes }]]);
  await enforceNonces({ networkCode: NETWORK }, await readStops(database(), NETWORK), onChain, problems, isFresh);
}

test("a stop remains while only a lagging node responds or the head is stale, and ends when all nodes responded", async () => {
  await find(9n, { answered: 2, asked: 2, problem: "the chain has 9" });
  await find(4n, { answered: 1, asked: 2 });
  await find(4n, { answered: 2, asked: 2, isFresh: false });
  expect(await listSendStops()).toMatchObject([{ kind: "nonce", address: ADDRESS, chainNonce: 9n }]);
  await find(9n, { answered: 2, asked: 2 });
  expect(await listSendStops()).toEqual([]);
});

test("the operator can accept only the count that the nodes reported, the highest of them", async () => {
  await find(9n, { answered: 2, asked: 2, problem: "the chain has 9" });
  await find(11n, { answered: 2, asked: 2, problem: "the chain has 11" });
  await find(10n, { answered: 1, asked: 2, problem: "the chain has 10" });
  const accept = (nonce: bigint) => acceptChainNonce({ networkCode: NETWORK, address: ADDRESS, nonce, actorId: null });
  for (const wrong of [9n, 10n, 12n, 1_000n]) await expect(accept(wrong)).rejects.toThrow("nodes report 11");
  // Queued sends of another account do not matter.
  await queue(OTHER);
  await accept(11n);
  expect(await listSendStops()).toEqual([]);
  const account = { networkCode_address: { networkCode: NETWORK, address: ADDRESS } };
  expect(await database().sendingAccount.findUnique({ where: account })).toMatchObject({ nextNonce: 11n });
});

test("sends of the account queued before the stop must be ended first", async () => {
  await queue(ADDRESS);
  await find(20n, { answered: 1, asked: 1, problem: "the chain has 20" });
  const order = { networkCode: NETWORK, address: ADDRESS, nonce: 20n, actorId: null };
  await expect(acceptChainNonce(order)).rejects.toThrow("may already be paid");
});

async function queue(fromAddress: string): Promise<void> {
  const createdAt = new Date(Date.now() - 60_000);
  const what = { networkCode: NETWORK, currencyCode: "USDT", amount: "1", toAddress: `0x${"ab".repeat(20)}` };
  const purposeId = crypto.randomUUID();
  await database().send.create({ data: { ...what, purpose: "sweep", purposeId, fromAddress, createdAt } });
}
