import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Address, beginCell, Cell, contractAddress, internal } from "@ton/core";
import { Blockchain, createShardAccount } from "@ton/sandbox";
import { expect, test } from "vitest";
import { z } from "zod";
import { readCode, sourceSha256 } from "../../ton/contract-files.mjs";

const FOLDER = import.meta.dirname;
const SHARED = "jetton-messages.tolk";
const contracts = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".tolk") && name !== SHARED)
  .map((name) => name.replace(".tolk", ""));
const artefact = z.object({ sourceSha256: z.string(), codeHash: z.string(), code: z.string() });

const someone = (fill: number) => new Address(0, Buffer.alloc(32, fill));
const [owner, admin, stranger] = [someone(1), someone(2), someone(3)];

test.each(contracts)("the compiled form of %s matches its source (npm run contracts:build)", (name) => {
  const built = artefact.parse(JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8")));
  expect(built.sourceSha256).toBe(sourceSha256(name));
  expect(Cell.fromBase64(built.code).hash().toString("hex")).toBe(built.codeHash);
});

/** Creates a jetton; the wallet of `owner` holds 100 units. */
async function jettonWithHolder() {
  const chain = await Blockchain.create();
  const walletCode = readCode("jetton-wallet");
  const data = beginCell().storeCoins(100).storeAddress(admin).storeRef(new Cell()).storeRef(walletCode).endCell();
  const master = contractAddress(0, { code: readCode("jetton-master"), data });
  const put = (address: Address, code: Cell, storage: Cell) =>
    chain.setShardAccount(address, createShardAccount({ address, code, data: storage, balance: 10n ** 9n }));
  await put(master, readCode("jetton-master"), data);
  const slice = beginCell().storeAddress(owner).endCell();
  const { stackReader } = await chain.runGetMethod(master, "get_wallet_address", [{ type: "slice", cell: slice }]);
  const wallet = stackReader.readAddress();
  await put(wallet, walletCode, beginCell().storeCoins(100).storeAddress(owner).storeAddress(master).endCell());
  const balance = async () => (await chain.runGetMethod(wallet, "get_wallet_data")).stackReader.readBigNumber();
  /** Returns the exit code with which `to` processes a message from `from`. */
  const send = async (from: Address, to: Address, body: Cell, bounced = false) => {
    const message = internal({ to, value: 10n ** 8n, bounce: !bounced, body });
    const { transactions } = await chain.sendMessage({ ...message, info: { ...infoOf(message), src: from, bounced } });
    const description = transactions[0]?.description;
    const phase = description?.type === "generic" ? description.computePhase : undefined;
    return phase?.type === "vm" ? phase.exitCode : null;
  };
  return { master, wallet, balance, send };
}

function infoOf({ info }: ReturnType<typeof internal>) {
  if (info.type !== "internal") throw new Error("not an internal message");
  return { ...info, src: owner };
}

const order = (operation: number) => beginCell().storeUint(operation, 32).storeUint(0, 64);
const transfer = (amount: number) =>
  order(0x0f8a7ea5)
    .storeCoins(amount)
    .storeAddress(stranger)
    .storeAddress(owner)
    .storeBit(0)
    .storeCoins(1)
    .storeBit(0)
    .endCell();
const incoming = (from: Address | null) =>
  order(0x178d4519).storeCoins(50).storeAddress(from).storeAddress(null).storeCoins(0).storeBit(0).endCell();

test("a jetton wallet obeys its owner only, and only up to its balance", async () => {
  const { wallet, balance, send } = await jettonWithHolder();
  expect(await send(stranger, wallet, transfer(1))).toBe(705);
  expect(await send(owner, wallet, transfer(101))).toBe(706);
  expect(await balance()).toBe(100n);
  expect(await send(owner, wallet, transfer(60))).toBe(0);
  expect(await balance()).toBe(40n);
});

test("a jetton wallet accepts units from its master and its siblings only", async () => {
  const { master, wallet, balance, send } = await jettonWithHolder();
  expect(await send(stranger, wallet, incoming(stranger))).toBe(707);
  expect(await send(stranger, wallet, incoming(null))).toBe(707);
  expect(await balance()).toBe(100n);
  expect(await send(master, wallet, incoming(null))).toBe(0);
  expect(await balance()).toBe(150n);
});

test("units that bounce from a sibling return to the owner", async () => {
  const { wallet, balance, send } = await jettonWithHolder();
  const bounced = beginCell()
    .storeUint(0xffffffff, 32)
    .storeUint(0x178d4519, 32)
    .storeUint(0, 64)
    .storeCoins(30)
    .endCell();
  expect(await send(stranger, wallet, bounced, true)).toBe(0);
  expect(await balance()).toBe(130n);
});

test("only the admin mints", async () => {
  const { master, balance, send } = await jettonWithHolder();
  const mint = order(0x6d696e74).storeAddress(owner).storeCoins(5).storeCoins(50_000_000).endCell();
  expect(await send(stranger, master, mint)).toBe(73);
  expect(await send(admin, master, mint)).toBe(0);
  expect(await balance()).toBe(105n);
});
