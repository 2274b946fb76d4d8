import { queryOptions } from "@tanstack/react-query";
import { RequestFailure } from "@/lib/client/fetch-json";
import { payoutQueries } from "@/lib/client/payouts";
import type { PayoutPreview, PayoutPreviewForm } from "@/lib/payouts/dashboard-form-schema";

export type PreviewState =
  /** Not enough is filled in to ask. */
  | { readonly kind: "blank" }
  /** Asked, or about to be: nothing that is known belongs to what the form says now. */
  | { readonly kind: "asking" }
  /** `isOld`: of this very input, but its fee does not hold any more; new figures are on their way. */
  | { readonly kind: "known"; readonly preview: PayoutPreview; readonly isOld: boolean }
  /** It would be refused; `fields` says where. */
  | { readonly kind: "refused"; readonly message: string; readonly fields: Readonly<Record<string, string>> }
  /** Nobody knows: no answer came. */
  | { readonly kind: "unknown"; readonly message: string };

/** What is known of an answer: of the query that belongs to exactly the input that was `asked`. */
export type PreviewAnswer = {
  readonly data: PayoutPreview | undefined;
  readonly error: Error | null;
  /** When the answer came, and what time it is, by the browser's clock. */
  readonly answeredAt: number;
  readonly now: number;
  /** The browser knows that it is offline, and does not even ask. */
  readonly isPaused: boolean;
};

/** Fees and rates move: figures are asked for anew before they are old, and as soon as they are. */
const REFRESH_MS = 15_000;
const REFRESH_LEAST_MS = 1_000;

/** The question about one input. What cannot be answered is said at once, and asked again a little later. */
export function livePreview(asked: PayoutPreviewForm | null) {
  return queryOptions({
    ...payoutQueries.preview(asked),
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? REFRESH_MS : Math.min(REFRESH_MS, REFRESH_LEAST_MS + data.validSeconds * MILLISECONDS),
  });
}

const OFFLINE = "There is no connection. It is calculated as soon as it is back.";
const MILLISECONDS = 1_000;
/** Statuses with which the server has judged the input; anything else says nothing about it. */
const JUDGED = new Set([403, 404, 422]);

/**
 * What may be shown of a payout that is being filled in. Figures are given out only for the very input that they were asked for, and only
 * while no later answer has refused it.
 */
export function previewStateOf(isFilledIn: boolean, isAsked: boolean, answer: PreviewAnswer): PreviewState {
  if (!isFilledIn) return { kind: "blank" };
  if (!isAsked) return { kind: "asking" };
  const { data, error, answeredAt, now, isPaused } = answer;
  if (error !== null) return failureOf(error);
  if (data === undefined) return isPaused ? { kind: "unknown", message: OFFLINE } : { kind: "asking" };
  return { kind: "known", preview: data, isOld: now - answeredAt > data.validSeconds * MILLISECONDS };
}

function failureOf(error: Error): PreviewState {
  const { message } = error;
  if (!(error instanceof RequestFailure) || !JUDGED.has(error.status)) return { kind: "unknown", message };
  return { kind: "refused", message, fields: error.fields };
}
