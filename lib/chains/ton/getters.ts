import { Address, beginCell, type Cell } from "@ton/core";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { accountAt, sameAccountText, toAccountText, toMasterText } from "@/lib/chains/ton/config";
import { cell, fields, list, whole } from "@/lib/chains/ton/decode";
import { NodeAnswerError, readAccountState, type TonNode } from "@/lib/chains/ton/ton-node";

/** Exit codes with which a get method succeeds. */
const SUCCESS: ReadonlySet<number> = new Set([0, 1]);
/** Exit code where no contract exists. */
const NO_CONTRACT = -13;
/** The node ran the method but cannot encode its result: it reports that, or fails on it. */
const UNSPEAKABLE = /HTTP 501|failed to (decode|parse)|unsupported (stack )?(entry|type)|interface conversion/i;

type Entry = { readonly type: unknown; readonly value: unknown };

/**
 * Returns the account that holds an owner's tokens of this master; null when no contract there
 * answers like a master.
 */
export async function readTokenWallet(
  node: TonNode,
  master: string,
  owner: string,
  signal: AbortSignal,
): Promise<string | null> {
  const argument = beginCell().storeAddress(accountAt(owner)).endCell().toBoc().toString("base64");
  const stack = [{ type: "slice", value: argument }];
  const address = await callGetter(node, { account: master, method: "get_wallet_address", stack }, signal, (answer) =>
    addressIn(answer[0]),
  );
  return address === null ? null : toAccountText(address);
}

export type TokenWallet = { readonly units: bigint; readonly owner: string; readonly master: string };

/**
 * Returns a contract's own claim to be a token wallet, which any contract may make; null when it
 * makes none.
 */
export function readTokenWalletData(node: TonNode, wallet: string, signal: AbortSignal): Promise<TokenWallet | null> {
  return callGetter(node, { account: wallet, method: "get_wallet_data", stack: [] }, signal, (answer) => ({
    units: numberIn(answer[0]),
    owner: toAccountText(addressIn(answer[1])),
    master: toMasterText(addressIn(answer[2])),
  }));
}

/** Returns the cell that describes the token of a master (TEP-64); null when it is not a master. */
export function readTokenContent(node: TonNode, master: string, signal: AbortSignal): Promise<Cell | null> {
  return callGetter(node, { account: master, method: "get_jetton_data", stack: [] }, signal, (answer) =>
    cellIn(answer[3]),
  );
}

/** The network's contract that elects its validators. */
const ELECTOR = toAccountText(new Address(-1, Buffer.alloc(32, 0x33)));

/**
 * @throws Error when this node currently runs no methods, not even one of the network's own
 *   contract
 */
export async function assertRunsMethods(node: TonNode, signal: AbortSignal): Promise<void> {
  const answer = await run(node, { address: ELECTOR, method: "active_election_id", stack: [] }, signal);
  const exitCode = answer === null ? NO_CONTRACT : whole(answer["exit_code"]);
  if (exitCode === NO_CONTRACT) throw new ChainInconsistentError(`${node.name} runs no methods of contracts`);
}

type Call = {
  readonly account: string;
  readonly method: string;
  readonly stack: readonly Entry[];
};

/**
 * Runs one method. Null means the contract's own fault: it has no such method, the method fails, or
 * it returns something else, and third parties deploy such contracts on purpose. Only a node that
 * seems to be behind its own index is an error, so that the caller retries.
 */
async function callGetter<Answer>(
  node: TonNode,
  { account, method, stack }: Call,
  signal: AbortSignal,
  read: (stack: readonly unknown[]) => Answer,
): Promise<Answer | null> {
  const answer = await run(node, { address: account, method, stack }, signal);
  if (answer === null) return null;
  const exitCode = whole(answer["exit_code"]);
  if (exitCode === NO_CONTRACT) await assertNotBehind(node, account, signal);
  if (!SUCCESS.has(exitCode)) return null;
  const answered = list(answer["stack"]);
  try {
    return read(answered);
  } catch {
    return null;
  }
}

async function run(node: TonNode, call: unknown, signal: AbortSignal) {
  try {
    return fields(await node.post("/api/v3/runGetMethod", call, signal));
  } catch (error) {
    if (error instanceof NodeAnswerError && UNSPEAKABLE.test(error.message)) return null;
    throw error;
  }
}

/**
 * Methods run on another server than the one that wrote the index: if it does not have the contract
 * yet, it cannot prove a fake.
 */
async function assertNotBehind(node: TonNode, account: string, signal: AbortSignal): Promise<void> {
  const { status } = await readAccountState(node, sameAccountText(account), signal);
  if (status === "active")
    throw new ChainInconsistentError(`${node.name} has a contract in its index that it cannot run`);
}

function addressIn(entry: unknown): Address {
  return cellIn(entry).beginParse().loadAddress();
}

/** A slice is sent as the cell that it fills, and older servers name it a cell. */
function cellIn(entry: unknown): Cell {
  const { type, value } = fields(entry);
  if (type !== "cell" && type !== "slice") throw new TypeError("the contract answered no cell");
  return cell(value);
}

function numberIn(entry: unknown): bigint {
  const { type, value } = fields(entry);
  if (type !== "num" || typeof value !== "string" || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) {
    throw new TypeError("the contract answered no number above zero");
  }
  return BigInt(value);
}
