"use client";

import { useQuery } from "@tanstack/react-query";
import { rpc } from "@/lib/fronts/client/rpc";
import { moneyText } from "@/lib/kernel/money/format";

/**
 * Returns the gateway's own funds in one currency, as a sentence beside the amount; undefined until
 * loaded.
 */
export function useOwnFunds(of: "capital" | "treasury" | "feesEarned", currency: string): string | undefined {
  const { data } = useQuery(rpc.operator.capital.sums.queryOptions());
  if (data === undefined || currency === "") return undefined;
  return `Available: ${moneyText(data.find((row) => row.currency === currency)?.[of] ?? "0", currency)}.`;
}
