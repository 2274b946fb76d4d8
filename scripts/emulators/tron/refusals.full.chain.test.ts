import { type Types, utils } from "tronweb";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  balanceOf,
  describeSandbox,
  headOf,
  infoOf,
  mine,
  removeTronNode,
  startTronNode,
  type TronNode,
} from "./testing/client";
import { broadcastCode, fundedWallet, type Header, headerOf, newWallet, signTokenTransfer } from "./testing/wallet";

const TRX = 1_000_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

let node: TronNode;
let usdt: string;

beforeAll(async () => {
  node = await startTronNode(["--manual"]);
  ({ usdt } = await describeSandbox(node));
});

afterAll(() => removeTronNode(node));

test("the first block matches java-tron's: transfers from no address, and a negative amount", async () => {
  const genesis = JSON.stringify(await node.post("/wallet/getblockbynum", { num: 0 }));
  const { faucet } = await describeSandbox(node);
  expect(genesis).toContain(Buffer.from("0x000000000000000000000").toString("hex"));
  // More than a JavaScript number represents: JSON.parse has rounded it.
  expect(genesis).toMatch(/"amount":-922337203685477\d+/);
  expect(genesis).not.toContain('"ret"');
  expect(await balanceOf(node, faucet)).toBeGreaterThan(0);
});

test("rejects what java-tron would reject, with its code and at no cost", async () => {
  const sender = await fundedWallet(node, 10 * TRX, 5);
  const stranger = newWallet(node);
  const to = (await fundedWallet(node, TRX)).address;
  const { timestamp } = await headOf(node);
  const build = async (change: Partial<Header> = {}, amount = TRX, receiver = to, owner = sender) => {
    const options = { blockHeader: await headerOf(node, change) };
    return owner.web.transactionBuilder.sendTrx(receiver, amount, owner.address, options);
  };
  const sign = async (unsigned: Promise<Types.Transaction>, { web } = sender) => web.trx.sign(await unsigned);
  const good = await sign(build());
  const expectCode = async (transaction: object | Promise<object>, code: string) =>
    expect(await broadcastCode(node, await transaction)).toBe(code);

  const otherSignature = await sign(build({}, TRX, to, stranger), stranger);
  await expectCode({ ...good, signature: otherSignature.signature }, "SIGERROR");
  await expectCode({ ...good, signature: [] }, "SIGERROR");
  await expectCode({ ...good, txID: "00".repeat(32) }, "SIGERROR");
  await expectCode({ ...good, raw_data_hex: otherSignature.raw_data_hex }, "SIGERROR");
  const altered = structuredClone(good);
  Object.assign(altered.raw_data.contract[0]?.parameter.value ?? {}, { amount: 2 * TRX });
  await expectCode({ ...altered, raw_data_hex: undefined, txID: undefined }, "SIGERROR");

  await expectCode(sign(build({ ref_block_hash: "00".repeat(8) })), "TAPOS_ERROR");
  await expectCode(sign(build({ ref_block_bytes: "ffff" })), "TAPOS_ERROR");
  await expectCode(sign(build({ expiration: timestamp })), "TRANSACTION_EXPIRATION_ERROR");
  await expectCode(sign(build({ expiration: timestamp + DAY_MS + 3_000 })), "TRANSACTION_EXPIRATION_ERROR");
  await expectCode(sign(build({}, 10 * TRX + 1)), "CONTRACT_VALIDATE_ERROR");
  await expectCode(sign(build({}, TRX, usdt)), "CONTRACT_VALIDATE_ERROR");
  await expectCode(sign(build({}, 9 * TRX, newWallet(node).address)), "CONTRACT_VALIDATE_ERROR");
  await expectCode(sign(build({}, TRX, to, stranger), stranger), "CONTRACT_VALIDATE_ERROR");
  await expectCode(
    signTokenTransfer(sender, { token: usdt, to, units: 1 }, 15_000 * TRX + 1),
    "CONTRACT_VALIDATE_ERROR",
  );
  const poor = await fundedWallet(node, 1_000);
  await expectCode(sign(build({}, 1, newWallet(node).address, poor), poor), "BANDWITH_ERROR");
  const [contract] = good.raw_data.contract;
  await expectCode({ ...good, raw_data: { ...good.raw_data, contract: [contract, contract] } }, "OTHER_ERROR");
  expect(await node.post("/wallet/broadcasttransaction", {})).toEqual({ Error: expect.any(String) });

  expect(await balanceOf(node, sender.address)).toBe(10 * TRX);
  await expectCode(good, "SUCCESS");
  await expectCode(good, "DUP_TRANSACTION_ERROR");
  await mine(node);
  await expectCode(good, "DUP_TRANSACTION_ERROR");
  expect(await balanceOf(node, sender.address)).toBe(9 * TRX);
});

test("a memo costs one TRX, and a transaction sent as bytes is returned as tronweb wrote it", async () => {
  const { web, address } = await fundedWallet(node, 10 * TRX);
  const to = (await fundedWallet(node, TRX)).address;
  const plain = await web.transactionBuilder.sendTrx(to, TRX, address, { blockHeader: await headerOf(node) });
  const signed = await web.trx.sign(
    await web.transactionBuilder.addUpdateData(plain, "order 7", "utf8", { txLocal: true }),
  );
  const message = utils.transaction.txJsonToPb(signed);
  for (const signature of signed.signature) message.addSignature(Buffer.from(signature, "hex").toString("base64"));
  const transaction = Buffer.from(message.serializeBinary()).toString("hex");
  const answer = await node.post("/wallet/broadcasthex", { transaction });
  expect(answer).toMatchObject({ result: true, code: "SUCCESS", txid: signed.txID });
  await mine(node);
  expect(await infoOf(node, signed.txID)).toMatchObject({ fee: TRX, receipt: { net_fee: 0 } });
  const { txID, raw_data, raw_data_hex } = signed;
  const signature = signed.signature.map((text) => text.toLowerCase());
  const shown: unknown = JSON.parse(JSON.stringify({ txID, raw_data, raw_data_hex, signature }));
  const known = await node.post("/wallet/gettransactionbyid", { value: txID });
  expect(known).toEqual(Object.assign({ ret: [{ contractRet: "SUCCESS" }] }, shown));
});

test("a transaction that expires while pending is dropped and undone, and cannot come back", async () => {
  const sender = await fundedWallet(node, 10 * TRX);
  const to = (await fundedWallet(node, TRX)).address;
  const options = { blockHeader: await headerOf(node) };
  const sent = await sender.web.trx.sign(await sender.web.transactionBuilder.sendTrx(to, TRX, sender.address, options));
  expect(await broadcastCode(node, sent)).toBe("SUCCESS");
  expect(await node.post("/wallet/gettransactionlistfrompending")).toEqual({ txId: [sent.txID] });
  expect(await node.post("/wallet/gettransactioninfobyid", { value: sent.txID })).toEqual({});
  await node.post("/sandbox/advance", { seconds: 61 });
  await mine(node);
  expect(await node.post("/wallet/gettransactionbyid", { value: sent.txID })).toEqual({});
  expect(await balanceOf(node, sender.address)).toBe(10 * TRX);
  expect(await broadcastCode(node, sent)).toBe("TRANSACTION_EXPIRATION_ERROR");
});
