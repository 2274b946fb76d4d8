import {
  type Address,
  beginCell,
  Cell,
  external,
  loadMessage,
  type MessageRelaxed,
  SendMode,
  type StateInit,
  storeMessage,
  storeOutList,
} from "@ton/core";
import { WalletContractV5R1 } from "@ton/ton";
import { accountAt, toAccountText } from "@/lib/chains/ton/address";

/** A request of the owner from outside of the chain ("sign"). */
const SIGNED_EXTERNAL = 0x7369676e;
/** The main network's id -239 over the context of a fresh wallet of a client: base chain, version 0, number 0. */
const WALLET_ID = 0x7fffff11;

/** Operation, wallet and time limit of a request, before its number. */
const REQUEST_HEAD_BITS = 96;
const NUMBER_BITS = 32;

/** Pays the message's fees beside its value, and leaves a message out rather than to fail: the contract takes nothing else. */
const SEND_MODE = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS;

/** Code of the contract and its first storage: what an address is the hash of. */
export function walletInit(publicKey: Uint8Array): StateInit {
  return WalletContractV5R1.create({ publicKey: Buffer.from(publicKey) }).init;
}

/** The address of the wallet V5R1 that this key owns on the main network. */
export function walletAddress(publicKey: Uint8Array): string {
  return toAccountText(WalletContractV5R1.create({ publicKey: Buffer.from(publicKey) }).address);
}

/** The owner's number of the next request, from the contract's storage. */
export function readSequence(data: Cell): number {
  const slice = data.beginParse();
  slice.skip(1);
  return slice.loadUint(32);
}

export type WalletRequest = {
  readonly sequence: number;
  /** Unix seconds: from then on the contract refuses it. */
  readonly validUntil: number;
  readonly message: MessageRelaxed;
};

/** What the owner signs is the hash of this cell. */
export function encodeRequest({ sequence, validUntil, message }: WalletRequest): Cell {
  const actions = beginCell().store(storeOutList([{ type: "sendMsg", mode: SEND_MODE, outMsg: message }]));
  return beginCell()
    .storeUint(SIGNED_EXTERNAL, 32)
    .storeUint(WALLET_ID, 32)
    .storeUint(validUntil, 32)
    .storeUint(sequence, 32)
    .storeMaybeRef(actions.endCell())
    .storeBit(false)
    .endCell();
}

/** The signature comes last. */
export function signRequest(request: Cell, signature: Uint8Array): Cell {
  return beginCell().storeSlice(request.beginParse()).storeBuffer(Buffer.from(signature)).endCell();
}

/** What a node takes in; `init` deploys the wallet with its first request. */
export function encodeExternal(wallet: string, body: Cell, init: StateInit | null): Cell {
  const message = external({ to: accountAt(wallet), body, ...(init === null ? {} : { init }) });
  return beginCell().store(storeMessage(message)).endCell();
}

/** Which wallet a built message is for, and which number of it. */
export function readExternal(raw: Uint8Array): { readonly wallet: string; readonly sequence: number } {
  const { info, body } = loadMessage(Cell.fromBoc(Buffer.from(raw))[0]?.beginParse() ?? Cell.EMPTY.beginParse());
  if (info.type !== "external-in") throw new TypeError("this is no message to a wallet");
  const request = body.beginParse();
  request.skip(REQUEST_HEAD_BITS);
  return { wallet: toAccountText(info.dest), sequence: request.loadUint(32) };
}

/** The number that a request of a wallet asks for; null when it is none. */
export function readRequestNumber(body: Cell | undefined): number | null {
  if (body === undefined || body.isExotic || body.bits.length < REQUEST_HEAD_BITS + NUMBER_BITS) return null;
  const request = body.beginParse();
  if (request.loadUint(NUMBER_BITS) !== SIGNED_EXTERNAL) return null;
  request.skip(REQUEST_HEAD_BITS - NUMBER_BITS);
  return request.loadUint(NUMBER_BITS);
}

/**
 * The name of an incoming external message whichever way a node rewrote it: the hash of the message with no sender, no import fee, no
 * state and its body in a cell of its own (TEP-467). Indexes answer to it as `hash_norm`. In hex.
 */
export function normalisedHash(wallet: Address, body: Cell): string {
  const message = beginCell()
    .storeUint(0b10, 2)
    .storeAddress(null)
    .storeAddress(wallet)
    .storeCoins(0)
    .storeBit(false)
    .storeBit(true)
    .storeRef(body);
  return message.endCell().hash().toString("hex");
}
