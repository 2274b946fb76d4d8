import { toHexAddress } from "@/lib/chains/tron/address";
import { list, object, text, units } from "@/lib/chains/tron/decode";
import type { TronNode } from "@/lib/chains/tron/http-node";

/** Prices that the block producers vote on, in sun. */
export type Prices = {
  readonly perEnergy: bigint;
  readonly perByte: bigint;
  /** Burnt for a transfer of TRX to an address without an account. */
  readonly newAccount: bigint;
  /** Burnt besides, unless the sender has staked bandwidth for the transaction. */
  readonly newAccountBandwidth: bigint;
};

/** What an account may use now without burning TRX. Bandwidth is taken whole from one of the two, or else paid for whole. */
export type Resources = { readonly stakedBytes: bigint; readonly freeBytes: bigint; readonly energy: bigint };

export async function readPrices(node: TronNode, signal: AbortSignal): Promise<Prices> {
  const answer = object(await node.ask("wallet/getchainparameters", {}, signal));
  const parameters = list(answer.chainParameter).map(object);
  const valueByKey = new Map(parameters.map(({ key, value }) => [text(key), value]));
  const price = (key: string): bigint => {
    if (!valueByKey.has(key)) throw new Error(`${node.name} tells no ${key}`);
    return units(valueByKey.get(key));
  };
  return {
    perEnergy: price("getEnergyFee"),
    perByte: price("getTransactionFee"),
    newAccount: price("getCreateNewAccountFeeInSystemContract"),
    newAccountBandwidth: price("getCreateAccountFee"),
  };
}

/** Nothing of anything for an address without an account. */
export async function readResources(node: TronNode, address: string, signal: AbortSignal): Promise<Resources> {
  const question = { address: toHexAddress(address) };
  const fields = object(await node.ask("wallet/getaccountresource", question, signal));
  return {
    stakedBytes: left(fields.NetLimit, fields.NetUsed),
    freeBytes: left(fields.freeNetLimit, fields.freeNetUsed),
    energy: left(fields.EnergyLimit, fields.EnergyUsed),
  };
}

export function coversBytes({ stakedBytes, freeBytes }: Resources, bytes: bigint): boolean {
  return stakedBytes >= bytes || freeBytes >= bytes;
}

/** Stakes may be withdrawn while their use has not recovered. */
function left(limit: unknown, used: unknown): bigint {
  const rest = units(limit) - units(used);
  return rest > 0n ? rest : 0n;
}
