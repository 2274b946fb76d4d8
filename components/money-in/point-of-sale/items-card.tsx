"use client";

import { useQuery } from "@tanstack/react-query";
import { ShoppingBasket } from "lucide-react";
import { ChangeItemDialog, NewItemDialog } from "@/components/money-in/point-of-sale/item-dialogs";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { DialogButton } from "@/components/ui/dialog-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Money } from "@/components/ui/money";
import { Loaded } from "@/components/ui/query-states";
import { rpc } from "@/lib/fronts/client/rpc";
import type { PosItemView, TerminalView } from "@/lib/money-in/point-of-sale/dashboard-schema";

/** The items of a merchant, archived ones last. */
export function ItemsCard({ mayChange }: { mayChange: boolean }) {
  const query = useQuery(rpc.pointOfSale.read.queryOptions(undefined));
  return (
    <Loaded query={query} failure="The items could not be loaded">
      {(terminal) => <Items terminal={terminal} mayChange={mayChange} />}
    </Loaded>
  );
}

function Items({ terminal, mayChange }: { readonly terminal: TerminalView; readonly mayChange: boolean }) {
  const { currency, items } = terminal;
  const sorted = [...items.filter(({ isArchived }) => !isArchived), ...items.filter(({ isArchived }) => isArchived)];
  return (
    <Card
      title="Items"
      description="Sales that were made keep the name and price of their time."
      action={
        mayChange && (
          <DialogButton label="Add item…">
            {(close) => <NewItemDialog currency={currency} onClose={close} />}
          </DialogButton>
        )
      }
    >
      {sorted.length === 0 ? (
        <EmptyState icon={ShoppingBasket} title="No items yet">
          Without items the terminal has the keypad alone.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {sorted.map((item) => (
            <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
              <span className="min-w-0 flex-1 basis-32 wrap-anywhere">{item.name}</span>
              <NotOffered item={item} currency={currency} />
              <Money amount={item.price} currency={item.currency} align="end" mayBreak />
              {mayChange && (
                <DialogButton label="Change…">
                  {(close) => <ChangeItemDialog item={item} onClose={close} />}
                </DialogButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function NotOffered({ item, currency }: { readonly item: PosItemView; readonly currency: string }) {
  if (item.isArchived) return <Badge>Archived</Badge>;
  return item.currency === currency ? null : <Badge tone="waiting">Other currency</Badge>;
}
