import { Address, beginCell, type Cell, external, internal, SendMode, storeMessage } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import { WalletContractV5R1 } from "@ton/ton";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NATIVE } from "@/lib/chains/contract/rig";
import { never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { Asset } from "@/lib/chains/facts";
import { readBalanceAt } from "@/lib/chains/ton/accounts";
import { encodeComment } from "@/lib/chains/ton/bodies";
import { sameAccountText } from "@/lib/chains/ton/config";
import { startTonSandbox, type TonSandbox } from "@/lib/chains/ton/testing/sandbox-node";
import { createTonKeys } from "@/lib/chains/ton/testing/ton-keys";
import { driverAt, fund } from "@/lib/chains/ton/testing/ton-rig";
import { createTonNode, type TonNode } from "@/lib/chains/ton/ton-node";

const LIMIT_MS = 240_000;
const TON = 1_000_000_000n;
/**
 * Each message takes its own block: the excess of a token transfer arrives several blocks later.
 */
const CHAIN_BLOCKS = 8;
const SHORT_BLOCKS = 3;
const RUNS = 4;
/** Three years. */
const SECONDS_MAX = 94_000_000;
const MONTH_SECONDS = 2_600_000;
const EXCESSES = 0xd53276db;

const keys = createTonKeys();
const payer = keyPairFromSeed(Buffer.alloc(32, 11));
const wallet = WalletContractV5R1.create({ publicKey: payer.publicKey });
let sandbox: TonSandbox;
let driver: ChainDriver;
let token: Asset & { readonly kind: "token" };
let sequence = 0;

beforeAll(async () => {
  sandbox = await startTonSandbox({ spread: true });
  token = { kind: "token", contract: await sandbox.token({ symbol: "TUSD", name: "Test dollar", decimals: 6 }) };
  // A token that is not configured is identified only a few times per minute.
  driver = driverAt(sandbox.url, true, [token.contract]);
  await sandbox.mine(1);
  await fund(sandbox, wallet.address.toString({ bounceable: false }), [{ asset: NATIVE, units: 100_000n * TON }]);
  await sandbox.mine(SHORT_BLOCKS);
  // Rent for all the years to come: a master that owes rent is frozen, and then its token wallets
  // cannot be distinguished from fakes.
  await say(token.contract, 1_000n * TON, encodeComment(null));
}, LIMIT_MS);
afterAll(() => sandbox.stop());

/** Sends an arbitrary message from a third party's wallet to an account. */
async function say(to: string, value: bigint, body: Cell, bounce = false): Promise<void> {
  const transfer = wallet.createTransfer({
    seqno: sequence,
    secretKey: payer.secretKey,
    sendMode: SendMode.PAY_GAS_SEPARATELY,
    messages: [internal({ to: Address.parse(to), value, bounce, body })],
    timeout: 0xffff_fff0,
  });
  const init = sequence === 0 ? { init: wallet.init } : {};
  const message = external({ to: wallet.address, body: transfer, ...init });
  const boc = beginCell().store(storeMessage(message)).endCell().toBoc().toString("base64");
  await createTonNode(sandbox.url, 5_000).post("/api/v3/message", { boc }, never());
  sequence += 1;
  await sandbox.mine(SHORT_BLOCKS);
}

const excessOf = (number: number) => beginCell().storeUint(EXCESSES, 32).storeUint(number, 64).endCell();
const held = (address: string) => driver.balanceOf(address, NATIVE, null, never());

type Sent = { readonly from: string; readonly transactionId: string; readonly units: bigint };

/**
 * Sends from one of our accounts; returns null where it cannot cover the maximum cost. Sending
 * tokens that it does not have fails on chain.
 */
async function send(from: string, to: string, asset: Asset, units: bigint): Promise<Sent | null> {
  const request = {
    source: { kind: "expiring" as const, address: from },
    outputs: [{ to: { address: to, memo: null }, asset, units }],
  };
  const fee = await driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
  const native = asset.kind === "native" ? units : 0n;
  if ((await held(from)) < native + fee.maximumUnits) return null;
  const unsigned = await driver.prepareTransfer(request, fee, never());
  const signed = await driver.assemble(unsigned, unsigned.signingRequests.map(keys.sign));
  await driver.broadcast(signed, never());
  await sandbox.mine(CHAIN_BLOCKS);
  return { from, transactionId: signed.transactionId, units: native };
}

/**
 * Returns the account's ledger balance: incoming transfers, minus receive costs, minus its own
 * sends with their fees.
 */
async function booked(address: string, fromHeight: number, sent: readonly Sent[]): Promise<bigint> {
  const { transfers, costs = [] } = await scanFrom(driver, fromHeight, [{ address, memo: null }]);
  let sum = 0n;
  for (const { asset, units, to } of transfers) if (asset.kind === "native" && to.address === address) sum += units;
  for (const cost of costs) sum -= cost.units;
  for (const own of sent.filter(({ from }) => from === address)) {
    const status = await driver.transactionStatus(own.transactionId, never());
    if (status.state !== "included" || status.feeUnits === null)
      return expect.fail(`${own.transactionId} is ${status.state}`);
    sum -= status.feeUnits + (status.succeeded ? own.units : 0n);
  }
  return sum;
}

const KINDS = [
  "pay",
  "dust",
  "empty",
  "lie",
  "forged-excess",
  "bounceable",
  "tokens",
  "own",
  "own-tokens",
  "out-tokens",
  "time",
] as const;
type Step = { readonly kind: (typeof KINDS)[number]; readonly isFirst: boolean; readonly part: number };

const steps = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), isFirst: fc.boolean(), part: fc.integer({ min: 1, max: 1_000 }) }),
  { minLength: 10, maxLength: 16 },
);

async function play({ kind, part }: Step, here: string, other: string): Promise<Sent | null> {
  const units = BigInt(part) * 1_234_567n;
  if (kind === "pay") await say(here, units, encodeComment("order"));
  else if (kind === "dust") await say(here, 1n, encodeComment(null));
  else if (kind === "empty") await say(here, 0n, encodeComment("nothing at all"));
  else if (kind === "forged-excess") await say(here, units, excessOf(part));
  else if (kind === "bounceable") await say(here, part % 2 === 0 ? units : 1n, encodeComment(null), true);
  else if (kind === "lie")
    await sandbox.control("fake-notification", { to: here, from: null, units: "9", contract: token.contract });
  else if (kind === "tokens") await sandbox.send([{ to: { address: here, memo: null }, asset: token, units: 500n }]);
  else if (kind === "time") await sandbox.control("advance", { seconds: Math.round((SECONDS_MAX * part) / 1_000) });
  else {
    const asset = kind === "own" ? NATIVE : token;
    const to = kind === "out-tokens" ? keys.create() : part % 10 === 0 ? here : other;
    return send(here, to, asset, kind === "own" ? units : BigInt(part));
  }
  if (kind === "tokens" || kind === "lie" || kind === "time") await sandbox.mine(CHAIN_BLOCKS);
  return null;
}

async function simulateRun(run: readonly Step[]): Promise<void> {
  const { height } = await driver.head(never());
  const [first, second] = [keys.create(), keys.create()];
  const sent: Sent[] = [];
  const seen: { readonly address: string; readonly height: number; readonly units: bigint }[] = [];
  for (const step of run) {
    const [here, other] = step.isFirst ? [first, second] : [second, first];
    const own = await play(step, here, other);
    if (own !== null) sent.push(own);
    seen.push({ address: here, height: (await driver.head(never())).height, units: await held(here) });
  }
  for (const address of [first, second]) expect(await booked(address, height + 1, sent)).toBe(await held(address));
  for (const { address, height: then, units } of seen) {
    expect(await driver.balanceOf(address, NATIVE, then, never())).toBe(units);
  }
  expect(await driver.balanceOf(first, NATIVE, height, never())).toBe(0n);
}

/** Every kind of event, twice: before the wallets are deployed, and after. */
const EVERYTHING = [...KINDS, ...KINDS].flatMap((kind, index) => [
  { kind, isFirst: index % 2 === 0, part: 700 + index },
  { kind, isFirst: index % 2 === 1, part: 990 + index },
]);

it("credits the excess of a token transfer to its sender's cost, and charges the recipient's rent to the recipient", async () => {
  const [from, to] = [keys.create(), keys.create()];
  await fund(sandbox, from, [
    { asset: NATIVE, units: 10n * TON },
    { asset: token, units: 100n },
  ]);
  await sandbox.mine(CHAIN_BLOCKS);
  await say(to, TON, encodeComment(null));
  await later(MONTH_SECONDS);
  const { height } = await driver.head(never());
  const sent = (await send(from, to, token, 60n)) ?? expect.fail("it has enough");
  const owners = [from, to].map((address) => ({ address, memo: null }));
  const { transfers, costs = [], excesses = [] } = await scanFrom(driver, height + 1, owners);
  // Nothing returned to the sender counts as a payment, even with an opcode that third parties can
  // use as well.
  expect(excesses.map(({ to: { address } }) => address)).toEqual(excesses.map(() => to));
  expect(theOnly(transfers)).toMatchObject({ asset: token, units: 60n, originId: sent.transactionId });
  expect(costs.map(({ address }) => address)).toEqual([to]);
  expect(theOnly(costs).units).toBeGreaterThan(1_000n);
});

it(
  "accounts for a balance to the last unit, whatever arrived, was sent, came back and however long it stayed there",
  () => fc.assert(fc.asyncProperty(steps, simulateRun), { numRuns: RUNS, examples: [[EVERYTHING]] }),
  LIMIT_MS,
);

async function costsAfter(address: string, act: () => Promise<unknown>) {
  const { height } = await driver.head(never());
  await act();
  const { transfers, costs = [], excesses = [] } = await scanFrom(driver, height + 1, [{ address, memo: null }]);
  for (const cost of costs) expect(cost.address).toBe(address);
  for (const excess of excesses)
    expect(excess).toMatchObject({ asset: NATIVE, from: null, to: { address, memo: null } });
  const unitsOf = (told: readonly { readonly units: bigint }[]) => told.map(({ units }) => units);
  return { transfers: unitsOf(transfers), costs: unitsOf(costs), excesses: unitsOf(excesses) };
}

/** Rent for a few seconds: the duration of a test on a busy machine. */
const RENT_MAX = 100n;

it("charges only rent where no contract runs yet, and reports attached value as no transfer", async () => {
  const address = keys.create();
  const first = await costsAfter(address, () => say(address, TON, encodeComment("order")));
  expect(first).toEqual({ transfers: [TON], costs: [], excesses: [] });
  const excess = await costsAfter(address, () => say(address, 1_000n, excessOf(1)));
  expect(excess).toMatchObject({ transfers: [], excesses: [1_000n] });
  expect(theOnly(excess.costs)).toBeGreaterThanOrEqual(-1_000n);
  expect(theOnly(excess.costs)).toBeLessThan(-1_000n + RENT_MAX);
});

it("charges a deployed wallet gas only up to the incoming value, plus the rent due", async () => {
  const address = keys.create();
  await say(address, 10n * TON, encodeComment(null));
  await send(address, keys.create(), NATIVE, 1n);
  const whole = await costsAfter(address, () => say(address, TON, encodeComment(null)));
  expect(whole.transfers).toEqual([TON]);
  const gas = theOnly(whole.costs);
  expect(gas).toBeGreaterThan(200_000n);
  expect(gas).toBeLessThan(300_000n);
  const little = await costsAfter(address, () => say(address, 100_000n, encodeComment(null)));
  expect(little.transfers).toEqual([100_000n]);
  expect(theOnly(little.costs)).toBeGreaterThan(90_000n);
  expect(theOnly(little.costs)).toBeLessThan(100_000n + RENT_MAX);
  await later();
  const dust = await costsAfter(address, () => say(address, 1n, encodeComment(null)));
  expect(dust.transfers).toEqual([1n]);
  expect(theOnly(dust.costs)).toBeGreaterThan(1_000_000n);
  await later();
  const empty = await costsAfter(address, () => say(address, 0n, encodeComment(null)));
  expect(empty.transfers).toEqual([]);
  expect(theOnly(empty.costs)).toBeGreaterThan(1_000_000n);
});

async function later(seconds = SECONDS_MAX): Promise<void> {
  await sandbox.control("advance", { seconds });
  await sandbox.mine(1);
}

it("computes the balance after a block from several pages of transactions, and detects missing ones", async () => {
  const address = keys.create();
  const many = 120;
  await sandbox.send(Array.from({ length: many }, () => ({ to: { address, memo: null }, asset: NATIVE, units: TON })));
  await sandbox.mine(SHORT_BLOCKS);
  const { height } = await driver.head(never());
  const there = await held(address);
  await later(MONTH_SECONDS);
  await sandbox.send(Array.from({ length: many }, () => ({ to: { address, memo: null }, asset: NATIVE, units: 7n })));
  await sandbox.mine(SHORT_BLOCKS);
  expect(await held(address)).toBeLessThan(there);
  expect(await driver.balanceOf(address, NATIVE, height, never())).toBe(there);
  const node = createTonNode(sandbox.url, 5_000);
  const nodeWith = (change: (rows: readonly unknown[]) => readonly unknown[]): TonNode => ({
    ...node,
    async get(path, query, signal) {
      const answer = (await node.get(path, query, signal)) as { readonly transactions?: readonly unknown[] };
      return answer.transactions === undefined ? answer : { transactions: change(answer.transactions) };
    },
  });
  const account = sameAccountText(address);
  const read = (of: TonNode) => readBalanceAt(of, account, height, never());
  expect(await read(nodeWith((rows) => rows))).toBe(there);
  for (const change of [() => [], (rows: readonly unknown[]) => rows.toSpliced(3, 1)]) {
    await expect(read(nodeWith(change))).rejects.toThrow(ChainInconsistentError);
  }
});
