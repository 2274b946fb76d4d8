import { randomBytes } from "node:crypto";
import type { BlockReference, ChainDriver, ReceiveCost, Transfer } from "@/lib/chains/driver";
import { readCursor } from "@/lib/money-in/deposits/chain-repo";
import { recordBlocks } from "@/lib/money-in/deposits/record-blocks";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** Blocks of `bsc` as a node would return them, recorded as the watcher does. */

const NETWORK = { code: "bsc", family: "evm", isSandbox: false, lagLimitSeconds: 600, needsSecondNode: false } as const;

export const newHash = () => `0x${randomBytes(32).toString("hex")}`;
export const newAddress = () => newHash().slice(0, 42);

type TransferInBlock = Omit<Transfer, "block">;

/** Creates the next blocks, the first with these transfers and costs. */
export async function nextBlocks(
  count: number,
  transfers: readonly TransferInBlock[],
  {
    spending = "nonce",
    costs = [],
    needsSecondNode = false,
  }: {
    readonly spending?: "nonce" | "expiring";
    readonly costs?: readonly Omit<ReceiveCost, "block">[];
    readonly needsSecondNode?: boolean;
  } = {},
) {
  const cursor = await readCursor(NETWORK.code);
  if (cursor === null) throw new Error("no cursor");
  const height = Number.parseInt(cursor.height.toString(), 10) + 1;
  const first: BlockReference = { height, hash: newHash(), parentHash: cursor.hash, time: new Date() };
  const blocks = [first];
  while (blocks.length < count) {
    const { height: below = 0, hash: parentHash = "" } = blocks.at(-1) ?? {};
    blocks.push({ height: below + 1, hash: newHash(), parentHash, time: new Date() });
  }
  const placed = transfers.map((transfer) => ({ ...transfer, block: first }));
  const taken = costs.map((cost) => ({ ...cost, block: first }));
  const scan: ChainDriver["scan"] = async ({ match }) => {
    await match([...transfers.map(({ to }) => to), ...costs.map(({ address }) => ({ address, memo: null }))]);
    return { blocks, transfers: placed, costs: taken };
  };
  const driver = { family: "evm", features: { spending }, scan } as Partial<ChainDriver> as ChainDriver;
  const range = { cursor, fromHeight: height, toHeight: height + count - 1 };
  const network = { ...NETWORK, needsSecondNode };
  return {
    first,
    blocks,
    transfers: placed,
    record: () => recordBlocks(driver, network, range, AbortSignal.timeout(120_000)),
  };
}

/** Creates a transfer of USDT to an invoice's address, in a separate transaction. */
export async function transferTo(
  invoice: Invoice,
  units: bigint,
  changes: Partial<Transfer> = {},
): Promise<TransferInBlock> {
  const contract = (await loadCatalog()).service("USDT", NETWORK.code)?.contract;
  const address = invoice.currentQuote?.address;
  if (!contract || address === undefined) throw new Error("nothing to be paid in USDT");
  const to = { address, memo: null };
  const asset = { kind: "token", contract } as const;
  return { transactionId: newHash(), position: "log:0", asset, units, from: newAddress(), to, ...changes };
}
