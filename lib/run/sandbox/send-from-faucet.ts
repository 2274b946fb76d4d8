import { z } from "zod";
import { type EvmSandboxNetwork, parseSandboxNetworks, type SandboxNetwork } from "@/lib/chains/sandbox-file";
import { readSandboxFile } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { outboundRequest } from "@/lib/kernel/http/outbound-request";
import type { PlayPayment } from "@/lib/run/sandbox/play-money";

const TRIES = 30;
const PAUSE_MS = 40;
/**
 * How a node says that another transaction of the same account took the nonce between its look and
 * its entry into the pool.
 */
const LOST_RACE = /nonce too low|already imported|already known|underpriced/i;

/**
 * Sends again while another sender of the same account was quicker. A sandbox chain signs for its
 * faucet by itself, and gives two payers who press at once the same nonce: the second is refused,
 * so nothing of it is on the chain and it may be sent again.
 * @throws what `send` threw, at once when it is of another kind
 */
export async function againWhileRaced<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send();
    } catch (error) {
      if (tried === TRIES || !LOST_RACE.test(reasonOf(error))) throw error;
      // Not all losers of one race at the same moment.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried * Math.random()));
    }
  }
}

/** The node's own words, which our error may carry as its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/**
 * Both a node that hangs and one that is merely slow are given up before whoever pressed the button
 * gives up.
 */
const NODE_LIMIT_MS = 8_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Posts JSON to a play-money node of this machine. @throws when there is no answer in time, or one
 * that is no JSON
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
 * One JSON-RPC call with one parameter to a play-money node of this machine, whose answer is text.
 * @throws AppError `unavailable` when the node refuses or does not answer in time
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

/**
 * The least: a node would choose a tip of its own, a hundred times of what a quiet chain asks, and
 * all that leaves within the next blocks would rightly wait, because the network asks for so much
 * more than was counted on.
 */
const TIP = { maxPriorityFeePerGas: "0x1" };
/** First four bytes of keccak256("transfer(address,uint256)"). */
const TRANSFER_SELECTOR = "0xa9059cbb";
const WORD_DIGITS = 64;

/**
 * Pays from an account that its node holds unlocked, and answers the transaction's id.
 * @throws AppError `unavailable` when the node does not take it in time
 */
async function payFromUnlocked(chain: EvmSandboxNetwork, payment: PlayPayment): Promise<string> {
  const order = { ...evmOrder(chain.faucet, payment), ...TIP };
  return await againWhileRaced(() => callSandboxNode(chain.rpcUrl, "eth_sendTransaction", order));
}

/** The payment as a transaction of the EVM family. */
export function evmOrder(from: string, { to, contract, units }: PlayPayment): EvmOrder {
  if (contract === null) return { from, to, value: `0x${units.toString(16)}` };
  return { from, to: contract, data: transferData(to, units) };
}

/**
 * Calldata of `transfer(address,uint256)`, by the contract ABI: the selector, then each argument in
 * 32 bytes.
 */
export function transferData(to: string, units: bigint): string {
  const address = to.slice(2).toLowerCase().padStart(WORD_DIGITS, "0");
  return TRANSFER_SELECTOR + address + units.toString(16).padStart(WORD_DIGITS, "0");
}

const SERVER_ERROR = 500;
const CLIENT_ERROR = 400;

/** Null where the receiver's own transaction is made by the block. */
const paid = z.object({ transactionId: z.string().nullable() });

/**
 * Has a sandbox chain pay: `POST {outputs:[{to, contract, units}]}`, base units as text. Answers
 * the transaction's id where it is known already.
 *
 * @throws AppError `refused` when the chain does not carry such a payment, which for one of ours
 * means that it is too small for the chain; `unavailable` when its node does not take it in time
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
 * Has the rich account of a network's sandbox chain pay what `make` makes of it. Answers the
 * transaction's id; null where the chain tells it only when the payment is in a block.
 *
 * @throws AppError `unavailable` when there is no such chain or its node does not take it in time,
 * `refused` when the chain cannot carry so small a payment
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
