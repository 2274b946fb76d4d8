import { hintOf, statusHint } from "@/components/delivery/webhooks/webhook-labels";
import { WireDetails } from "@/components/delivery/webhooks/wire-details";
import { Moment } from "@/components/ui/moment";
import { bodyWithSign } from "@/lib/delivery/webhooks/payload";
import type { AttemptView } from "@/lib/delivery/webhooks/schema";

export type AttemptItemProps = {
  readonly attempt: AttemptView;
  /** The signed body. */
  readonly payload: string;
};

/** One attempt: a one-line summary that expands to the full request and response. */
export function AttemptItem({ attempt, payload }: AttemptItemProps) {
  const { number, httpStatus, error, durationMs, startedAt, sign } = attempt;
  const hint = httpStatus === null ? hintOf(error ?? "") : statusHint(httpStatus);
  return (
    <li>
      <details className="group px-3 py-2">
        <summary className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-control text-small">
          <span className="font-medium">
            {number}. {httpStatus === null ? (error ?? "no response") : `HTTP ${httpStatus}`}
          </span>
          <span className="text-label text-ink-quiet tabular-nums">
            {durationMs} ms · <Moment at={startedAt} />
          </span>
        </summary>
        <div className="flex flex-col gap-4 pt-3 pb-1">
          {hint && <p className="text-small text-ink-soft">{hint}</p>}
          <WireDetails
            what="Request"
            headers={attempt.requestHeaders}
            body={sign === null ? payload : bodyWithSign(payload, sign)}
            withoutBody="Nothing was sent."
          />
          {sign === null && (
            <p className="text-label text-ink-quiet">
              Shown without its signature: it was not stored for this attempt, was deleted because of its age, or your
              role can't see it.
            </p>
          )}
          <WireDetails
            what="Response"
            headers={attempt.responseHeaders}
            body={attempt.responseExcerpt}
            withoutBody={withoutBody(attempt)}
          />
        </div>
      </details>
    </li>
  );
}

/** A stored response has headers, even if it has no body. */
function withoutBody({ httpStatus, responseHeaders }: AttemptView): string {
  if (httpStatus === null) return "No response.";
  return responseHeaders === null ? "The response was not stored, or was deleted because of its age." : "Empty body.";
}
