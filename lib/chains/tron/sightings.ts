import type { Asset, BlockReference, Transfer } from "@/lib/chains/facts";
import { fromContractForm } from "@/lib/chains/tron/address";
import type { TronBlock, TronTransaction } from "@/lib/chains/tron/blocks";
import type { InternalTransfer, TransactionInfo, TronLog } from "@/lib/chains/tron/transaction-infos";
import { readWord, TRANSFER_TOPIC, WORD_DIGITS } from "@/lib/chains/tron/trc20";

/** Kinds of transactions that run a contract: only these can log, or move money beyond what they say themselves. */
const RUNS_CONTRACT: ReadonlySet<string> = new Set(["TriggerSmartContract", "CreateSmartContract"]);

export function runsContract({ contractType }: TronTransaction): boolean {
  return RUNS_CONTRACT.has(contractType);
}

/**
 * Everything above zero that moved in a block, in chain order: TRX by transfer and by contracts, and tokens of all
 * contracts, because what arrives in an unknown one is still the payer's money. TRC-10 is left out.
 */
export function transfersIn(block: TronBlock, infoOf: ReadonlyMap<string, TransactionInfo>): readonly Transfer[] {
  return block.transactions.flatMap((transaction) => {
    const { id } = transaction;
    const info = runsContract(transaction) ? infoOf.get(id) : undefined;
    const found = [...byTransfer(transaction), ...(info?.ranWell ? byContract(info) : [])];
    return found.filter(({ units }) => units > 0n).map((movement) => toTransfer(movement, id, block.reference));
  });
}

type Movement = Pick<Transfer, "position" | "asset" | "units" | "from"> & { readonly to: string };

function toTransfer({ to, ...movement }: Movement, transactionId: string, block: BlockReference): Transfer {
  return { ...movement, transactionId, to: { address: to, memo: null }, block };
}

function byTransfer({ transfer, succeeded }: TronTransaction): readonly Movement[] {
  if (transfer === null || !succeeded) return [];
  return [{ ...transfer, position: "native", asset: { kind: "native" } }];
}

/** Positions count within the transaction itself, so that they outlive a reorganisation. */
function byContract({ logs, internalTransfers }: TransactionInfo): readonly Movement[] {
  return [...logs.flatMap(byLog), ...internalTransfers.map(byInternal)];
}

function byInternal({ index, from, to, units }: InternalTransfer): Movement {
  return { position: `internal:${index}`, asset: { kind: "native" }, units, from, to };
}

/**
 * Three topics and one word of data is TRC-20; four topics is a collectible, which is no money. The token is the contract
 * that logged, whatever contract the transaction called and whatever name that token gives itself.
 */
function byLog({ contract, topics, data }: TronLog, index: number): readonly Movement[] {
  const [event, from, to] = topics;
  if (event !== TRANSFER_TOPIC || topics.length !== 3 || data.length !== WORD_DIGITS) return [];
  const [sender, receiver] = [addressIn(from), addressIn(to)];
  if (sender === null || receiver === null || !/^[0-9a-f]{40}$/.test(contract)) return [];
  const asset: Asset = { kind: "token", contract: fromContractForm(contract) };
  return [{ position: `log:${index}`, asset, units: readWord(data) ?? 0n, from: sender, to: receiver }];
}

/** The address is the low 20 bytes of its word; the rest says nothing. */
function addressIn(topic: string | undefined): string | null {
  return topic === undefined || topic.length !== WORD_DIGITS ? null : fromContractForm(topic.slice(-40));
}
