import { RequestFailure } from "@/lib/fronts/client/fetch-json";

/** What may be shown about the effect of a form. */
export type PreviewState<Preview> =
  /** The form is incomplete. */
  | { readonly kind: "blank" }
  /** Requested, or about to be: no known result belongs to the current input. */
  | { readonly kind: "asking" }
  /** `isOld`: for this input, but expired; a new one is loading. */
  | { readonly kind: "known"; readonly preview: Preview; readonly isOld: boolean }
  /** It would be refused; `fields` says where. */
  | { readonly kind: "refused"; readonly message: string; readonly fields: Readonly<Record<string, string>> }
  /** Unknown: there was no response. */
  | { readonly kind: "unknown"; readonly message: string };

/** State of the query for exactly the requested input. */
export type PreviewAnswer<Preview> = {
  readonly data: Preview | undefined;
  readonly error: Error | null;
  /** Validity of the response; null: until a newer one arrives. */
  readonly validSeconds: number | null;
  /** Time of the response, and the current time, by the browser's clock. */
  readonly answeredAt: number;
  readonly now: number;
  /** The browser knows that it is offline, and sends no request. */
  readonly isPaused: boolean;
};

const OFFLINE = "You are offline. The calculation continues when you are back online.";
const MILLISECONDS = 1_000;
/** Statuses of a decision about the input; any other says nothing about it. */
const JUDGED = new Set([403, 404, 422]);

/**
 * Returns what may be shown while a form is being filled in. A preview is returned only for the
 * exact input that it was requested for, and only while no later response has refused it.
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
