"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { SettlementCard } from "@/components/money-out/settlements/settlement-card";
import { SettlementEditor } from "@/components/money-out/settlements/settlement-editor";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Loaded } from "@/components/ui/query-states";
import { rpc } from "@/lib/fronts/client/rpc";
import type { PayoutOptions } from "@/lib/money-out/payouts/dashboard-form-schema";
import type { SettlementView } from "@/lib/money-out/settlements/schema";

const REFRESH_MS = 10_000;

export type SettlementsProps = {
  readonly coins: PayoutOptions["coins"];
  readonly mayChange: boolean;
  readonly mayPause: boolean;
};

/** The merchant's automatic settlements, and the form that creates or changes one. */
export function Settlements({ coins, mayChange, mayPause }: SettlementsProps) {
  const query = useQuery(rpc.settlements.list.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  const [changed, setChanged] = useState<SettlementView | null>(null);
  /** A form that was sent is replaced by an empty one. */
  const [round, setRound] = useState(0);
  const begin = (settlement: SettlementView | null) => {
    setChanged(settlement);
    setRound(round + 1);
  };
  return (
    <div className="flex flex-col gap-5">
      <Loaded query={query} failure="The automatic settlements could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <Card isPadded={false}>
              <EmptyState icon={CalendarClock} title="No automatic settlement yet">
                {mayChange
                  ? "Choose a coin, an address and when to pay out. Payouts start 24 hours after the address is saved."
                  : "An owner of the merchant can set one up."}
              </EmptyState>
            </Card>
          ) : (
            <div className="grid items-start gap-5 lg:grid-cols-2">
              {items.map((item) => (
                <SettlementCard
                  key={item.id}
                  settlement={item}
                  mayPause={mayPause}
                  mayChange={mayChange}
                  onChange={() => begin(item)}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      {mayChange && <SettlementEditor key={round} changed={changed} coins={coins} onDone={() => begin(null)} />}
    </div>
  );
}
