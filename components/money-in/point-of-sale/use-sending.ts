"use client";

import { useEffect, useState } from "react";
import { sendUntilAnswered } from "@/components/money-in/point-of-sale/send-until-answered";
import { EMPTY_CART } from "@/components/money-in/point-of-sale/till";
import type { TillState } from "@/components/money-in/point-of-sale/till-store";
import { rpc } from "@/lib/fronts/client/rpc";

export type Sending = {
  /** Why the last attempt had no result; null before the first one ended. */
  readonly obstacle: string | null;
  /** Why the server refused the last sale; null if it did not. */
  readonly problem: string | null;
  readonly forgetProblem: () => void;
};

/**
 * Sends the sale that the till keeps, again and again until the server has answered it. The key
 * makes the repetitions one sale: an answer that was lost is given again.
 */
export function useSending({ till, change }: TillState): Sending {
  const { sending } = till;
  const [obstacle, setObstacle] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (sending === null) return;
    setObstacle(null);
    setProblem(null);
    return sendUntilAnswered(
      async (signal) => {
        const { id } = await rpc.pointOfSale.charge.mutate(sending, { signal });
        return () => change({ cart: EMPTY_CART, sending: null, saleId: id });
      },
      {
        onRefused: (message) => {
          setProblem(message);
          change({ sending: null });
        },
        onFailed: setObstacle,
      },
    );
  }, [sending, change]);
  return { obstacle, problem, forgetProblem: () => setProblem(null) };
}
