import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { matching, never, theOnly } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { type Anvil, startAnvil } from "@/lib/chains/evm/testing/anvil";
import { createExternalAccount, type ExternalAccount } from "@/lib/chains/evm/testing/external-account";
import { deploySpammer, type LogSpammer, ROOMY_FLAGS } from "@/lib/chains/evm/testing/log-spammer";

const LOGS = 50_000;
const OWNER = { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", memo: null };

let anvil: Anvil;
let payer: ExternalAccount;
let spammer: LogSpammer;
let driver: ChainDriver;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 56, flags: [...ROOMY_FLAGS, "--no-mining"] });
  driver = createEvmDriver({ network: "bsc", chainId: 56, urls: [anvil.url], native: { symbol: "BNB", decimals: 18 } });
  payer = createExternalAccount(anvil, 0);
  spammer = await deploySpammer(anvil, createExternalAccount(anvil, 1));
  await mine();
});
afterAll(() => anvil?.stop());

it("finds a payment among 50,000 transfers of a block, and one among 50,000 of a single transaction", async () => {
  const { height } = await driver.head(never());
  const id = await spammer.spam(LOGS, OWNER.address);
  const paid = await payer.send({ to: OWNER.address as `0x${string}`, value: 7n });
  await mine();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const match = matching([OWNER]);
  const { transfers } = await driver.scan({ fromHeight: height + 1, toHeight: height + 1, match }, never());
  delay.disable();
  const found = new Map(transfers.map((transfer) => [transfer.transactionId, transfer]));
  expect(found.size).toBe(2);
  expect(found.get(paid)).toMatchObject({ position: "native", units: 7n });
  expect(found.get(id)).toMatchObject({ position: `log:${LOGS / 2}`, units: 1n, to: OWNER });
  // Blocks the event loop briefly at most; processing the whole block at once took seconds.
  expect(delay.max / 1e6).toBeLessThan(1_000);
  expect(await driver.transactionStatus(id, never())).toMatchObject({ state: "included", succeeded: true });
});

it("keeps the order of thousands of payments in one transaction", async () => {
  const { height } = await driver.head(never());
  const id = await spammer.spam(5_000, OWNER.address);
  await mine();
  const match = async (all: readonly { readonly address: string }[]) => new Set(all.map(({ address }) => address));
  const { transfers } = await driver.scan({ fromHeight: height + 1, toHeight: height + 1, match }, never());
  const logs = transfers.filter(({ asset }) => asset.kind === "token");
  expect(logs.map(({ position }) => position)).toEqual(logs.map((_, index) => `log:${index}`));
  expect(logs).toHaveLength(5_000);
  expect(theOnly([...new Set(logs.map(({ transactionId }) => transactionId))])).toBe(id);
});

async function mine(): Promise<void> {
  await anvil.rpc("anvil_mine", [1]);
}
