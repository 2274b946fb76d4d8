import { Snowflake } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { EmptyCell } from "@/components/ui/empty-cell";
import { MenuItem } from "@/components/ui/menu";
import { Money } from "@/components/ui/money";
import { RowMenu } from "@/components/ui/row-menu";
import type { Column } from "@/components/ui/table-column";
import type { HotCoinView, HotWalletView } from "@/lib/fronts/admin/hot-wallets-schema";
import { moneyText } from "@/lib/kernel/money/format";

export type HotCoinTableProps = {
  readonly wallet: HotWalletView;
  /** Wallets of every network: a column that is empty in all of them is omitted. */
  readonly wallets: readonly HotWalletView[];
  readonly onEdit: (what: "policy" | "cold", coin: HotCoinView) => void;
  readonly onSweep: (coin: HotCoinView) => void;
};

const hasSome = (amount: string) => /[1-9]/.test(amount);

/** Holdings of each coin of a network, with the available actions. */
export function HotCoinTable({ wallet, wallets, onEdit, onSweep }: HotCoinTableProps) {
  const all = wallets.flatMap(({ coins }) => coins);
  const places = COIN_COLUMNS.filter(({ id }) => all.some((coin) => isFilled(coin, id)));
  return (
    <DataTable
      label={`Coins on ${wallet.networkName}`}
      columns={[CURRENCY, ...places, actions({ onEdit, onSweep })]}
      rows={wallet.coins}
      keyOf={(coin) => coin.currency}
    />
  );
}

/** The hot wallet's balance is always shown. */
function isFilled(coin: HotCoinView, id: CoinColumnId): boolean {
  if (id === "hot") return true;
  return id === "waiting" ? coin.waitingCount > 0 : hasSome(coin[id]);
}

type CoinColumnId = "hot" | "inFlight" | "onDeposits" | "cold" | "waiting";
type CoinColumn = Column<HotCoinView> & { readonly id: CoinColumnId };

function place(id: Exclude<CoinColumnId, "waiting">, header: string): CoinColumn {
  return { id, header, align: "end", cell: (coin) => amountCell(coin[id], coin.currency) };
}

function amountCell(amount: string, currency: string, note?: ReactNode) {
  if (!hasSome(amount) && !note) return <EmptyCell />;
  return <Money amount={amount} currency={currency} align="end" note={note} mayBreak />;
}

const CURRENCY: Column<HotCoinView> = {
  id: "currency",
  header: "Coin",
  phone: "title",
  cell: (coin) => <span className="font-medium">{coin.currency}</span>,
};

const COIN_COLUMNS: readonly CoinColumn[] = [
  {
    id: "hot",
    header: "Hot wallet",
    align: "end",
    cell: (coin) =>
      amountCell(coin.hot, coin.currency, coin.inCoins && <InCoins coins={coin.inCoins} currency={coin.currency} />),
  },
  place("inFlight", "In flight"),
  place("onDeposits", "On deposit addresses"),
  place("cold", "Cold"),
  {
    id: "waiting",
    header: "Waiting sends",
    align: "end",
    cell: (coin) =>
      coin.waitingCount === 0 ? (
        <EmptyCell />
      ) : (
        amountCell(
          coin.waitingAmount,
          coin.currency,
          `${coin.waitingCount} ${coin.waitingCount === 1 ? "send" : "sends"}`,
        )
      ),
  },
];

/** On a UTXO chain the hot wallet consists of all coins, whichever of our addresses they are on. */
function InCoins({ coins, currency }: { coins: NonNullable<HotCoinView["inCoins"]>; currency: string }) {
  const { count, largest, keptCount, kept } = coins;
  if (count + keptCount === 0) return null;
  return (
    <span className="flex flex-col items-end text-label text-ink-quiet">
      {count > 0 && (
        <span>
          {count === 1 ? "1 spendable coin" : `${count} spendable coins, the largest ${moneyText(largest, currency)}`}
        </span>
      )}
      {keptCount > 0 && (
        <span title="Not confirmed enough, or deposits awaiting a decision or refund">
          {keptCount === 1 ? "1 coin" : `${keptCount} coins`} ({moneyText(kept, currency)}) not spendable yet
        </span>
      )}
    </span>
  );
}

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
        {coin.policy !== null && (
          <Button size="small" onClick={() => onEdit("policy", coin)} aria-label={`Sweep policy of ${coin.currency}`}>
            Sweep policy…
          </Button>
        )}
        <RowMenu label={`Actions for ${coin.currency}`}>
          <MenuItem icon={Snowflake} tone="danger" onSelect={() => onEdit("cold", coin)}>
            Cold address…
          </MenuItem>
        </RowMenu>
      </span>
    ),
  };
}
