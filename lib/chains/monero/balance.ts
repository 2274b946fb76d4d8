import { ChainInconsistentError } from "@/lib/chains/errors";
import type { Asset } from "@/lib/chains/facts";
import { readHead } from "@/lib/chains/monero/blocks";
import { count, fieldsOf, list, units } from "@/lib/chains/monero/decode";
import type { MoneroNode, MoneroService } from "@/lib/chains/monero/monero-node";
import type { SpendingNode } from "@/lib/chains/monero/prepare";
import { decodePayments, isLeftOut, type WalletPayment } from "@/lib/chains/monero/transactions";

/** A month: what a busy wallet receives in it fits in one answer. */
const LISTED_BLOCKS = 20_000;

/**
 * Returns the current balance of a wallet address. Only a wallet with the spend key knows what was
 * spent; a view-only wallet returns everything ever received.
 * @throws Error for an address of another wallet, which cannot be read, and for a past height
 */
export async function readBalance(
  node: MoneroNode,
  wanted: { readonly address: string; readonly asset: Asset; readonly atHeight: number | null },
  signal: AbortSignal,
): Promise<bigint> {
  const { address, asset, atHeight } = wanted;
  if (asset.kind !== "native") throw new TypeError("Monero has no tokens");
  if (atHeight !== null && (await readHead(node, signal)).height !== atHeight) {
    throw new Error(`${node.name} knows what addresses hold now, not at block ${atHeight}`);
  }
  const wallet = node.signer ?? node.wallet;
  await wallet.call("refresh", {}, signal);
  const index = fieldsOf((await wallet.call("get_address_index", { address }, signal)).index);
  const [account, minor] = [count(index.major), count(index.minor)];
  const balances = await wallet.call("get_balance", { account_index: account, address_indices: [minor] }, signal);
  const own = list(balances.per_subaddress)
    .map(fieldsOf)
    .find(({ address_index }) => count(address_index) === minor);
  return own === undefined ? 0n : units(own.balance);
}

/**
 * Returns the total of all wallet addresses, locked or not, for what had arrived up to a height;
 * what was spent above it is already subtracted. Excludes what senders have locked for too long,
 * which is in no ledger.
 * @throws Error when the wallet or its daemon has not synced that far
 */
export async function readWholeWallet(node: SpendingNode, atHeight: number, signal: AbortSignal): Promise<bigint> {
  const { signer } = node;
  await signer.call("refresh", {}, signal);
  const read = await readHeight(signer, signal);
  const head = await readHead(node, signal);
  if (read <= atHeight || head.height < atHeight) {
    throw new ChainInconsistentError(`${signer.name} has read ${read} blocks, and is asked about block ${atHeight}`);
  }
  const payments = await listPayments(signer, read, signal);
  const { total_balance } = await signer.call("get_accounts", {}, signal);
  if ((await readHeight(signer, signal)) !== read) throw new ChainInconsistentError(`${signer.name} read a new block`);
  return payments
    .filter((payment) => payment.height > atHeight || isLeftOut(payment))
    .reduce((rest, { units: paid }) => rest - paid, units(total_balance));
}

async function readHeight(wallet: MoneroService, signal: AbortSignal): Promise<number> {
  return count((await wallet.call("get_height", {}, signal)).height);
}

async function listPayments(
  wallet: MoneroService,
  blocks: number,
  signal: AbortSignal,
): Promise<readonly WalletPayment[]> {
  const found: WalletPayment[] = [];
  // The lower bound is the block below the first one to include.
  for (let below = 0; below < blocks; below += LISTED_BLOCKS) {
    const bounds = { filter_by_height: true, min_height: below, max_height: below + LISTED_BLOCKS };
    found.push(
      ...decodePayments((await wallet.call("get_transfers", { in: true, all_accounts: true, ...bounds }, signal)).in),
    );
  }
  return found;
}
