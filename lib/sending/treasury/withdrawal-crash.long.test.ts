import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CrashPoint } from "@/lib/kernel/crash-point";
import { database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { coldCustody, feesEarned, hotCustody, operatorCapital, reserved } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { balanceOnChain } from "@/lib/run/worker/testing/balance-on-chain";
import { expectCleanAudit, sendOf, until, untilAllSent } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";
import { isBroadcastAt, killAtEach, SEND_POINTS, startDoomed } from "@/lib/sending/sends/testing/worker-relay";
import { createWithdrawal } from "@/lib/sending/treasury/create-withdrawal";
import { forwardSurplus } from "@/lib/sending/treasury/forward-surplus";
import type { WithdrawalKind } from "@/lib/sending/treasury/repo";
import { setColdAddress } from "@/lib/sending/treasury/set-cold-address";

/**
 * The operator's money on a real node, with worker processes that are each killed at the next step.
 */

const LIMIT_MS = 300_000;
const COIN = { networkCode: "eth", currencyCode: "USDT" } as const;
const EARNED = decimal("40");
const KEPT = decimal("1000");

let chain: TestChain;
let gateway: TestGateway;
let actorId: string;
let doomed: WorkerProcess;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  gateway = await createTestGateway([chain]);
  doomed = startDoomed(gateway, "send:estimated");
  await gateway.ready();
  const person = { email: "operator@example.com", name: "Operator", passwordHash: "x", isOperator: true };
  actorId = (await database().user.create({ data: person, select: { id: true } })).id;
  const legs = leg(operatorCapital("USDT"), feesEarned("USDT"), EARNED);
  const entry = { kind: "capital.move" as const, reference: randomUUID(), groupId: "test", legs };
  await withTransaction((tx) => postEntry(tx, entry));
}, LIMIT_MS);

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

const freshAddress = () => `0x${randomBytes(20).toString("hex")}`;
const onChain = async (address: string) => (await balanceOnChain(chain, address, "USDT")).toFixed();

/** Kills workers at every step of a transfer to an address, and checks the address each time. */
async function killOnTheWay(address: string, amount: string, first?: WorkerProcess): Promise<void> {
  const between = async (point: CrashPoint) => {
    expect(await onChain(address), point).toBe(isBroadcastAt(point) ? amount : "0");
  };
  await killAtEach(gateway, SEND_POINTS, { between, ...(first && { first }) });
}

const earnings = (commandId: string, address: string) =>
  createWithdrawal({ commandId, kind: "earnings", ...COIN, address, amount: decimal("7"), memo: "", actorId });

async function theOnly(kind: WithdrawalKind) {
  const [row, ...others] = await database().withdrawal.findMany({ where: { kind } });
  if (row === undefined) throw new Error(`no withdrawal of ${kind}`);
  expect(others).toEqual([]);
  expect((await sendOf(row.id)).outgoing).toMatchObject({ status: "settled", version: 1 });
  return row;
}

test(
  "earnings whose worker is killed at every step arrive once, and a repeated order has no effect",
  async () => {
    const [commandId, address] = [randomUUID(), freshAddress()];
    await earnings(commandId, address);
    await killOnTheWay(address, "7", doomed);
    await earnings(commandId, address);
    expect(await theOnly("earnings")).toMatchObject({ id: commandId, status: "paid" });
    expect((await findBalance(feesEarned("USDT"))).toFixed()).toBe(EARNED.minus("7").toFixed());
    expect((await findBalance(reserved("", "USDT"))).isZero()).toBe(true);
    await expectCleanAudit();
  },
  LIMIT_MS,
);

test(
  "the surplus of a hot wallet reaches its cold address once, whatever step its workers are killed at, and is not sent again",
  async () => {
    const address = freshAddress();
    const surplus = (await findBalance(hotCustody("eth", "USDT"))).minus(KEPT);
    await setColdAddress({ ...COIN, address, keepAmount: KEPT, isEnabled: true, actorId }, new Date(0));
    await killOnTheWay(address, surplus.toFixed());
    // Later workers continue with what is ordered then, and with nothing from before.
    gateway.startWorker();
    const [commandId, last] = [randomUUID(), freshAddress()];
    await createWithdrawal({
      commandId,
      kind: "capital",
      ...COIN,
      address: last,
      amount: decimal("3"),
      memo: "",
      actorId,
    });
    await until(async () => expect(await onChain(last)).toBe("3"), LIMIT_MS);
    await untilAllSent(LIMIT_MS);
    await forwardSurplus("eth");
    const { status, address: reached } = await theOnly("cold");
    expect([status, reached.toLowerCase()]).toEqual(["paid", address]);
    expect(await onChain(address)).toBe(surplus.toFixed());
    expect((await findBalance(coldCustody("eth", "USDT"))).toFixed()).toBe(surplus.toFixed());
    expect((await findBalance(hotCustody("eth", "USDT"))).toFixed()).toBe(KEPT.minus("3").toFixed());
    expect(await database().outgoingTransaction.count()).toBe(3);
    await expectCleanAudit();
  },
  LIMIT_MS,
);
