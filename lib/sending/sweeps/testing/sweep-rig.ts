import { database, withTransaction } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { hotCustody, operatorCapital } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { listCandidates } from "@/lib/sending/sweeps/candidates-repo";
import { startSweep } from "@/lib/sending/sweeps/start-sweep";
import { gasSends, sweepSends } from "@/lib/sending/sweeps/sweep-sends";
import type { SimulatedSend } from "@/lib/sending/sweeps/testing/simulated-sends";

/** Sweeps on bsc, whose native coin is BNB, in a gateway with simulated chains. */
export const NATIVE = "BNB";
const NETWORK = "bsc";
const HOT = `0x${"22".repeat(20)}`;

/** Creates a hot wallet with gas. */
export async function openHotWallet(native = "10"): Promise<void> {
  await database().hotWallet.create({ data: { family: "evm", derivationIndex: 0, address: HOT } });
  const legs = [{ debit: hotCustody(NETWORK, NATIVE), credit: operatorCapital(NATIVE), amount: decimal(native) }];
  await withTransaction((tx) => postEntry(tx, { kind: "capital.fund", reference: "gas", groupId: "test", legs }));
}

/** Plans sweeps of every address, or only of the given one, without querying a chain for fees. */
export async function sweepAll(
  currencyCode: string,
  options: { needed?: Decimal; enough?: Decimal; addressId?: bigint; pauseUnitMs?: number } = {},
) {
  const service = (await loadCatalog()).service(currencyCode, NETWORK);
  if (service === null) throw new Error(`no ${currencyCode} on ${NETWORK}`);
  const needed = options.needed ?? decimal("0.001");
  const found = await listCandidates({
    networkCode: NETWORK,
    currencyCode,
    amountMin: ZERO,
    waitingSince: null,
    pauseUnitMs: options.pauseUnitMs ?? 0,
    limit: 100,
  });
  const plan = {
    service,
    nativeCurrency: NATIVE,
    hot: HOT,
    needed,
    enough: options.enough ?? needed,
    isFeePaidByHotWallet: false,
  };
  const wanted = found.filter(({ addressId }) => (options.addressId ?? addressId) === addressId);
  const started = await Promise.all(wanted.map((candidate) => startSweep(plan, candidate)));
  return started.filter((id) => id !== null);
}

export function gasOf(sweepId: string): SimulatedSend {
  return { purpose: "gas", owner: gasSends, purposeId: sweepId, native: NATIVE };
}

export function sendOfSweep(sweepId: string): SimulatedSend {
  return { purpose: "sweep", owner: sweepSends, purposeId: sweepId, native: NATIVE };
}

export async function sweepOf(depositId: string): Promise<string | null> {
  return (await database().deposit.findUniqueOrThrow({ where: { id: depositId } })).sweepId;
}
