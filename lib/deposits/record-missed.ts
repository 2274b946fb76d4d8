import { loadCatalog } from "@/lib/catalog/queries";
import { toAddressKey } from "@/lib/chains/address-key";
import type { ChainDriver, Transfer } from "@/lib/chains/driver";
import { withTransaction } from "@/lib/db";
import { findAddresses } from "@/lib/deposits/chain-repo";
import type { WatchedAddress } from "@/lib/deposits/holdings-repo";
import { findReadBlock, listStanding, lockHeight } from "@/lib/deposits/missed-repo";
import type { ReadNetwork } from "@/lib/deposits/read-network";
import { recordTransfers, settleOwners } from "@/lib/deposits/record-blocks";

type Gain = { readonly height: number; readonly units: bigint };

/**
 * Records what was found beside the scan, if its block is one of those that were read and it is no more than what the balance grew by.
 * @returns whether anything was recorded
 */
export async function recordMissed(
  driver: ChainDriver,
  network: ReadNetwork,
  found: { readonly at: WatchedAddress; readonly gain: Gain; readonly transfers: readonly Transfer[] },
  signal: AbortSignal,
): Promise<boolean> {
  const { at, gain, transfers } = found;
  const hash = transfers[0]?.block?.hash;
  if (hash === undefined || !(await isOnOurBranch(driver, network.code, gain.height, signal))) return false;
  const catalog = await loadCatalog();
  return withTransaction(async (tx) => {
    const height = await lockHeight(tx, network.code);
    if (height === null || height < BigInt(gain.height)) return false;
    const read = await findReadBlock(tx, network.code, BigInt(gain.height));
    const isForgotten = read.lowest !== null && BigInt(gain.height) < read.lowest.height;
    if (read.hash !== hash && !isForgotten) return false;
    const standing = await listStanding(tx, network.code, at.id);
    const added = transfers.filter(
      ({ transactionId, position }) =>
        !standing.some((one) => one.transactionId === transactionId && one.position === position),
    );
    const sum = added.reduce((total, { units }) => total + units, 0n);
    if (sum === 0n || sum > gain.units) return false;
    const ours = new Map(
      (await findAddresses(tx, driver.family, [toAddressKey(driver.family, at.address)])).map((owned) => [
        owned.addressKey,
        owned,
      ]),
    );
    const recorded = await recordTransfers(tx, { catalog, network, driver, ours }, added);
    await settleOwners(tx, recorded);
    return recorded.length > 0;
  });
}

/** Of a block below those that are kept no hash is known: the nodes must have our lowest one, on which it all stands. */
async function isOnOurBranch(driver: ChainDriver, networkCode: string, height: number, signal: AbortSignal) {
  const { lowest } = await withTransaction((tx) => findReadBlock(tx, networkCode, BigInt(height)));
  if (lowest === null || lowest.height <= BigInt(height)) return lowest !== null;
  const said = await driver.blockAt(Number.parseInt(lowest.height.toString(), 10), signal);
  return said?.hash === lowest.hash;
}
