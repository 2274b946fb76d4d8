import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-key";
import type { ChainDriver, Destination, Transfer } from "@/lib/chains/driver";
import { type Tx, withTransaction } from "@/lib/db";
import {
  countUnknownToken,
  type DepositOwner,
  findAddresses,
  insertBlocks,
  listRipe,
  moveCursor,
  type OwnedAddress,
  type StoredCursor,
  upsertDeposit,
} from "@/lib/deposits/chain-repo";
import { enqueueSettlement } from "@/lib/deposits/jobs";
import { NO_OWNER } from "@/lib/deposits/owners";
import type { ReadNetwork } from "@/lib/deposits/read-network";
import { fromBaseUnits } from "@/lib/money/base-units";

type Range = { readonly cursor: StoredCursor; readonly fromHeight: number; readonly toHeight: number };
type Ours = ReadonlyMap<string, OwnedAddress>;

/**
 * Reads a range of blocks and writes what they brought to our addresses, together with the moved cursor: all or nothing.
 * False when the chain or another worker moved meanwhile; the caller starts over from the cursor.
 */
export async function recordBlocks(
  driver: ChainDriver,
  network: ReadNetwork,
  range: Range,
  signal: AbortSignal,
): Promise<boolean> {
  const catalog = await loadCatalog();
  const ours = new Map<string, OwnedAddress>();
  const match = async (destinations: readonly Destination[]) => findOurs(driver.family, destinations, ours);
  const { blocks, transfers } = await driver.scan(
    { fromHeight: range.fromHeight, toHeight: range.toHeight, match },
    signal,
  );
  const last = blocks.at(-1);
  if (last === undefined || blocks[0]?.parentHash !== range.cursor.hash) return false;
  return withTransaction(async (tx) => {
    const to = { height: BigInt(last.height), hash: last.hash };
    if (!(await moveCursor(tx, network.code, range.cursor, to))) return false;
    await insertBlocks(
      tx,
      blocks.map((block) => ({ networkCode: network.code, ...block, height: BigInt(block.height) })),
    );
    const touched = await recordTransfers(tx, { catalog, network, driver, ours }, transfers);
    await settleOwners(tx, [...touched, ...(await listRipe(tx, network.code, to.height))]);
    return true;
  });
}

async function findOurs(family: AddressFamily, destinations: readonly Destination[], ours: Map<string, OwnedAddress>) {
  const keys = new Map(destinations.map(({ address }) => [toAddressKey(family, address), address]));
  const found = await findAddresses(family, [...keys.keys()]);
  for (const address of found) ours.set(address.addressKey, address);
  return new Set(found.flatMap((address) => keys.get(address.addressKey) ?? []));
}

type Recording = {
  readonly catalog: Catalog;
  readonly network: ReadNetwork;
  readonly driver: ChainDriver;
  readonly ours: Ours;
};

async function recordTransfers(tx: Tx, recording: Recording, transfers: readonly Transfer[]): Promise<DepositOwner[]> {
  const owners: DepositOwner[] = [];
  for (const transfer of transfers) {
    const owner = await recordTransfer(tx, recording, transfer);
    if (owner !== null) owners.push(owner);
  }
  return owners;
}

/** Null when it changes nothing: a token that we do not know, or a deposit that stands recorded. */
async function recordTransfer(tx: Tx, recording: Recording, transfer: Transfer): Promise<DepositOwner | null> {
  const { catalog, network, driver, ours } = recording;
  const address = ours.get(toAddressKey(driver.family, transfer.to.address));
  const { block } = transfer;
  if (address === undefined || block === null) return null;
  const contract = transfer.asset.kind === "token" ? transfer.asset.contract : null;
  const service = catalog.serviceOfAsset(network.code, contract);
  // With unreviewed or contradicted decimals the amount is not known, and money must not be guessed.
  if (service === null || !service.isReviewed || service.mismatch !== null) {
    await countUnknownToken(tx, network.code, contract ?? "native");
    return null;
  }
  const deposit = await upsertDeposit(tx, {
    networkCode: network.code,
    transactionId: transfer.transactionId,
    position: transfer.position,
    currencyCode: service.currency.code,
    amount: fromBaseUnits(transfer.units, service.decimals).toFixed(),
    fromAddress: transfer.from,
    toAddress: transfer.to.address,
    addressId: address.id,
    ownerKind: address.ownerKind,
    ownerId: address.ownerId,
    blockHeight: BigInt(block.height),
    blockHash: block.hash,
    blockTime: block.time,
  });
  return deposit === null ? null : { id: deposit.id, ownerKind: address.ownerKind, ownerId: address.ownerId };
}

/** Asks for everyone whose deposits changed to be settled, once each. */
export async function settleOwners(tx: Tx, owners: readonly DepositOwner[]): Promise<void> {
  const distinct = new Map(
    owners.map(({ id, ownerKind, ownerId }) => {
      const owner =
        ownerKind !== null && ownerId !== null ? { ownerKind, ownerId } : { ownerKind: NO_OWNER, ownerId: id };
      return [`${owner.ownerKind}:${owner.ownerId}`, owner];
    }),
  );
  for (const owner of distinct.values()) await enqueueSettlement(tx, owner);
}
