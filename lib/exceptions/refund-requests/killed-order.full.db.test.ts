import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type OrderCommand, type Outcome, orderCommand } from "@/lib/exceptions/refund-requests/testing/order-commands";
import { startOrderProcess } from "@/lib/exceptions/refund-requests/testing/order-process";
import { openRequests, requestNow } from "@/lib/exceptions/refund-requests/testing/request-rig";
import { closeDatabase } from "@/lib/kernel/db";
import { bookDifferences } from "@/lib/money-in/invoices/testing/gateway-rig";
import { type OutsideConnections, openOutsideConnections } from "@/lib/money-out/transfers/testing/outside-connections";
import type { WebProcess } from "@/lib/money-out/transfers/testing/web-process";

/**
 * Refunds of payers' requests, created by a user or by the policy in a process that is killed, or
 * whose connections are terminated, midway.
 */

const LIMIT_MS = 240_000;
const BLOCKED_WITHIN_MS = 60_000;

let orders: WebProcess;
let outside: OutsideConnections;

beforeAll(async () => {
  await openRequests();
  orders = await startWarm();
  outside = await openOutsideConnections();
}, LIMIT_MS);

afterEach(async () => {
  expect(await bookDifferences()).toEqual([]);
});

afterAll(async () => {
  await outside?.end();
  await orders?.kill();
  await closeDatabase();
});

/**
 * Starts a process and creates one refund with it, so that loading code does not use up the time a
 * statement may wait for a lock.
 */
async function startWarm(): Promise<WebProcess> {
  const [started, first] = [await startOrderProcess(), await orderCommand("payment", "approve")];
  expect(await first.send(started.url)).toBe("done");
  return started;
}

async function newCommands(ofEach: number): Promise<OrderCommand[]> {
  const commands: OrderCommand[] = [];
  for (let left = ofEach; left > 0; left -= 1)
    for (const of of ["payment", "case"] as const)
      for (const how of ["approve", "automatic"] as const) commands.push(await orderCommand(of, how));
  return commands;
}

/**
 * Runs `strike` while the accounts that the refunds debit are locked: each refund blocks after its
 * row is written.
 */
function strikeInTheMiddle(
  commands: readonly OrderCommand[],
  strike: (backends: readonly number[]) => Promise<void>,
): Promise<readonly Outcome[]> {
  const text =
    "SELECT 1 FROM account_balances b JOIN accounts a ON a.id = b.account_id WHERE a.kind IN ('merchant', 'held') FOR UPDATE OF b";
  const send = commands.map((command) => () => command.send(orders.url));
  return outside.strikeInTheMiddle({ lock: { text }, send, strike, blockedWithinMs: BLOCKED_WITHIN_MS });
}

const counts = (commands: readonly OrderCommand[]) => Promise.all(commands.map(({ count }) => count()));

/**
 * Expects that no refund was created and each request still waits, then creates each once by
 * repeated calls.
 */
async function expectPressedAgain(commands: readonly OrderCommand[]): Promise<void> {
  expect(await counts(commands)).toEqual(commands.map(() => 0));
  for (const { requestId } of commands)
    expect(await requestNow(requestId)).toMatchObject({ status: "confirmed", refundId: null, failure: null });
  await pressAgain(commands);
}

async function pressAgain(commands: readonly OrderCommand[]): Promise<void> {
  for (const command of commands) {
    const isDone = (await command.count()) === 1;
    const outcome = await command.send(orders.url);
    // The job runs again and finds nothing to do; a user is told that the request was already
    // decided.
    expect(outcome, command.name).toBe(isDone && command.name.startsWith("approve") ? "refused" : "done");
    await command.send(orders.url);
    expect(await command.count(), command.name).toBe(1);
  }
}

test(
  "an order whose connection the database terminates midway has no effect, and succeeds once when repeated",
  async () => {
    const commands = await newCommands(1);
    const outcomes = await strikeInTheMiddle(commands, outside.terminate);
    expect(outcomes).toEqual(commands.map(() => "fault"));
    await expectPressedAgain(commands);
  },
  LIMIT_MS,
);

test(
  "an order whose process is killed midway has no effect, and succeeds once in the next process",
  async () => {
    const commands = await newCommands(1);
    const outcomes = await strikeInTheMiddle(commands, () => orders.kill());
    expect(outcomes).toEqual(commands.map(() => "cut"));
    orders = await startWarm();
    await expectPressedAgain(commands);
  },
  LIMIT_MS,
);

test.each([2, 7])(
  "a process killed after %i of many concurrent responses leaves each order complete or not started",
  async (answers) => {
    const commands = await newCommands(3);
    const heldUp = commands.slice(-2);
    let answered = 0;
    let killing: Promise<void> | undefined;
    const sendAll = () =>
      Promise.all(
        commands.map(async ({ send }) => {
          const outcome = await send(orders.url);
          if (outcome !== "cut") answered += 1;
          if (answered >= answers) killing ??= orders.kill();
          return outcome;
        }),
      );
    // These cannot complete before the process dies, however long the kill takes.
    const outcomes = await outside.whileLocked(
      {
        text: "SELECT 1 FROM refund_requests WHERE id = ANY($1::uuid[]) FOR UPDATE",
        values: [`{${heldUp.map(({ requestId }) => requestId).join()}}`],
      },
      sendAll,
    );
    await killing;
    await outside.untilQuiet();
    expect(outcomes.slice(-heldUp.length)).toEqual(heldUp.map(() => "cut"));
    const happened = await counts(commands);
    for (const [index, outcome] of outcomes.entries()) {
      const allowed = outcome === "done" ? [1] : outcome === "cut" ? [0, 1] : [0];
      expect(allowed, `${commands[index]?.name}: ${outcome}`).toContain(happened[index]);
    }
    orders = await startWarm();
    await pressAgain(commands);
  },
  LIMIT_MS,
);
