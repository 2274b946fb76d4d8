import { afterAll, beforeAll, expect, it } from "vitest";
import { NATIVE } from "@/lib/chains/contract/rig";
import { never } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { type RpcProxy, startRpcProxy } from "@/lib/chains/evm/testing/rpc-proxy";
import { createSolanaDriver } from "@/lib/chains/solana/create-solana-driver";
import { createKeys } from "@/lib/chains/solana/testing/keys";
import { type LocalSolana, startSolanaNode } from "@/lib/chains/solana/testing/solana-node";
import { send } from "@/lib/chains/solana/testing/solana-rig";
import type { SignedTransfer } from "@/lib/chains/spending";

const SOL = 1_000_000_000n;
const LIFE_SLOTS = 151;
const DEEP = 3;
const keys = createKeys();

let solana: LocalSolana;
let proxy: RpcProxy;
let driver: ChainDriver;

beforeAll(async () => {
  solana = await startSolanaNode();
  proxy = await startRpcProxy(solana.url);
  const native = { symbol: "SOL", decimals: 9 };
  driver = createSolanaDriver({ network: "sol", isSandbox: true, native, urls: [proxy.url, solana.url] });
});
afterAll(async () => {
  await proxy?.stop();
  await solana?.stop();
});

async function build(): Promise<SignedTransfer> {
  const from = keys.create();
  await send(solana, [{ to: { address: from, memo: null }, asset: NATIVE, units: SOL }], false);
  await solana.control("mine", { blocks: 1 });
  const to = { address: keys.create(), memo: null };
  const request = {
    source: { kind: "expiring" as const, address: from },
    outputs: [{ to, asset: NATIVE, units: SOL / 10n }],
  };
  const fee = await driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
  const unsigned = await driver.prepareTransfer(request, fee, never());
  return driver.assemble(unsigned, await keys.sign(unsigned.signingRequests));
}

const judge = async (signed: SignedTransfer) => driver.canStillConfirmByEach(signed, DEEP, never());
const verdicts = async (signed: SignedTransfer) => (await judge(signed)).map(({ answer }) => answer?.verdict);

it("reports each node's own verdict on expired transactions: a node that forgot or lags attests nothing", async () => {
  proxy.intercept(() => null);
  const signed = await build();
  await solana.control("advance", { slots: LIFE_SLOTS + DEEP });
  expect(await verdicts(signed)).toEqual(["impossible", "impossible"]);
  const heads = (await judge(signed)).map(({ head }) => head?.height);
  expect(heads).toEqual(Array(2).fill((await driver.head(never())).height));
  const { height } = await driver.head(never());
  proxy.intercept(({ method }) => {
    const result = { context: { slot: height - 10 }, value: [null] };
    return method === "getSignatureStatuses" ? { kind: "answer", result } : null;
  });
  expect(await verdicts(signed)).toEqual(["unproven", "impossible"]);
  expect((await driver.canStillConfirm(signed, DEEP, never())).verdict).toBe("unproven");
});

it("reveals that one node hides a payment which the other has in a block", async () => {
  proxy.intercept(() => null);
  const signed = await build();
  await driver.broadcast(signed, never());
  await solana.control("mine", { blocks: 1 });
  await solana.control("advance", { slots: LIFE_SLOTS + DEEP });
  const { height } = await driver.head(never());
  proxy.intercept(({ method }) => {
    const result = { context: { slot: height }, value: [null] };
    return method === "getSignatureStatuses" ? { kind: "answer", result } : null;
  });
  expect(await verdicts(signed)).toEqual(["impossible", "included"]);
  expect((await driver.canStillConfirm(signed, DEEP, never())).verdict).toBe("included");
});
