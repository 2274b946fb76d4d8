import { z } from "zod";
import type { AddedTokenView } from "@/lib/fronts/admin/added-tokens-schema";
import type { AddedToken } from "@/lib/generated/prisma/client";
import { AppError } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { roundUpToUnit } from "@/lib/kernel/money/rounding";
import { stateOf, takesTokens } from "@/lib/money-in/tokens/added-token";
import { listTokens } from "@/lib/money-in/tokens/repo";
import { explorerAddressUrl, payableDecimalsOf } from "@/lib/pricing/catalog/availability";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { ownSources } from "@/lib/pricing/rates/queries";

const nodeReports = z.array(z.object({ node: z.string(), report: z.string() }));
const prices = z.record(z.string(), z.string());

/**
 * Returns the tokens of a network that are being added to the catalog. @throws AppError `not_found`
 */
export async function listAddedTokens(code: string): Promise<{ canAdd: boolean; tokens: AddedTokenView[] }> {
  const network = (await loadCatalog()).network(code);
  if (network === null) throw new AppError("not_found", "Network not found");
  const rows = await listTokens(network.code);
  return { canAdd: takesTokens(network.family), tokens: rows.flatMap((row) => toView(row, network)) };
}

function toView(row: AddedToken, network: CatalogNetwork): AddedTokenView[] {
  const state = stateOf(row);
  if (state === "offered") return [];
  const found = prices.parse(row.prices);
  const priced = ownSources().flatMap((source) => {
    const usdPrice = found[source];
    return usdPrice === undefined ? [] : [{ source, usdPrice }];
  });
  const { contract, symbol, decimals, problem, cooldownEndsAt } = row;
  return [
    {
      ...{ contract, symbol, decimals, problem, state },
      contractUrl: explorerAddressUrl(network, contract),
      nodeReports: nodeReports.parse(row.nodeReports),
      prices: priced,
      cooldownEndsAt: cooldownEndsAt?.toISOString() ?? null,
      suggested: priced[0] === undefined || decimals === null ? null : suggestedLimits(priced[0].usdPrice, decimals),
    },
  ];
}

const [SMALL_USD, LARGE_USD] = [decimal("1"), decimal("10000")];

/** Returns round amounts of the token worth about 1 and 10,000 US dollars. */
function suggestedLimits(usdPrice: string, decimals: number) {
  const worth = (dollars: Decimal) =>
    roundUpToUnit(toOneDigit(dollars.dividedBy(decimal(usdPrice))), payableDecimalsOf(decimals)).toFixed();
  const [least, most] = [worth(SMALL_USD), worth(LARGE_USD)];
  return { paymentMin: least, paymentMax: most, payoutMin: least, payoutMax: most };
}

/** Rounds up to an amount with one significant digit. */
function toOneDigit(amount: Decimal): Decimal {
  const { e } = amount;
  const unit = decimal(e >= 0 ? `1${"0".repeat(e)}` : `0.${"0".repeat(-e - 1)}1`);
  return roundUpToUnit(amount.dividedBy(unit), 0).times(unit);
}
