import { z } from "zod";
import { reviewView } from "@/lib/money-out/reviews/schema";

/** Lists of addresses, and payouts and refunds that wait for the operator because a list names theirs. Safe for the browser. */

/** With the network's name for people. */
const screeningReviewView = reviewView.extend({ networkName: z.string() });
export type ScreeningReviewView = z.output<typeof screeningReviewView>;

export const screeningReviewsView = z.object({
  open: z.array(screeningReviewView),
  decided: z.array(screeningReviewView),
});
export type ScreeningReviewsView = z.output<typeof screeningReviewsView>;
