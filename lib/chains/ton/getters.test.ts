import { Address, beginCell } from "@ton/core";
import { expect, it } from "vitest";
import { never } from "@/lib/chains/contract/steps";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { readTokenWalletData } from "@/lib/chains/ton/getters";
import { createMasterFinder } from "@/lib/chains/ton/token-origin";
import { NodeAnswerError, type TonNode } from "@/lib/chains/ton/ton-node";

const WALLET = "UQBHyu-oZVDHRYQ1-rKlGqpHy5yAqanPBirEQNMNOmfHLtaT";
const MASTER = "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs";
const OWNER = "UQAzWZa6nM5mJev91wGc7VCSfBoIsYRqKJpV78N8Add9-RKY";

/** A node whose contracts give fixed answers. */
function nodeThat(run: (method: string) => unknown, status = "active"): TonNode {
  const address = Address.parse(WALLET).toRawString().toUpperCase();
  return {
    name: "played",
    get: async () => ({ accounts: [{ address, balance: "1", status, code_hash: null, data_boc: null }] }),
    post: async (_, call) => run((call as { readonly method: string }).method),
  };
}

function sliceOf(address: string) {
  const cell = beginCell().storeAddress(Address.parse(address)).endCell();
  return { type: "slice", value: cell.toBoc().toString("base64") };
}

const ended = (exitCode: number, stack: readonly unknown[] = []) => ({ gas_used: 1, exit_code: exitCode, stack });
const walletData = (owner: string, master: string) =>
  ended(0, [
    { type: "num", value: "0x10" },
    sliceOf(owner),
    sliceOf(master),
    { type: "cell", value: "te6cckEBAQEAAgAAAEysuc0=" },
  ]);

it("reads a token wallet's own data", async () => {
  const data = await readTokenWalletData(
    nodeThat(() => walletData(OWNER, MASTER)),
    WALLET,
    never(),
  );
  expect(data).toEqual({ units: 16n, owner: OWNER, master: MASTER });
});

it.each([
  ["has no such method", () => ended(11)],
  ["runs out of gas", () => ended(-14)],
  ["returns nothing", () => ended(0)],
  ["returns other values", () => ended(0, [{ type: "tuple", value: [] }, 7, null])],
  ["returns a negative balance", () => ended(0, [{ type: "num", value: "-0x1" }, sliceOf(OWNER), sliceOf(MASTER)])],
  [
    "returns a cell without an address",
    () =>
      ended(0, [
        { type: "num", value: "0x1" },
        { type: "cell", value: "te6cckEBAQEAAgAAAEysuc0=" },
      ]),
  ],
  [
    "returns a value that the node cannot encode",
    () => {
      throw new NodeAnswerError("node /api/v3/runGetMethod: HTTP 501 failed to decode api/v2 stack", 501);
    },
  ],
  [
    "returns a value that crashes the node's handler",
    () => {
      throw new NodeAnswerError("node /api/v3/runGetMethod: HTTP 500 interface conversion: interface {} is nil", 500);
    },
  ],
])("does not accept as a token wallet a contract that %s, and continues", async (_, run) => {
  expect(await readTokenWalletData(nodeThat(run), WALLET, never())).toBeNull();
});

it("throws for a later retry when the node could not run anything", async () => {
  const broken = nodeThat(() => {
    throw new NodeAnswerError("node /api/v3/runGetMethod: HTTP 500 LITE_SERVER_NOTREADY: block is not applied", 500);
  });
  await expect(readTokenWalletData(broken, WALLET, never())).rejects.toThrow(NodeAnswerError);
});

it("throws for a later retry when a contract is in the node's index but cannot be run yet", async () => {
  const asked = (status: string) =>
    readTokenWalletData(
      nodeThat(() => ended(-13), status),
      WALLET,
      never(),
    );
  await expect(asked("active")).rejects.toThrow(ChainInconsistentError);
  expect(await asked("uninit")).toBeNull();
});

it("believes a notification only when the master confirms its sender, and only for its recipient", async () => {
  const agreeing = (wallet: string, owner = OWNER) =>
    nodeThat((method) => (method === "get_wallet_data" ? walletData(owner, MASTER) : ended(0, [sliceOf(wallet)])));
  const find = (node: TonNode) => createMasterFinder()(node, { wallet: WALLET, owner: OWNER }, never());
  expect(await find(agreeing(WALLET))).toBe(MASTER);
  expect(await find(agreeing(OWNER))).toBeNull();
  expect(await find(agreeing(WALLET, WALLET))).toBeNull();
  const silentMaster = nodeThat((method) => (method === "get_wallet_data" ? walletData(OWNER, MASTER) : ended(11)));
  expect(await find(silentMaster)).toBeNull();
});

it("queries the masters of the configured tokens, and runs no code of the notifying contract", async () => {
  const asked: string[] = [];
  const node = nodeThat((method) => {
    asked.push(method);
    return ended(0, [sliceOf(WALLET)]);
  });
  const find = createMasterFinder([MASTER]);
  expect(await find(node, { wallet: WALLET, owner: OWNER }, never())).toBe(MASTER);
  expect(await find(node, { wallet: WALLET, owner: OWNER }, never())).toBe(MASTER);
  expect(asked).toEqual(["get_wallet_address"]);
});

/** A third party's contract that breaks the node's execution with an unknown error message. */
function nodeOfContract(elector: () => unknown) {
  const asked: string[] = [];
  const node = nodeThat((method) => {
    asked.push(method);
    if (method === "active_election_id") return elector();
    if (method === "get_wallet_address") return ended(0, [sliceOf(OWNER)]);
    throw new NodeAnswerError("node /api/v3/runGetMethod: HTTP 500 exceeded max depth", 500);
  });
  return { node, asked };
}

it("is not stopped by a third party's contract: if the network's own contract runs, a failing one is no token", async () => {
  const { node, asked } = nodeOfContract(() => ended(11));
  const find = createMasterFinder([MASTER]);
  expect(await find(node, { wallet: WALLET, owner: OWNER }, never())).toBeNull();
  expect(await find(node, { wallet: WALLET, owner: OWNER }, never())).toBeNull();
  expect(asked).toEqual(["get_wallet_address", "get_wallet_data", "active_election_id"]);
  const unwell = nodeOfContract(() => ended(-13));
  await expect(createMasterFinder()(unwell.node, { wallet: WALLET, owner: OWNER }, never())).rejects.toThrow(
    ChainInconsistentError,
  );
});

it("runs only a few third-party contracts per minute, however many notify us", async () => {
  const { node, asked } = nodeOfContract(() => ended(11));
  let now = 0;
  const find = createMasterFinder([], () => now);
  const notify = async (first: number) => {
    for (let number = first; number < first + 100; number += 1) {
      const wallet = new Address(0, Buffer.alloc(32, number)).toString({ bounceable: false });
      await find(node, { wallet, owner: OWNER }, never());
    }
  };
  await notify(0);
  const runs = () => asked.filter((method) => method === "get_wallet_data").length;
  expect(runs()).toBe(20);
  now += 60_000;
  await notify(100);
  expect(runs()).toBe(40);
});
