import { Button } from "@/components/ui/button";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Money } from "@/components/ui/money";
import type { HotCoinView, HotWalletView } from "@/lib/operations/hot-wallets-schema";

export type HotCoinTableProps = {
  readonly wallet: HotWalletView;
  readonly onEdit: (what: "policy" | "cold", coin: HotCoinView) => void;
  readonly onSweep: (coin: HotCoinView) => void;
};

const hasSome = (amount: string) => /[1-9]/.test(amount);

/** Where each coin of a network stands, and what can be done about it. */
export function HotCoinTable({ wallet, onEdit, onSweep }: HotCoinTableProps) {
  return (
    <DataTable
      label={`Coins on ${wallet.networkName}`}
      columns={[...PLACES, actions({ onEdit, onSweep })]}
      rows={wallet.coins}
      keyOf={(coin) => coin.currency}
    />
  );
}

function place(id: "hot" | "inFlight" | "onDeposits" | "cold", header: string): Column<HotCoinView> {
  return { id, header, align: "end", cell: (coin) => <Amount amount={coin[id]} currency={coin.currency} /> };
}

function Amount({ amount, currency }: { amount: string; currency: string }) {
  return hasSome(amount) ? (
    <Money amount={amount} currency={currency} align="end" />
  ) : (
    <span className="text-ink-quiet">–</span>
  );
}

const PLACES: readonly Column<HotCoinView>[] = [
  {
    id: "currency",
    header: "Coin",
    phone: "title",
    cell: (coin) => <span className="font-medium">{coin.currency}</span>,
  },
  place("hot", "In the hot wallet"),
  place("inFlight", "In flight"),
  place("onDeposits", "On deposit addresses"),
  place("cold", "Cold"),
  {
    id: "waiting",
    header: "Waiting sends",
    align: "end",
    cell: (coin) =>
      coin.waitingCount === 0 ? (
        <span className="text-ink-quiet">–</span>
      ) : (
        <span className="flex flex-col items-end">
          <Money amount={coin.waitingAmount} currency={coin.currency} align="end" />
          <span className="text-label text-ink-quiet">in {coin.waitingCount}</span>
        </span>
      ),
  },
];

function actions({ onEdit, onSweep }: Pick<HotCoinTableProps, "onEdit" | "onSweep">): Column<HotCoinView> {
  return {
    id: "actions",
    header: "Settings",
    align: "end",
    cell: (coin) => (
      <span className="flex flex-wrap justify-end gap-2">
        {hasSome(coin.onDeposits) && (
          <Button size="small" onClick={() => onSweep(coin)} aria-label={`Sweep ${coin.currency} now`}>
            Sweep now
          </Button>
        )}
        <Button size="small" onClick={() => onEdit("policy", coin)} aria-label={`Sweeping of ${coin.currency}`}>
          Sweeping…
        </Button>
        <Button size="small" onClick={() => onEdit("cold", coin)} aria-label={`Cold address of ${coin.currency}`}>
          Cold…
        </Button>
      </span>
    ),
  };
}
