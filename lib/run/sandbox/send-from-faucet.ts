import { z } from "zod";
import { type EvmSandboxNetwork, parseSandboxNetworks, type SandboxNetwork } from "@/lib/chains/sandbox-file";
import { readSandboxFile } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { outboundRequest } from "@/lib/kernel/http/outbound-request";
import type { PlayPayment } from "@/lib/run/sandbox/play-money";
import { againWhileRaced, FAUCET_FEES } from "@/scripts/lib/sandbox/faucet-races.mjs";

/** Both a hanging and a slow node time out before the user gives up. */
const NODE_LIMIT_MS = 8_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Posts JSON to a play-money node on this machine. @throws without a response in time, or for one
 * that is not JSON
 */
async function postToSandboxNode(url: string, body: unknown): Promise<{ status: number; answer: unknown }> {
  const response = await outboundRequest({
    url,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    timeoutMs: NODE_LIMIT_MS,
    responseBytesMax: ANSWER_BYTES_MAX,
    longBody: "refuse",
    allowPrivate: true,
  });
  return { status: response.status, answer: JSON.parse(response.body.toString("utf8")) };
}

const answerOfNode = z.object({ result: z.string().optional(), error: z.object({ message: z.string() }).optional() });

/**
 * Makes a JSON-RPC call with one parameter and a text result to a play-money node on this machine.
 * @throws AppError `unavailable` when the node rejects it or does not respond in time
 */
async function callSandboxNode(rpcUrl: string, method: string, parameter: unknown): Promise<string> {
  try {
    const { answer } = await postToSandboxNode(rpcUrl, { jsonrpc: "2.0", id: 1, method, params: [parameter] });
    const { result, error } = answerOfNode.parse(answer);
    if (result !== undefined) return result;
    throw new Error(error?.message ?? "no result");
  } catch (cause) {
    throw new AppError("unavailable", "The sandbox chain did not take the transaction", { cause });
  }
}

/** Parameters of `eth_sendTransaction`; quantities in hexadecimal. */
type EvmOrder = {
  readonly from: string;
  readonly to: string;
  readonly value?: string;
  readonly data?: string;
};

/** First four bytes of keccak256("transfer(address,uint256)"). */
const TRANSFER_SELECTOR = "0xa9059cbb";
const WORD_DIGITS = 64;

/**
 * Pays from an account that the node holds unlocked, and returns the transaction id.
 * @throws AppError `unavailable` when the node does not accept it in time
 */
async function payFromUnlocked(chain: EvmSandboxNetwork, payment: PlayPayment): Promise<string> {
  const order = { ...evmOrder(chain.faucet, payment), ...FAUCET_FEES };
  return await againWhileRaced(() => callSandboxNode(chain.rpcUrl, "eth_sendTransaction", order));
}

/** Builds the payment as a transaction of the EVM family. */
export function evmOrder(from: string, { to, contract, units }: PlayPayment): EvmOrder {
  if (contract === null) return { from, to, value: `0x${units.toString(16)}` };
  return { from, to: contract, data: transferData(to, units) };
}

/**
 * Builds the calldata of `transfer(address,uint256)`, by the contract ABI: the selector, then each
 * argument in 32 bytes.
 */
export function transferData(to: string, units: bigint): string {
  const address = to.slice(2).toLowerCase().padStart(WORD_DIGITS, "0");
  return TRANSFER_SELECTOR + address + units.toString(16).padStart(WORD_DIGITS, "0");
}

const SERVER_ERROR = 500;
const CLIENT_ERROR = 400;

/** Null if the receiver's own transaction is created by the block. */
const paid = z.object({ transactionId: z.string().nullable() });

/**
 * Makes a sandbox chain pay: `POST {outputs:[{to, contract, units}]}`, base units as text. Returns
 * the transaction id if it is known already.
 *
 * @throws AppError `refused` when the chain cannot carry such a payment, which for the gateway's
 *   payments means that it is too small for the chain; `unavailable` when its node does not accept
 *   it in time
 */
export async function payByUrl(payUrl: string, { to, contract, units }: PlayPayment): Promise<string | null> {
  const { status, answer } = await order(payUrl, { outputs: [{ to, contract, units: units.toString() }] });
  if (status >= CLIENT_ERROR && status < SERVER_ERROR) {
    throw new AppError("refused", "The sandbox chain does not carry so small a payment", { details: { answer } });
  }
  const parsed = paid.safeParse(answer);
  if (status >= SERVER_ERROR || !parsed.success) throw notTaken(answer);
  return parsed.data.transactionId;
}

async function order(payUrl: string, body: unknown) {
  try {
    return await postToSandboxNode(payUrl, body);
  } catch (cause) {
    throw notTaken(cause);
  }
}

function notTaken(cause: unknown): AppError {
  return new AppError("unavailable", "The sandbox chain did not take the transaction", { cause });
}

/**
 * Makes the rich account of a network's sandbox chain pay what `make` builds. Returns the
 * transaction id; null if the chain reports it only once the payment is in a block.
 *
 * @throws AppError `unavailable` when there is no such chain or its node does not accept it in
 *   time, `refused` when the payment is too small for the chain
 */
export async function sendFromFaucet(
  networkCode: string,
  make: (chain: SandboxNetwork) => PlayPayment,
): Promise<string | null> {
  const chain = parseSandboxNetworks(readSandboxFile()).get(networkCode);
  if (chain === undefined) throw new AppError("unavailable", "The sandbox chain is not described");
  const payment = make(chain);
  return chain.family === "evm" ? await payFromUnlocked(chain, payment) : await payByUrl(chain.payUrl, payment);
}
