import { Address, beginCell, external, internal, SendMode, storeMessage } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import { WalletContractV5R1 } from "@ton/ton";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NATIVE } from "@/lib/chains/contract/rig";
import { never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import type { Asset } from "@/lib/chains/facts";
import { encodeTokenTransfer } from "@/lib/chains/ton/bodies";
import { readTokenWallet } from "@/lib/chains/ton/getters";
import { startTonSandbox, type TonSandbox } from "@/lib/chains/ton/testing/sandbox-node";
import { createTonKeys } from "@/lib/chains/ton/testing/ton-keys";
import { driverAt, fund } from "@/lib/chains/ton/testing/ton-rig";
import { createTonNode } from "@/lib/chains/ton/ton-node";

const TON = 1_000_000_000n;
const keys = createTonKeys();
let sandbox: TonSandbox;
let driver: ChainDriver;
let token: Asset & { readonly kind: "token" };

beforeAll(async () => {
  sandbox = await startTonSandbox();
  driver = driverAt(sandbox.url, true);
  token = { kind: "token", contract: await sandbox.token({ symbol: "TUSD", name: "Test dollar", decimals: 6 }) };
  await sandbox.mine(1);
});

afterAll(() => sandbox.stop());

async function depositsAfter(pay: (address: string) => Promise<unknown>) {
  const address = keys.create();
  const { height } = await driver.head(never());
  await pay(address);
  await sandbox.mine(2);
  return { address, ...(await scanFrom(driver, height + 1, [{ address, memo: null }])) };
}

it("reports the payer's comment for TON and for tokens", async () => {
  const { address, transfers } = await depositsAfter(async (to) => {
    await sandbox.send([{ to: { address: to, memo: "order 7 für Ä" }, asset: NATIVE, units: TON }]);
    await sandbox.send([{ to: { address: to, memo: "order 8" }, asset: token, units: 5n }]);
    await sandbox.send([{ to: { address: to, memo: null }, asset: NATIVE, units: 2n * TON }]);
  });
  expect(transfers.map(({ to, asset, units, position }) => ({ to, asset, units, position }))).toEqual([
    { to: { address, memo: "order 7 für Ä" }, asset: NATIVE, units: TON, position: "native" },
    { to: { address, memo: "order 8" }, asset: token, units: 5n, position: "jetton" },
    { to: { address, memo: null }, asset: NATIVE, units: 2n * TON, position: "native" },
  ]);
});

it("reports the sender, and finds a deposit again by its own hash", async () => {
  const { transfers } = await depositsAfter((address) =>
    sandbox.send([{ to: { address, memo: null }, asset: token, units: 5n }]),
  );
  const { transactionId, from, block } = theOnly(transfers);
  const described = (await (await fetch(`${sandbox.url}/sandbox/describe`)).json()) as { readonly faucet: string };
  expect(from).toBe(described.faucet);
  expect(await driver.transactionStatus(transactionId, never())).toEqual({
    state: "included",
    block,
    succeeded: true,
    feeUnits: null,
  });
  expect(await driver.transactionStatus("ab".repeat(32), never())).toEqual({ state: "absent" });
});

it("finds tokens that arrived without a notification of their owner, as some exchanges send them", async () => {
  const payer = keyPairFromSeed(Buffer.alloc(32, 9));
  const wallet = WalletContractV5R1.create({ publicKey: payer.publicKey });
  const from = wallet.address.toString({ bounceable: false });
  await fund(sandbox, from, [
    { asset: NATIVE, units: 5n * TON },
    { asset: token, units: 100n },
  ]);
  const node = createTonNode(sandbox.url, 5_000);
  const tokenWallet = await readTokenWallet(node, token.contract, from, never());
  const { address, transfers } = await depositsAfter(async (to) => {
    const order = { units: 40n, to: Address.parse(to), owner: wallet.address, memo: "order 9" };
    // The second-last field is the value for the recipient's notification: zero.
    const spoken = encodeTokenTransfer(order).beginParse();
    const body = beginCell()
      .storeBits(spoken.loadBits(spoken.remainingBits - 13))
      .storeCoins(0)
      .storeBit(true);
    const transfer = wallet.createTransfer({
      seqno: 0,
      secretKey: payer.secretKey,
      sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
      messages: [
        internal({
          to: Address.parse(tokenWallet ?? expect.fail("the token has no wallets")),
          value: TON / 10n,
          body: body.storeRef(spoken.loadRef()).endCell(),
        }),
      ],
    });
    const message = external({ to: wallet.address, init: wallet.init, body: transfer });
    const boc = beginCell().store(storeMessage(message)).endCell().toBoc().toString("base64");
    await node.post("/api/v3/message", { boc }, never());
  });
  expect(theOnly(transfers)).toMatchObject({
    position: "jetton",
    asset: token,
    units: 40n,
    to: { address, memo: "order 9" },
    from,
  });
  expect(await driver.balanceOf(address, token, null, never())).toBe(40n);
});

it("rejects a contract that claims to be our token wallet", async () => {
  const { transfers } = await depositsAfter((to) =>
    sandbox.control("fake-notification", { to, from: null, units: "1000000", contract: token.contract }),
  );
  expect(transfers).toEqual([]);
});

it("does not count a bounced payment as a deposit", async () => {
  const { address, transfers } = await depositsAfter((to) =>
    sandbox.control("send", { outputs: [{ to, contract: null, units: TON.toString() }], fails: true }),
  );
  expect(transfers).toEqual([]);
  expect(await driver.balanceOf(address, NATIVE, null, never())).toBe(0n);
});
