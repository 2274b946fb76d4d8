import { randomBytes } from "node:crypto";
import { TronWeb } from "tronweb";
import { z } from "zod";
import { describeSandbox, give, headOf, mine, type TronNode } from "./client";

/** tronweb as a customer uses it, with its own key. */
export type Wallet = { readonly web: TronWeb; readonly address: string };

/** Creates an empty wallet that the chain has never seen. */
export function newWallet(node: TronNode): Wallet {
  const web = new TronWeb({ fullHost: node.url, privateKey: randomBytes(32).toString("hex") });
  return { web, address: String(web.defaultAddress.base58) };
}

/** Creates a wallet with this much TRX, and this much of the sandbox's USDT. */
export async function fundedWallet(node: TronNode, sun: number, usdtUnits = 0): Promise<Wallet> {
  const { usdt } = await describeSandbox(node);
  const wallet = newWallet(node);
  await give(node, [{ to: wallet.address, contract: null, units: String(sun) }]);
  if (usdtUnits > 0) await give(node, [{ to: wallet.address, contract: usdt, units: String(usdtUnits) }]);
  await mine(node);
  return wallet;
}

export type TokenTransfer = { readonly token: string; readonly to: string; readonly units: number };

/** Lets tronweb build and sign a token transfer. */
export async function signTokenTransfer({ web, address }: Wallet, transfer: TokenTransfer, feeLimit: number) {
  const { token, to, units } = transfer;
  const parameters = [
    { type: "address", value: to },
    { type: "uint256", value: units },
  ];
  const options = { feeLimit, txLocal: true };
  const method = "transfer(address,uint256)";
  const built = await web.transactionBuilder.triggerSmartContract(token, method, options, parameters, address);
  return web.trx.sign(built.transaction);
}

/** Returns the energy that a constant call predicts for the transfer. */
export async function energyOf(node: TronNode, owner: string, { token, to, units }: TokenTransfer): Promise<number> {
  const answer = await node.post("/wallet/triggerconstantcontract", {
    owner_address: owner,
    contract_address: token,
    function_selector: "transfer(address,uint256)",
    parameter: TronWeb.address.toHex(to).slice(2).padStart(64, "0") + units.toString(16).padStart(64, "0"),
    visible: true,
  });
  return z.object({ energy_used: z.number() }).parse(answer).energy_used;
}

export type Header = { ref_block_bytes: string; ref_block_hash: string; expiration: number; timestamp: number };

/**
 * Returns what tronweb needs to build a transaction offline: by default based on the head and valid
 * for a minute.
 */
export async function headerOf(node: TronNode, change: Partial<Header> = {}): Promise<Header> {
  const { id, timestamp } = await headOf(node);
  const reference = { ref_block_bytes: id.slice(12, 16), ref_block_hash: id.slice(16, 32) };
  return { ...reference, timestamp, expiration: timestamp + 60_000, ...change };
}

/** Returns the node's response code to a transaction; `SUCCESS` if it is accepted. */
export async function broadcastCode(node: TronNode, transaction: object): Promise<string> {
  const answer = await node.post("/wallet/broadcasttransaction", transaction);
  return z.object({ code: z.string().default("SUCCESS") }).parse(answer).code;
}
