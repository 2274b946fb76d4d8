import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { screeningReviewsView } from "@/lib/fronts/admin/screening-schema";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";
import type { ReviewDecision } from "@/lib/money-out/reviews/schema";
import { type importListForm, screeningListView } from "@/lib/people/screening/schema";

const REFRESH_MS = 10_000;
const done = z.object({});

export type ImportForm = z.output<typeof importListForm>;

export const screeningQueries = {
  lists: () =>
    queryOptions({
      queryKey: ["operator", "screening", "lists"],
      queryFn: ({ signal }) => fetchJson("/api/operator/screening", z.array(screeningListView), { signal }),
    }),
  reviews: () =>
    queryOptions({
      queryKey: ["operator", "screening", "reviews"],
      queryFn: ({ signal }) => fetchJson("/api/operator/reviews", screeningReviewsView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
};

export function importScreeningList({ name, format, text, file }: ImportForm) {
  const url = withSearch("/api/operator/screening", { name, format });
  return fetchJson(url, done, { method: "POST", file: file ?? text });
}

export function setScreeningListActive({ id, isActive }: { id: string; isActive: boolean }) {
  return fetchJson(`/api/operator/screening/${encodeURIComponent(id)}`, done, { method: "POST", body: { isActive } });
}

export function decideScreeningReview({ id, decision }: { id: string; decision: ReviewDecision }) {
  return fetchJson(`/api/operator/reviews/${encodeURIComponent(id)}/decide`, done, {
    method: "POST",
    body: { decision },
  });
}
