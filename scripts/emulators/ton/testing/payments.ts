/**
 * Steps that tests of the TON emulator repeat: pay from the faucet, fund a wallet, read what
 * arrived.
 */
import { Address, Cell, internal, toNano } from "@ton/core";
import { z } from "zod";
import { call, control, mine, type TonNode, testWallet } from "./client";
import { blockShape, type TransactionJson } from "./shapes";

const description = z.strictObject({
  genesisHash: z.string().regex(/^[0-9a-f]{64}$/),
  faucet: z.string(),
  tokens: z.looseObject({
    USDT: z.object({ address: z.string(), decimals: z.literal(6) }),
    HMSTR: z.object({ address: z.string(), decimals: z.literal(9) }),
  }),
});
const headShape = z.object({ last: blockShape, first: blockShape });

export const describeNode = (node: TonNode) => call(node, "/sandbox/describe", description);

/** Returns the addresses of the USDT master and of the faucet. */
export async function partiesOf(node: TonNode): Promise<{ usdt: Address; faucet: Address }> {
  const { tokens, faucet } = await describeNode(node);
  return { usdt: Address.parse(tokens.USDT.address), faucet: Address.parse(faucet) };
}

export const headOf = async (node: TonNode) => (await call(node, "/api/v3/masterchainInfo", headShape)).last;

/** Formats an address as customers enter it. */
export const text = (address: Address) => address.toString({ bounceable: false });

/** Formats an address as in toncenter's responses. */
export const rawText = ({ workChain, hash }: Address) => `${workChain}:${hash.toString("hex").toUpperCase()}`;

export const pay = (node: TonNode, output: object, fails = false) =>
  control(node, "send", { fails, outputs: [{ contract: null, ...output }] });

export async function payJetton(node: TonNode, to: Address, units: string, more: object = {}, fails = false) {
  const contract = (await describeNode(node)).tokens.USDT.address;
  const { messageHash } = await pay(node, { to: text(to), contract, units, ...more }, fails);
  return String(messageHash);
}

/** Creates a wallet with 5 coins that is not deployed yet. */
export async function fundedWallet(node: TonNode, name: string, version: "v4" | "v5" = "v5") {
  const wallet = testWallet(name, version);
  await pay(node, { to: text(wallet.address), units: toNano("5").toString() });
  await mine(node);
  return wallet;
}

/** Returns the messages of a wallet that pays `value` coins. */
export const coins = (to: Address, value: string, body?: Cell) => [
  internal({ to, value: toNano(value), bounce: false, ...(body === undefined ? {} : { body }) }),
];

/** Returns the body of the message that a transaction processed. */
export const bodyOf = (transaction: TransactionJson | undefined) =>
  Cell.fromBase64(transaction?.in_msg?.message_content.body ?? "").beginParse();
