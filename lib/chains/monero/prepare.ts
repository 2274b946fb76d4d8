import { ChainInconsistentError, TransactionRefusedError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { readBlock } from "@/lib/chains/monero/blocks";
import { count, fieldsOf, list, text, units } from "@/lib/chains/monero/decode";
import { levelOf } from "@/lib/chains/monero/fees";
import { type MoneroNode, type MoneroService, ServiceAnswerError } from "@/lib/chains/monero/monero-node";
import { openPayload, printPayload } from "@/lib/chains/monero/payload";
import { findTransactions } from "@/lib/chains/monero/transactions";
import type { FeeEstimate, TransferOutput, TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";

/** Where a key image has been published: in the chain, in the daemon's pool, or nowhere. */
type KeyImageState = "free" | "in-chain" | "waiting";

const STATES: ReadonlyMap<bigint, KeyImageState> = new Map([
  [0n, "free"],
  [1n, "in-chain"],
  [2n, "waiting"],
]);

/** In the order of the request. */
export async function readKeyImages(
  { daemon }: MoneroNode,
  keyImages: readonly string[],
  signal: AbortSignal,
): Promise<readonly KeyImageState[]> {
  if (keyImages.length === 0) return [];
  const answer = await daemon.post("is_key_image_spent", { key_images: keyImages }, signal);
  const states = list(answer.spent_status).map((state) => (typeof state === "bigint" ? STATES.get(state) : undefined));
  const known = states.filter((state) => state !== undefined);
  if (answer.status === "OK" && known.length === keyImages.length) return known;
  throw new Error(`${daemon.name} does not tell which key images are spent`);
}

/** Returns all key images published in the newest blocks, from this head down. */
export async function readNewestKeyImages(
  node: MoneroNode,
  head: BlockReference,
  blocks: number,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const transactionIds: string[] = [];
  for (let height = head.height; height > head.height - blocks && height > 0; height -= 1) {
    const block = await readBlock(node, height, signal);
    // The coinbase spends nothing.
    transactionIds.push(...(block?.transactionIds.slice(1) ?? []));
  }
  const found = await findTransactions(node, transactionIds, signal);
  if (found.length !== transactionIds.length) {
    throw new ChainInconsistentError(`${node.name} lacks transactions of its newest blocks`);
  }
  return new Set(found.flatMap((transaction) => transaction.head.keyImages));
}

/** A node that can send money. */
export type SpendingNode = MoneroNode & { readonly signer: MoneroService };

type Fields = Readonly<Record<string, unknown>>;

/**
 * wallet_rpc_server_error_codes.h: no money, none unlocked, or not enough once the fee is added.
 */
const INSUFFICIENT_FUNDS: readonly bigint[] = [-17n, -37n, -16n];
/** Too large, or no valid recipient: the same request would fail again. */
const INVALID: readonly bigint[] = [-2n, -18n, -20n];

/**
 * Makes the spending wallet create and sign the transaction without relaying it. It is in no pool
 * and the wallet stores nothing of it: if we do not store it, it does not exist.
 */
export async function prepareWithWallet(
  node: SpendingNode,
  { outputs }: TransferRequest,
  fee: FeeEstimate,
  signal: AbortSignal,
): Promise<UnsignedTransfer> {
  if (outputs.some(({ asset }) => asset.kind !== "native")) throw new TypeError("Monero has no tokens");
  await node.signer.call("refresh", {}, signal);
  const account = await chooseAccount(node.signer, outputs, signal);
  const made = await transfer(node.signer, { account, outputs, level: levelOf(fee) }, signal);
  const payload = printPayload(text(made.tx_blob), text(made.tx_key), outputs);
  const { keyImages, feeUnits } = openPayload({ payload, fee });
  const states = await readKeyImages(node, keyImages, signal);
  // The wallet learns from the block what it spent.
  if (states.some((state) => state !== "free")) {
    throw new TransactionRefusedError("funds", "what it would spend is in another transaction that waits");
  }
  return {
    payload,
    // Nothing is left to sign: the wallet has signed already.
    signingRequests: [],
    spends: { kind: "coins", coins: [], keyImages },
    fee: { ...fee, expectedUnits: feeUnits, maximumUnits: feeUnits },
  };
}

/**
 * A transaction spends from one account: deposits are in the first, money received at the hot
 * wallet's own address in the second. Chooses the account with the higher balance: if that cannot
 * pay, neither can the other.
 */
async function chooseAccount(
  signer: MoneroService,
  outputs: readonly TransferOutput[],
  signal: AbortSignal,
): Promise<number> {
  const wanted = outputs.reduce((sum, output) => sum + output.units, 0n);
  const { subaddress_accounts } = await signer.call("get_accounts", {}, signal);
  const accounts = list(subaddress_accounts).map((value) => {
    const fields = fieldsOf(value);
    return { index: count(fields.account_index), all: units(fields.balance), free: units(fields.unlocked_balance) };
  });
  const richest = accounts.toSorted((left, right) => (left.free < right.free ? 1 : -1))[0];
  if (richest !== undefined && richest.free > wanted) return richest.index;
  throw new TransactionRefusedError(
    "funds",
    accounts.some(({ all }) => all > wanted)
      ? "the wallet's money is locked until ten blocks are on top of what brought it"
      : "no account of the wallet holds so much",
  );
}

type Order = { readonly account: number; readonly outputs: readonly TransferOutput[]; readonly level: number };

async function transfer(signer: MoneroService, order: Order, signal: AbortSignal): Promise<Fields> {
  const parameters = {
    destinations: order.outputs.map(({ to, units: amount }) => ({ address: to.address, amount })),
    account_index: order.account,
    priority: order.level,
    do_not_relay: true,
    get_tx_hex: true,
    get_tx_key: true,
  };
  try {
    return await signer.call("transfer", parameters, signal);
  } catch (error) {
    if (!(error instanceof ServiceAnswerError)) throw error;
    if (INSUFFICIENT_FUNDS.includes(error.code))
      throw new TransactionRefusedError("funds", error.message, { cause: error });
    if (INVALID.includes(error.code)) throw new TransactionRefusedError("invalid", error.message, { cause: error });
    throw error;
  }
}
