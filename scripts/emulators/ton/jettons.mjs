/**
 * The emulator's jettons: created with on-chain content (TEP-64), minted to the faucet, and the
 * messages that move them.
 */
import { createHash } from "node:crypto";
import { beginCell, comment, contractAddress, Dictionary, internal } from "@ton/core";
import { readCode } from "./contract-files.mjs";
import { badParameter } from "./errors.mjs";
import { methodIdOf } from "./method-id.mjs";

const OPERATION = { transfer: 0x0f8a7ea5, notification: 0x7362d09c, mint: 0x6d696e74, say: 0x6c696573 };
const QUERY_ID = 0n;
const SUPPLY_WHOLE = 10n ** 12n;
const ON_CHAIN = 0;
const SNAKE = 0;
/** The minimum that makes a wallet notify its owner of a transfer. */
const FORWARD_VALUE = 1n;
const DEPLOY_VALUE = 10n ** 9n;
const MINT_VALUE = 10n ** 8n;

const sha256 = (text) => createHash("sha256").update(text).digest();

function contentOf(fields) {
  const content = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  for (const [name, text] of Object.entries(fields)) {
    content.set(sha256(name), beginCell().storeUint(SNAKE, 8).storeStringTail(text).endCell());
  }
  return beginCell().storeUint(ON_CHAIN, 8).storeDict(content).endCell();
}

/**
 * Builds a message that deploys a jetton owned by `admin` and mints its whole supply to `holder`.
 * Returns `{ master, message }`.
 */
export function newJetton({ symbol, name, decimals }, admin, holder) {
  const walletCode = readCode("jetton-wallet");
  const content = contentOf({ symbol, name, decimals: String(decimals) });
  const data = beginCell().storeCoins(0).storeAddress(admin).storeRef(content).storeRef(walletCode).endCell();
  const init = { code: readCode("jetton-master"), data };
  const master = contractAddress(0, init);
  const amount = SUPPLY_WHOLE * 10n ** BigInt(decimals);
  const body = beginCell().storeUint(OPERATION.mint, 32).storeUint(QUERY_ID, 64).storeAddress(holder);
  body.storeCoins(amount).storeCoins(MINT_VALUE);
  return { master, message: internal({ to: master, value: DEPLOY_VALUE, bounce: false, init, body: body.endCell() }) };
}

/** Returns a builder with a forward payload: a comment in its own cell, or nothing. */
function payload(memo) {
  const builder = beginCell();
  return memo === null ? builder.storeBit(0) : builder.storeBit(1).storeRef(comment(memo));
}

/** Builds the message that makes a jetton wallet send `amount` to the owner `to`. */
export function transferBody({ amount, to, responseTo, memo }) {
  return beginCell()
    .storeUint(OPERATION.transfer, 32)
    .storeUint(QUERY_ID, 64)
    .storeCoins(amount)
    .storeAddress(to)
    .storeAddress(responseTo)
    .storeMaybeRef(null)
    .storeCoins(FORWARD_VALUE)
    .storeBuilder(payload(memo))
    .endCell();
}

/**
 * Returns `owner`'s jetton wallet, as the master reports it. @throws RequestError if it is not a
 * master
 */
export async function jettonWalletOf(chain, master, owner) {
  const stack = [{ type: "slice", cell: beginCell().storeAddress(owner).endCell() }];
  const result = await chain.runGetMethod(master, methodIdOf("get_wallet_address"), stack);
  if (result.exitCode !== 0) throw badParameter("contract is no jetton");
  return result.stack[0].cell.beginParse().loadAddress();
}

/**
 * Builds a message to a contract that poses as `owner`'s wallet of `master` and then notifies
 * `owner` of a payment that never happened. Returns `{ liar, message }`.
 */
export function falseNotification({ owner, master, sender, amount, value }) {
  const init = {
    code: readCode("false-wallet"),
    data: beginCell().storeAddress(owner).storeAddress(master).endCell(),
  };
  const liar = contractAddress(0, init);
  const notification = beginCell()
    .storeUint(OPERATION.notification, 32)
    .storeUint(QUERY_ID, 64)
    .storeCoins(amount)
    .storeAddress(sender)
    .storeBuilder(payload(null))
    .endCell();
  const body = beginCell().storeUint(OPERATION.say, 32).storeAddress(owner).storeRef(notification).endCell();
  return { liar, message: internal({ to: liar, value, bounce: false, init, body }) };
}
