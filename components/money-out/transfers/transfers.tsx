"use client";

import { useQuery } from "@tanstack/react-query";
import { TransferForm } from "@/components/money-out/transfers/transfer-form";
import { TransferHistory } from "@/components/money-out/transfers/transfer-history";
import { TransferWallets } from "@/components/money-out/transfers/transfer-wallets";
import { Notice } from "@/components/ui/notice";
import { Loaded } from "@/components/ui/query-states";
import { rpc } from "@/lib/fronts/client/rpc";
import type { ListChoices } from "@/lib/fronts/dashboard/list-filter";

const REFRESH_MS = 15_000;

export type TransfersProps = Pick<ListChoices, "coins"> & { readonly mayMove: boolean };

/** Both wallets, the transfer form, and the history. */
export function Transfers({ mayMove, coins }: TransfersProps) {
  const query = useQuery(rpc.transfers.wallets.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  return (
    <div className="flex flex-col gap-5">
      <Loaded query={query} failure="The wallets could not be loaded">
        {(wallets) => (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            {mayMove ? (
              <TransferForm {...wallets} />
            ) : (
              <Notice tone="waiting">
                Your role can view transfers but not create them. Ask an owner or a manager of the merchant.
              </Notice>
            )}
            <TransferWallets {...wallets} />
          </div>
        )}
      </Loaded>
      <TransferHistory coins={coins} />
    </div>
  );
}
