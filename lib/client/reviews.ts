import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson } from "@/lib/client/fetch-json";
import { openReviewsView } from "@/lib/payouts/dashboard-reviews-schema";
import type { ReviewDecision } from "@/lib/reviews/schema";

const REFRESH_MS = 10_000;

export const reviewQueries = {
  all: ["reviews"] as const,
  /** What waits for a decision. */
  open: () =>
    queryOptions({
      queryKey: ["reviews", "open"],
      queryFn: ({ signal }) => fetchJson("/api/reviews", openReviewsView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
};

export function decideReview({ id, decision }: { id: string; decision: ReviewDecision }) {
  const path = `/api/reviews/${encodeURIComponent(id)}/decide`;
  return fetchJson(path, z.object({}), { method: "POST", body: { decision } });
}
