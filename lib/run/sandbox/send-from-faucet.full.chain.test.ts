import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Anvil, startAnvil } from "@/lib/chains/evm/testing/anvil";
import { sendFromFaucet } from "@/lib/run/sandbox/send-from-faucet";

const PAYERS = 12;
const folder = mkdtempSync(join(tmpdir(), "faucet-"));
const file = join(folder, "sandbox.json");
vi.stubEnv("SANDBOX_FILE", file);
let anvil: Anvil;
let faucet = "";

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 56 });
  [faucet = ""] = (await anvil.rpc("eth_accounts")) as string[];
  writeFileSync(file, JSON.stringify({ networks: { bsc: { rpcUrl: anvil.url, chainId: 56, faucet, tokens: {} } } }));
});

afterAll(async () => {
  await anvil.stop();
  rmSync(folder, { recursive: true });
});

test("concurrent payers all pay: none loses the faucet's nonce to another", async () => {
  const payers = Array.from({ length: PAYERS }, (_, index) => `0x${(index + 1).toString(16).padStart(40, "a")}`);
  const ids = await Promise.all(payers.map((to) => sendFromFaucet("bsc", () => ({ to, contract: null, units: 7n }))));
  expect(new Set(ids).size).toBe(PAYERS);
  for (const to of payers) {
    await expect.poll(() => anvil.rpc("eth_getBalance", [to, "latest"])).toBe("0x7");
  }
});

test("a payment cannot replace another one: however expensive the chain is, all offer the same highest fee", async () => {
  const offered = new Set<unknown>();
  for (const baseFee of ["0x3b9aca00", "0x12a05f200", "0x1"]) {
    await anvil.rpc("anvil_setNextBlockBaseFeePerGas", [baseFee]);
    await anvil.rpc("anvil_mine", ["0x1"]);
    const id = await sendFromFaucet("bsc", () => ({ to: `0x${"cd".repeat(20)}`, contract: null, units: 7n }));
    const sent = (await anvil.rpc("eth_getTransactionByHash", [id])) as { maxFeePerGas: string };
    offered.add(sent.maxFeePerGas);
  }
  expect(offered.size).toBe(1);
});

test("play money does not make a quiet chain look expensive: its tips are minimal", async () => {
  const to = `0x${"ab".repeat(20)}`;
  await sendFromFaucet("bsc", () => ({ to, contract: null, units: 7n }));
  await expect.poll(() => anvil.rpc("eth_getBalance", [to, "latest"])).toBe("0x7");
  const { reward } = (await anvil.rpc("eth_feeHistory", ["0xa", "latest", [50]])) as { reward: string[][] };
  for (const [tip = ""] of reward) expect(BigInt(tip)).toBeLessThanOrEqual(1n);
});

test("a transaction that the node rejects for another reason is not retried", async () => {
  const before = await anvil.rpc("eth_blockNumber");
  const tooMuch = () => ({ to: faucet, contract: null, units: 16n ** 60n - 1n });
  await expect(sendFromFaucet("bsc", tooMuch)).rejects.toMatchObject({ code: "unavailable" });
  expect(await anvil.rpc("eth_blockNumber")).toBe(before);
});
