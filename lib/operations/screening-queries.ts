import { loadCatalog } from "@/lib/catalog/queries";
import type { ScreeningReviewsView } from "@/lib/operations/screening-schema";
import { listReviews } from "@/lib/reviews/list-reviews";
import type { ReviewView } from "@/lib/reviews/schema";

/** Payouts and refunds whose address a list names: those that wait for the operator, and the newest that are over. */
export async function listScreeningReviews(): Promise<ScreeningReviewsView> {
  const [reviews, catalog] = await Promise.all([listReviews(null), loadCatalog()]);
  const toViews = (rows: readonly ReviewView[]) =>
    rows
      .filter(({ reason }) => reason === "screening")
      .map((row) => ({ ...row, networkName: catalog.network(row.network)?.name ?? row.network }));
  return { open: toViews(reviews.open), decided: toViews(reviews.decided) };
}
