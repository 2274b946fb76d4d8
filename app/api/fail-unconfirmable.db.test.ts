import { randomBytes, randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { operationHandler } from "@/app/api/testing/router-operations";
import type { ChainDriver, NodeAnswer } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import type { Confirmability } from "@/lib/chains/spending";
import { SESSION_CLAIM, sessionCookieName } from "@/lib/fronts/dashboard/cookies";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { env, requiredSetting } from "@/lib/kernel/env";
import { decimal } from "@/lib/kernel/money/decimal";
import { inFlightCustody } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { bookDifferences, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { payoutSends } from "@/lib/money-out/payouts/payout-sends";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { createUser } from "@/lib/people/identity/complete-setup";
import { signIn } from "@/lib/people/identity/sign-in";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { connectSendOwners } from "@/lib/run/worker/registry";
import { failUnconfirmableSendJob } from "@/lib/sending/sends/jobs";
import { foundIn, settleFound, simulateReplaced } from "@/lib/sending/sends/testing/simulated-chain";
import { simulateSigned } from "@/lib/sending/sweeps/testing/simulated-sends";

/**
 * Failing a transaction that can never confirm: who may request it, what is refused, what the nodes
 * must prove, and the result.
 */

const PASSWORD = "a long enough password";

/** The responses of the mocked nodes. */
const nodes = vi.hoisted(() => ({
  answered: 2,
  verdictOf: (_id: string): unknown => ({ verdict: "impossible", reason: "spent" }),
  asked: 0,
  /** Number of calls each driver needs until all blocks are searched. */
  parts: 0,
}));

vi.mock("@/lib/chains/registry/create-driver", async (original) => ({
  ...(await original<object>()),
  createDriver: async (): Promise<Partial<ChainDriver>> => {
    let searched = 0;
    return {
      witnesses: 2,
      async findMalleatedByEach() {
        searched += nodes.parts > 0 ? 1 : 0;
        const isDone = searched >= nodes.parts;
        const answer = isDone ? { kind: "none" as const } : { kind: "unfinished" as const, reason: "many blocks" };
        return ["one.example", "two.example"].map((node) => ({ node, head: null, answer, error: null }));
      },
      async canStillConfirmByEach({ transactionId }) {
        nodes.asked += 1;
        const nodeAnswers: NodeAnswer<Confirmability>[] = [];
        for (const [index, node] of ["one.example", "two.example"].entries()) {
          const answer = index < nodes.answered ? ((await nodes.verdictOf(transactionId)) as Confirmability) : null;
          nodeAnswers.push({ node, head: null, answer, error: answer === null ? "silent" : null });
        }
        return nodeAnswers;
      },
    };
  },
}));
afterAll(() => vi.doUnmock("@/lib/chains/registry/create-driver"));

const IMPOSSIBLE = { verdict: "impossible", reason: "spent" };
const cookies = new Map<string, string>();
let operatorId: string;

async function signInAs(email: string): Promise<string> {
  const opened = await signIn({ email, password: PASSWORD, ip: "192.0.2.1", userAgent: null }, new Date());
  const value = await encode({ token: { [SESSION_CLAIM]: opened?.sessionId }, secret: requiredSetting("AUTH_SECRET") });
  return `${sessionCookieName()}=${value}`;
}

beforeAll(async () => {
  await openGateway(3);
  connectSendOwners();
  await fundHot("bsc", "USDT", "100000");
  await fundHot("bsc", "BNB", "100");
  const create = (name: string, isOperator: boolean) =>
    withTransaction((tx) => createUser(tx, { email: `${name}@example.com`, name, password: PASSWORD, isOperator }));
  await create("owner", false);
  operatorId = (await create("operator", true)).id;
  for (const name of ["owner", "operator"]) cookies.set(name, await signInAs(`${name}@example.com`));
  // Real networks require a second factor.
  await database().session.updateMany({ data: { secondFactorAt: new Date() } });
  Object.assign(env().nodeUrls, { bsc: ["http://127.0.0.1:1", "http://127.0.0.1:2"] });
});
beforeEach(() => {
  Object.assign(nodes, { answered: 2, verdictOf: () => IMPOSSIBLE, asked: 0, parts: 0 });
});
afterAll(closeDatabase);

const failUnconfirmable = operationHandler("operator.sends.failUnconfirmable");

async function ask(sendId: string, options: { as?: string; origin?: string } = {}) {
  const headers = { host: "127.0.0.1:3000", cookie: cookies.get(options.as ?? "operator") ?? "" };
  const request = new Request("http://127.0.0.1:3000/api/rpc/operator.sends.failUnconfirmable", {
    method: "POST",
    headers: { ...headers, origin: options.origin ?? env().BASE_URL },
    body: JSON.stringify({ id: sendId }),
  });
  const response = await failUnconfirmable(request);
  const { error } = (await response.json()) as { error?: { code: string; message: string } };
  return { status: response.status, code: error?.code, message: error?.message };
}

/** Creates a payout of 3 USDT; with `signed`, its transaction is signed. */
async function payout(how: "queued" | "signed" = "signed") {
  const { merchantId } = await newPayer({ USDT: "1000" });
  const fields = { amount: "3", currency: "USDT", network: "bsc", address: EVM_ADDRESS, is_subtract: false };
  const input = createPayoutInput.parse({ ...fields, order_id: randomUUID() });
  const { id: purposeId } = await createPayout(await getMerchant(merchantId), input);
  const simulated = { purpose: "payout", owner: payoutSends, purposeId, native: "BNB" } as const;
  if (how === "signed") await simulateSigned(simulated, decimal("0.01"));
  const row = () => database().send.findFirstOrThrow({ where: { purposeId } });
  const { id: sendId, outgoingId } = await row();
  const status = async () => (await database().payout.findUniqueOrThrow({ where: { id: purposeId } })).status;
  return { merchantId, sendId, outgoingId: outgoingId ?? "", row, status };
}

/** The audit log entries about a transaction: who, what, why. */
async function trail(target: string) {
  const rows = await database().auditEvent.findMany({ where: { target }, orderBy: { id: "asc" } });
  return rows.map(({ actorId, action, detail }) => ({ actorId, action, detail }));
}

async function countJobs(outgoingId: string): Promise<number> {
  const rows = await database().$queryRaw<object[]>`
    SELECT 1 FROM graphile_worker.jobs WHERE key = ${`end-dead-send:${outgoingId}`}`;
  return rows.length;
}

const runJob = (outgoingId: string, more: object = {}) =>
  failUnconfirmableSendJob.run({ ...more, outgoingId, actorId: operatorId }, { signal: AbortSignal.timeout(30_000) });

test("only an operator, from our own page, can request it", async () => {
  const { sendId, outgoingId } = await payout();
  expect((await ask(sendId, { as: "nobody" })).status).toBe(401);
  expect((await ask(sendId, { as: "owner" })).status).toBe(403);
  expect((await ask(sendId, { origin: "https://elsewhere.example" })).status).toBe(403);
  expect([await trail(outgoingId), await countJobs(outgoingId)]).toEqual([[], 0]);
});

test("an unknown, unsigned or already ended send is refused with a message, and nothing is queued", async () => {
  expect((await ask("no-uuid")).status).toBe(422);
  expect(await ask(randomUUID())).toMatchObject({ status: 404, message: "Transaction not found" });
  const queued = await payout("queued");
  expect(await ask(queued.sendId)).toMatchObject({ status: 404, message: "Transaction not found" });
  expect(await queued.row()).toMatchObject({ status: "queued" });

  const settled = await payout();
  const block = { height: 900, hash: "0x0900", cost: decimal("0.004") };
  await settleFound(await foundIn(settled.outgoingId, block));
  const dead = await payout();
  await runJob(dead.outgoingId);
  for (const { sendId, outgoingId } of [settled, dead]) {
    const before = await trail(outgoingId);
    expect(await ask(sendId)).toMatchObject({ status: 422, code: "refused", message: "It has already ended" });
    expect([await trail(outgoingId), await countJobs(outgoingId)]).toEqual([before, 0]);
  }
});

test("repeated requests queue one job, record who requested it in the audit log, and change nothing else yet", async () => {
  const { sendId, outgoingId, row } = await payout();
  for (let time = 1; time <= 2; time += 1) expect(await ask(sendId)).toMatchObject({ status: 200 });
  expect(await countJobs(outgoingId)).toBe(1);
  const asked = { actorId: operatorId, action: "send.end-dead-request", detail: { networkCode: "bsc" } };
  expect(await trail(outgoingId)).toEqual([asked, asked]);
  expect(await row()).toMatchObject({ status: "sending" });
  expect(nodes.asked).toBe(0);
});

test.each([
  ["only one of the two nodes responds", { answered: 1 }, "is dead according to only 1 of the 2 required nodes"],
  ["its nonce is unused", { verdictOf: () => ({ verdict: "possible" }) }, "possible"],
  [
    "the conflicting transaction has too few confirmations",
    { verdictOf: () => ({ verdict: "unproven", reason: "not deep enough" }) },
    "unproven",
  ],
  ["it is in a block", { verdictOf: () => ({ verdict: "included", succeeded: true }) }, "included"],
])("while %s it is not ended, no money moves, and the audit trail says why", async (_what, said, reason) => {
  const { merchantId, outgoingId, row, status } = await payout();
  const before = [await row(), await status(), await walletOf(merchantId)];
  Object.assign(nodes, said);
  await runJob(outgoingId);
  expect([await row(), await status(), await walletOf(merchantId)]).toEqual(before);
  const detail = { reason: expect.stringContaining(reason) };
  expect(await trail(outgoingId)).toEqual([{ actorId: operatorId, action: "send.end-dead-refused", detail }]);
  expect(await bookDifferences()).toEqual([]);
});

test("each version has to be dead: one replacement that may confirm keeps it alive", async () => {
  const { outgoingId, row } = await payout();
  const second = `0x${randomBytes(32).toString("hex")}`;
  await simulateReplaced(outgoingId, second);
  nodes.verdictOf = (id) => (id === second ? { verdict: "possible" } : IMPOSSIBLE);
  await runJob(outgoingId);
  expect(nodes.asked).toBe(2);
  expect(await row()).toMatchObject({ status: "sending" });
  expect(await trail(outgoingId)).toMatchObject([{ detail: { reason: `${second} is possible, says one.example` } }]);
});

test("a long search for a malleated transaction id continues over several jobs and decides nothing before its end", async () => {
  const { outgoingId, row } = await payout();
  nodes.parts = 3;
  for (let part = 1; part < nodes.parts; part += 1) {
    await runJob(outgoingId);
    expect([await countJobs(outgoingId), await trail(outgoingId)]).toEqual([1, []]);
    expect(await row()).toMatchObject({ status: "sending" });
  }
  await runJob(outgoingId);
  expect(await row()).toMatchObject({ status: "failed" });
});

test("a replacement signed while the nodes are queried keeps it alive", async () => {
  const { outgoingId, row } = await payout();
  nodes.verdictOf = async () => {
    await simulateReplaced(outgoingId, `0x${randomBytes(32).toString("hex")}`);
    return IMPOSSIBLE;
  };
  await runJob(outgoingId);
  expect(await row()).toMatchObject({ status: "sending" });
  expect(await trail(outgoingId)).toMatchObject([{ detail: { reason: "it changed meanwhile" } }]);
});

test("unreachable nodes are retried later: the job fails and nothing is written", async () => {
  const { outgoingId, row } = await payout();
  nodes.answered = 0;
  await expect(runJob(outgoingId)).rejects.toThrow(ChainUnavailableError);
  expect([await row(), await trail(outgoingId)]).toMatchObject([{ status: "sending" }, []]);
});

test("queries the nodes of the transaction's own network, whatever the job payload says", async () => {
  const { outgoingId, row } = await payout();
  await runJob(outgoingId, { networkCode: "polygon" });
  expect(await row()).toMatchObject({ status: "failed" });
});

test("a worker without a node of the network records that in the audit log", async () => {
  const { outgoingId, row } = await payout();
  const { nodeUrls } = env();
  const { bsc } = nodeUrls;
  Reflect.deleteProperty(nodeUrls, "bsc");
  await runJob(outgoingId);
  Object.assign(nodeUrls, { bsc });
  expect(await row()).toMatchObject({ status: "sending" });
  expect(await trail(outgoingId)).toMatchObject([{ detail: { reason: "no node of bsc is configured" } }]);
});

test("once proven dead it fails once: amount and fee are returned, the merchant's balance is whole, and the audit log records who ended it", async () => {
  const { merchantId, sendId, outgoingId, row, status } = await payout();
  await ask(sendId);
  await runJob(outgoingId);
  expect(await row()).toMatchObject({ status: "failed", failure: expect.stringContaining("used its nonce") });
  expect(await status()).toBe("system_fail");
  expect(await walletOf(merchantId)).toBe("1000");
  const outgoing = await database().outgoingTransaction.findUniqueOrThrow({ where: { id: outgoingId } });
  expect(outgoing).toMatchObject({ status: "failed", blockHeight: null });
  expect(outgoing.feePaid?.toFixed()).toBe("0");
  // A second run of the job, as after a retry, has nothing left to end.
  await runJob(outgoingId);
  const detail = expect.objectContaining({ purpose: "payout" });
  expect(await trail(outgoingId)).toEqual([
    { actorId: operatorId, action: "send.end-dead-request", detail: { networkCode: "bsc" } },
    { actorId: operatorId, action: "send.end-dead", detail },
  ]);
  expect(await walletOf(merchantId)).toBe("1000");
  const alive = await database().send.findMany({ where: { status: "sending" } });
  const inFlight = alive.reduce((sum, { amount }) => sum.plus(amount.toFixed()), decimal("0"));
  expect((await findBalance(inFlightCustody("bsc", "USDT"))).toFixed()).toBe(inFlight.toFixed());
  expect(await bookDifferences()).toEqual([]);
});
