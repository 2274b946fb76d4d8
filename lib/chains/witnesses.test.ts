import { expect, test } from "vitest";
import { createBitcoinLikeDriver } from "@/lib/chains/bitcoin-like/create-bitcoin-like-driver";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { createMoneroDriver } from "@/lib/chains/monero/create-monero-driver";
import { createScriptedDriver } from "@/lib/chains/scripted/create-scripted-driver";
import { createScriptedChain } from "@/lib/chains/scripted/scripted-chain";
import { createScriptedNode } from "@/lib/chains/scripted/scripted-node";
import { createSolanaDriver } from "@/lib/chains/solana/create-solana-driver";
import { countWitnesses, witnessOf } from "@/lib/chains/statements";
import { createTonDriver } from "@/lib/chains/ton/create-ton-driver";
import { createTronDriver } from "@/lib/chains/tron/create-tron-driver";

test.each([
  ["rpc.one.example", "RPC.one.example:8545"],
  ["rpc.one.example.", "rpc.one.example"],
  ["127.0.0.1:1", "127.0.0.1:2"],
  ["[::1]:8545", "[::1]"],
])("%j and %j are one attestation", (one, other) => {
  expect(witnessOf(one)).toBe(witnessOf(other));
  expect(countWitnesses([one, other])).toBe(1);
});

test.each([
  ["rpc.one.example", "rpc.two.example"],
  ["127.0.0.1:1", "127.0.0.2:1"],
  ["[::1]:8545", "[::2]:8545"],
])("%j and %j are two", (one, other) => {
  expect(countWitnesses([one, other])).toBe(2);
});

const native = { symbol: "X", decimals: 8 };
const SAME = ["http://a.example:1/key-1", "http://user:password@A.example:2/key-2"];
const OTHER = "http://b.example:1";

test.each([
  ["evm", (urls: readonly string[]) => createEvmDriver({ network: "eth", chainId: 1, urls, native })],
  [
    "bitcoin-like",
    (urls: readonly string[]) =>
      createBitcoinLikeDriver({ network: "btc", family: "btc", isSandbox: false, urls, native }),
  ],
  ["tron", (urls: readonly string[]) => createTronDriver({ network: "tron", isSandbox: false, urls, native })],
  ["solana", (urls: readonly string[]) => createSolanaDriver({ network: "sol", isSandbox: false, urls, native })],
  ["ton", (urls: readonly string[]) => createTonDriver({ network: "ton", isSandbox: false, urls, native })],
])("the driver of %s counts the hosts of its nodes, not their URLs", (_, create) => {
  expect(create(SAME).witnesses).toBe(1);
  expect(create([...SAME, OTHER]).witnesses).toBe(2);
});

test("the Monero driver counts the daemons, which serve the chain, and not the wallets in front of them", () => {
  const witnessesOf = (...urls: string[]) =>
    createMoneroDriver({ network: "xmr", isSandbox: false, urls, native }).witnesses;
  expect(
    witnessesOf("http://a.example/?daemon=http://d.example:1", "http://b.example/?daemon=http://d.example:2"),
  ).toBe(1);
  expect(
    witnessesOf("http://a.example:1/?daemon=http://d.example", "http://a.example:2/?daemon=http://e.example"),
  ).toBe(2);
});

test("the scripted driver counts hosts as well, and each node still answers separately", async () => {
  const chain = createScriptedChain();
  const nodes = ["a.example:1", "a.example:2", "b.example"].map((name) => createScriptedNode(chain, name));
  const config = {
    network: "scripted",
    family: "evm",
    shape: "coins",
    genesisHash: null,
    native,
    tokens: new Map(),
  } as const;
  const driver = createScriptedDriver({ ...config, nodes });
  expect(driver.witnesses).toBe(2);
  expect(await driver.blockAtByEach(0, new AbortController().signal)).toHaveLength(3);
});
