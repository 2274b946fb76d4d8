"use client";

import { useState } from "react";
import { CoinTermsDialog } from "@/components/people/settings/coin-terms-dialog";
import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { DataTable } from "@/components/ui/data-table";
import { SelectField } from "@/components/ui/select-field";
import type { Column } from "@/components/ui/table-column";
import { rpc } from "@/lib/fronts/client/rpc";
import { limitText } from "@/lib/kernel/money/format";
import {
  type AcceptedCoinsInput,
  acceptedCoinsInput,
  type CoinRow,
  type CoinsView,
  isSameCoin,
} from "@/lib/money-in/accepted-coins/schema";

const MODES = [
  { value: "every", label: "All coins, including new ones" },
  { value: "listed", label: "Only selected coins" },
] as const;

export type CoinsCardProps = { readonly view: CoinsView; readonly mayChange: boolean };

/** Accepted coins, with limits and discounts. */
export function CoinsCard({ view, mayChange }: CoinsCardProps) {
  const [editing, setEditing] = useState<CoinRow | null>(null);
  const { form, wrong, change, sending } = useSettingsForm<AcceptedCoinsInput>(
    acceptedCoinsInput,
    () => ({ coins: view.isEveryCoin ? null : keysOf(view.coins.filter(({ isAccepted }) => isAccepted)) }),
    (changed) => rpc.merchant.setCoins.mutate({ coins: changed.coins ?? null }),
  );
  const { coins } = form;
  const tick = (row: CoinRow, isTicked: boolean) => {
    const others = (coins ?? []).filter((coin) => !isSameCoin(coin, row));
    change({ coins: isTicked ? [...others, ...keysOf([row])] : others });
  };
  const boxes =
    coins === null
      ? null
      : { mayChange, isTicked: (row: CoinRow) => coins.some((coin) => isSameCoin(coin, row)), tick };
  return (
    <Card
      title="Accepted coins"
      description={`${mayChange ? "" : "Only an owner can change these. "}Applies to invoices created without a list of coins. Open invoices keep the coin and price their payer chose.`}
    >
      <SettingsForm mayChange={mayChange} {...sending}>
        <SelectField
          label="Payers can choose"
          error={wrong["coins"]}
          value={coins === null ? "every" : "listed"}
          choices={MODES}
          onChange={(mode) => change({ coins: mode === "every" ? null : keysOf(view.coins) })}
        />
        <div className="-mx-4 border-y border-line md:-mx-5">
          <DataTable
            label="Coins"
            columns={columnsOf(boxes, mayChange ? setEditing : null)}
            rows={view.coins}
            keyOf={({ currency, network }) => `${currency} ${network}`}
          />
        </div>
      </SettingsForm>
      {editing && <CoinTermsDialog row={editing} onClose={() => setEditing(null)} />}
    </Card>
  );
}

type Coin = NonNullable<AcceptedCoinsInput["coins"]>[number];

const keysOf = (rows: readonly CoinRow[]): Coin[] => rows.map(({ currency, network }) => ({ currency, network }));

type Boxes = {
  readonly mayChange: boolean;
  readonly isTicked: (row: CoinRow) => boolean;
  readonly tick: (row: CoinRow, isTicked: boolean) => void;
};

function columnsOf(boxes: Boxes | null, onEdit: ((row: CoinRow) => void) | null): readonly Column<CoinRow>[] {
  return [
    { id: "coin", header: "Coin", phone: "title", cell: (row) => <CoinCell row={row} boxes={boxes} /> },
    { id: "limits", header: "Invoice limits", cell: (row) => <LimitsCell row={row} /> },
    { id: "discount", header: "Discount", align: "end", cell: ({ discount }) => discountText(discount) },
    ...(onEdit === null
      ? []
      : [
          {
            id: "acts",
            header: "Actions",
            align: "end" as const,
            phone: "corner" as const,
            cell: (row: CoinRow) => (
              <Button size="small" onClick={() => onEdit(row)}>
                Change…
              </Button>
            ),
          },
        ]),
  ];
}

function CoinCell({ row, boxes }: { row: CoinRow; boxes: Boxes | null }) {
  const name = `${row.currency} on ${row.networkName}`;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      {boxes === null ? (
        <span className="font-medium">{name}</span>
      ) : (
        <Checkbox
          label={name}
          isChecked={boxes.isTicked(row)}
          isDisabled={!boxes.mayChange}
          onChange={(isTicked) => boxes.tick(row, isTicked)}
        />
      )}
      {!row.isAvailable && <Badge tone="neutral">Unavailable</Badge>}
    </span>
  );
}

/** Emphasizes the merchant's own limits; the gateway's apply otherwise. */
function LimitsCell({ row: { own, gateway, currency } }: { row: CoinRow }) {
  const limit = (mine: string | null, general: string) => (
    <span className={mine === null ? "text-ink-quiet" : "font-medium"}>{limitText(mine ?? general, "")}</span>
  );
  return (
    <span className="tabular-nums">
      {limit(own.min, gateway.min)} <span className="text-ink-quiet">to</span> {limit(own.max, gateway.max)}{" "}
      <span className="text-ink-quiet">{currency}</span>
    </span>
  );
}

function discountText(percent: number) {
  if (percent === 0) return <span className="text-ink-quiet">None</span>;
  return percent > 0 ? `${percent}%` : `${-percent}% surcharge`;
}
