"use client";

import { useQuery } from "@tanstack/react-query";
import { rpc } from "@/lib/fronts/client/rpc";
import { moneyText } from "@/lib/kernel/money/format";

/**
 * What there is of the gateway's own in one currency, in a sentence for beside the amount;
 * undefined until it is known.
 */
export function useOwnFunds(of: "capital" | "treasury" | "feesEarned", currency: string): string | undefined {
  const { data } = useQuery(rpc.operator.capital.sums.queryOptions());
  if (data === undefined || currency === "") return undefined;
  return `Available: ${moneyText(data.find((row) => row.currency === currency)?.[of] ?? "0", currency)}.`;
}
