import { REVIEWED_NETWORKS, type ReviewedNetwork } from "@/lib/catalog/data/networks";
import { REVIEWED_SERVICES } from "@/lib/catalog/data/services";

const HEAD = ["Network", "`network`", "Coins", "Confirmations", "`memo`", "`priority`"];

/** The table of networks of docs/integration.md, from the reviewed catalog, in the order in which payers are offered networks. */
export function networkTable(): string {
  const networks = REVIEWED_NETWORKS.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const rows = [HEAD, HEAD.map(() => "---"), ...networks.map(rowOf)];
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function rowOf({ code, name, confirmations, hasMemo, hasPriority }: ReviewedNetwork): string[] {
  const coins = REVIEWED_SERVICES.filter(({ network }) => network === code).map(({ currency, isReviewed }) =>
    isReviewed ? currency : `${currency} (not offered yet)`,
  );
  return [name, `\`${code}\``, coins.join(", "), String(confirmations), hasMemo ? "yes" : "", hasPriority ? "yes" : ""];
}
