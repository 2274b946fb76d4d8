import { RequestFailure } from "@/lib/fronts/client/fetch-json";

/** What may be shown of what a form would do. */
export type PreviewState<Preview> =
  /** Not enough is filled in to ask. */
  | { readonly kind: "blank" }
  /** Asked, or about to be: nothing that is known belongs to what the form says now. */
  | { readonly kind: "asking" }
  /** `isOld`: of this very input, but it does not hold any more; a new one is on its way. */
  | { readonly kind: "known"; readonly preview: Preview; readonly isOld: boolean }
  /** It would be refused; `fields` says where. */
  | { readonly kind: "refused"; readonly message: string; readonly fields: Readonly<Record<string, string>> }
  /** Nobody knows: no answer came. */
  | { readonly kind: "unknown"; readonly message: string };

/** What is known of an answer: of the query that belongs to exactly the input that was asked. */
export type PreviewAnswer<Preview> = {
  readonly data: Preview | undefined;
  readonly error: Error | null;
  /** For how long it holds; null: as long as no newer one is there. */
  readonly validSeconds: number | null;
  /** When the answer came, and what time it is, by the browser's clock. */
  readonly answeredAt: number;
  readonly now: number;
  /** The browser knows that it is offline, and does not even ask. */
  readonly isPaused: boolean;
};

const OFFLINE = "You are offline. The calculation continues when you are back online.";
const MILLISECONDS = 1_000;
/** Statuses with which the server has judged the input; anything else says nothing about it. */
const JUDGED = new Set([403, 404, 422]);

/**
 * What may be shown of a form that is being filled in. A preview is given out only for the very
 * input that it was asked for, and only while no later answer has refused it.
 */
export function previewStateOf<Preview>(
  isFilledIn: boolean,
  isAsked: boolean,
  answer: PreviewAnswer<Preview>,
): PreviewState<Preview> {
  if (!isFilledIn) return { kind: "blank" };
  if (!isAsked) return { kind: "asking" };
  const { data, error, validSeconds, answeredAt, now, isPaused } = answer;
  if (error !== null) return failureOf(error);
  if (data === undefined) return isPaused ? { kind: "unknown", message: OFFLINE } : { kind: "asking" };
  const isOld = validSeconds !== null && now - answeredAt > validSeconds * MILLISECONDS;
  return { kind: "known", preview: data, isOld };
}

function failureOf(error: Error): PreviewState<never> {
  const { message } = error;
  if (!(error instanceof RequestFailure) || !JUDGED.has(error.status)) return { kind: "unknown", message };
  return { kind: "refused", message, fields: error.fields };
}
