import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { merchantWallet, userWallet } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import {
  bookDifferences,
  fundCapital,
  newInvoice,
  newMerchant,
  openGateway,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { give, giveUser, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { type OutsideConnections, openOutsideConnections } from "@/lib/money-out/transfers/testing/outside-connections";
import {
  type Outcome,
  paymentCommand,
  type SignedIn,
  signInPerson,
  transferCommand,
  type WebCommand,
} from "@/lib/money-out/transfers/testing/web-commands";
import { createWebProcesses, type WebProcess, type WebProcesses } from "@/lib/money-out/transfers/testing/web-process";

/**
 * Commands of one transaction each, in a web process that is killed, or whose connections are
 * terminated, during many of them.
 */

const LIMIT_MS = 240_000;
const START = "100000";
const CLIENTS = 8;
/** Below the statement timeout. */
const BLOCKED_WITHIN_MS = 14_000;
const PASSWORD = "a long enough password";

let webs: WebProcesses;
let web: WebProcess;
let payer: Payer;
let person: SignedIn;
let shopId: string;
let outside: OutsideConnections;
let made: WebCommand[] = [];
let number = 0;

beforeAll(async () => {
  await openGateway(60);
  await fundCapital("USDT", "1000000");
  payer = await newPayer();
  await give(payer.merchantId, "USDT", START);
  await giveUser(payer.userId, "USDT", START);
  shopId = await newMerchant({ commission: "0" });
  const { email } = await database().user.findUniqueOrThrow({ where: { id: payer.userId } });
  person = await signInPerson(email, PASSWORD);
  webs = await createWebProcesses();
  web = await webs.start();
  outside = await openOutsideConnections();
}, LIMIT_MS);

afterAll(async () => {
  await outside?.end();
  await webs?.stop();
  await closeDatabase();
});

/**
 * After any kill, every command of the test has completed exactly once by now, and the sums match.
 */
afterEach(async () => {
  for (const command of made) expect(await command.count(), command.name).toBe(1);
  const sum = (direction: string) =>
    made
      .filter(({ name }) => name.startsWith(direction))
      .reduce((total, { name }) => total.plus(name.split(" ")[1] ?? "0"), decimal("0"));
  const paid = decimal("100").times(String(made.filter(({ isRepeatable }) => isRepeatable).length));
  const moved = sum("to-personal").minus(sum("to-business"));
  const holds = async (account: Parameters<typeof findBalance>[0]) => (await findBalance(account)).toFixed();
  expect(await holds(merchantWallet(payer.merchantId, "USDT"))).toBe(decimal(START).minus(moved).toFixed());
  expect(await holds(userWallet(payer.userId, "USDT"))).toBe(decimal(START).plus(moved).minus(paid).toFixed());
  expect(await holds(merchantWallet(shopId, "USDT"))).toBe(paid.toFixed());
  expect(await bookDifferences()).toEqual([]);
});

/** Creates the given number of commands of each kind, mixed. */
async function newCommands(ofEach: number): Promise<WebCommand[]> {
  const commands: WebCommand[] = [];
  for (let left = ofEach; left > 0; left -= 1) {
    number += 1;
    commands.push(transferCommand(payer, "to-personal", `${10 + number}.1`));
    commands.push(transferCommand(payer, "to-business", `${10 + number}.2`));
    commands.push(paymentCommand(await newInvoice(shopId), person));
  }
  made = [...made, ...commands];
  return commands;
}

/** Repeats what did not happen, and every payment, as a payer does who reloads the page. */
async function repeat(commands: readonly WebCommand[]): Promise<void> {
  for (const command of commands) {
    if (!command.isRepeatable && (await command.count()) === 1) continue;
    expect(await command.send(web.url), command.name).toBe("done");
  }
}

/**
 * Runs `strike` while the personal wallet, which each of the commands debits or credits, is locked.
 */
function strikeInTheMiddle(
  commands: readonly WebCommand[],
  strike: (backends: readonly number[]) => Promise<void>,
): Promise<readonly Outcome[]> {
  const text = `SELECT 1 FROM account_balances b JOIN accounts a ON a.id = b.account_id
     WHERE a.kind = 'user' AND a.owner_id = $1 FOR UPDATE OF b`;
  const send = commands.map((command) => () => command.send(web.url));
  const lock = { text, values: [payer.userId] };
  return outside.strikeInTheMiddle({ lock, send, strike, blockedWithinMs: BLOCKED_WITHIN_MS });
}

const counts = (commands: readonly WebCommand[]) => Promise.all(commands.map(({ count }) => count()));

test(
  "a transfer or payment whose connection the database terminates midway has no effect, and succeeds once when repeated",
  async () => {
    const commands = await newCommands(2);
    const outcomes = await strikeInTheMiddle(commands, outside.terminate);
    expect(outcomes).toEqual(commands.map(() => "fault"));
    expect(await counts(commands)).toEqual(commands.map(() => 0));
    await repeat(commands);
  },
  LIMIT_MS,
);

test(
  "a transfer or payment whose web process is killed midway has no effect, and succeeds once in the next process",
  async () => {
    const commands = await newCommands(2);
    const outcomes = await strikeInTheMiddle(commands, () => web.kill());
    expect(outcomes).toEqual(commands.map(() => "cut"));
    expect(await counts(commands)).toEqual(commands.map(() => 0));
    web = await webs.start();
    await repeat(commands);
  },
  LIMIT_MS,
);

test.each([5, 14, 23])(
  "a web process killed after %i of many concurrent responses leaves each transfer and payment complete or not started",
  async (answers) => {
    const commands = await newCommands(12);
    const outcomes = await sendUntilKilled(commands, answers);
    const happened = await counts(commands);
    const cut = outcomes.filter((outcome) => outcome === "cut");
    expect(cut.length).toBeGreaterThan(0);
    for (const [index, outcome] of outcomes.entries()) {
      const allowed = outcome === "done" ? [1] : outcome === "cut" ? [0, 1] : [0];
      expect(allowed, `${commands[index]?.name}: ${outcome}`).toContain(happened[index]);
    }
    web = await webs.start();
    await repeat(commands);
  },
  LIMIT_MS,
);

/**
 * Sends from several clients concurrently; the process is killed after the given number of
 * responses, while clients wait for others.
 */
async function sendUntilKilled(commands: readonly WebCommand[], answers: number): Promise<(Outcome | "unsent")[]> {
  const outcomes: (Outcome | "unsent")[] = commands.map(() => "unsent");
  let [next, answered] = [0, 0];
  let killing: Promise<void> | undefined;
  const client = async () => {
    while (killing === undefined && next < commands.length) {
      const index = next;
      next += 1;
      const outcome = (await commands[index]?.send(web.url)) ?? "unsent";
      outcomes[index] = outcome;
      if (outcome !== "cut") answered += 1;
      if (answered >= answers) killing ??= web.kill();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await killing;
  await outside.untilQuiet();
  return outcomes;
}
