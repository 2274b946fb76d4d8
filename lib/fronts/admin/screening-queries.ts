import type { ScreeningReviewsView } from "@/lib/fronts/admin/cases-schema";
import { listReviews } from "@/lib/money-out/reviews/list-reviews";
import type { ReviewView } from "@/lib/money-out/reviews/schema";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** Payouts and refunds whose address a list names: those that wait for the operator, and the newest that are over. */
export async function listScreeningReviews(): Promise<ScreeningReviewsView> {
  const [reviews, catalog] = await Promise.all([listReviews(null), loadCatalog()]);
  const toViews = (rows: readonly ReviewView[]) =>
    rows
      .filter(({ reason }) => reason === "screening")
      .map((row) => ({ ...row, networkName: catalog.network(row.network)?.name ?? row.network }));
  return { open: toViews(reviews.open), decided: toViews(reviews.decided) };
}
