"use client";

import { useQuery } from "@tanstack/react-query";
import { moneyText } from "@/components/ui/money";
import { capitalQueries } from "@/lib/client/operator-capital";

/** What there is of the gateway's own in one currency, in a sentence for beside the amount; undefined until it is known. */
export function useOwnFunds(of: "capital" | "treasury" | "feesEarned", currency: string): string | undefined {
  const { data } = useQuery(capitalQueries.sums());
  if (data === undefined || currency === "") return undefined;
  return `There is ${moneyText(data.find((row) => row.currency === currency)?.[of] ?? "0", currency)}.`;
}
