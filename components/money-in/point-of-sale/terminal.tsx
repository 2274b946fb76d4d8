"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { CartPanel } from "@/components/money-in/point-of-sale/cart-panel";
import { SalePanel } from "@/components/money-in/point-of-sale/sale-panel";
import { SendingPanel } from "@/components/money-in/point-of-sale/sending-panel";
import { type TillState, useTill } from "@/components/money-in/point-of-sale/till-store";
import { useSending } from "@/components/money-in/point-of-sale/use-sending";
import { Button } from "@/components/ui/button";
import { Loaded } from "@/components/ui/query-states";
import { rpc } from "@/lib/fronts/client/rpc";

/** Items and prices may be changed on another device. */
const REFRESH_MS = 60_000;

/** Sells: enter, charge, wait for the payment, next. Everything is kept on the device. */
export function Terminal({ merchantId }: { merchantId: string }) {
  const state = useTill(merchantId);
  const { till, change } = state;
  const { obstacle, problem, forgetProblem } = useSending(state);
  const query = useQuery(rpc.pointOfSale.read.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  useFreshItems(problem);
  if (till.sending !== null)
    return <SendingPanel charge={till.sending} obstacle={obstacle} onStop={() => change({ sending: null })} />;
  if (till.saleId !== null) return <Paying id={till.saleId} change={change} />;
  return (
    <Loaded query={query} failure="The terminal could not be loaded">
      {(terminal) => (
        <CartPanel
          terminal={terminal}
          cart={till.cart}
          problem={problem}
          onChange={(cart) => {
            forgetProblem();
            change({ cart });
          }}
          onCharge={(charge) => change({ sending: charge })}
        />
      )}
    </Loaded>
  );
}

function Paying({ id, change }: { readonly id: string; readonly change: TillState["change"] }) {
  const queries = useQueryClient();
  const next = () => {
    change({ saleId: null });
    void queries.invalidateQueries();
  };
  return (
    <SalePanel
      id={id}
      maySell
      next={
        <Button variant="primary" onClick={next}>
          Next sale
        </Button>
      }
    />
  );
}

/** A sale is refused when an item was changed: the terminal shows it as it is now. */
function useFreshItems(problem: string | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (problem !== null) void queries.invalidateQueries({ queryKey: rpc.pointOfSale.read.queryKey(undefined) });
  }, [problem, queries]);
}
