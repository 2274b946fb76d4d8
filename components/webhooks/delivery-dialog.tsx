"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { Moment } from "@/components/ui/moment";
import { Loaded } from "@/components/ui/query-states";
import { resendWebhook, webhookQueries } from "@/lib/client/webhooks";
import type { AttemptView, DeliveryDetailView } from "@/lib/webhooks/schema";

export type DeliveryDialogProps = { readonly id: string; readonly mayResend: boolean; readonly onClose: () => void };

/** One webhook: the bytes, every attempt with its answer, and sending it again. */
export function DeliveryDialog({ id, mayResend, onClose }: DeliveryDialogProps) {
  const query = useQuery(webhookQueries.detail(id));
  const queries = useQueryClient();
  const resend = useMutation({
    mutationFn: () => resendWebhook(id),
    onSuccess: () => {
      toast.success("On its way again, with the same bytes.");
      return queries.invalidateQueries({ queryKey: webhookQueries.all });
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Webhook"
      description={query.data && <span className="break-all">{query.data.url}</span>}
      footer={
        mayResend && (
          <Button onClick={() => resend.mutate()} isBusy={resend.isPending} disabled={query.data === undefined}>
            <Send aria-hidden className="size-4" />
            Send again
          </Button>
        )
      }
    >
      <Loaded query={query} failure="The webhook could not be loaded">
        {(delivery) => <DeliveryContent delivery={delivery} />}
      </Loaded>
    </Dialog>
  );
}

function DeliveryContent({ delivery }: { delivery: DeliveryDetailView }) {
  return (
    <>
      <section>
        <h3 className="mb-2 text-small font-medium">Attempts</h3>
        {delivery.attempts.length === 0 ? (
          <p className="text-small text-ink-soft">None yet; a worker sends it in a moment.</p>
        ) : (
          <ol className="divide-y divide-line rounded-control border border-line">
            {delivery.attempts.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} />
            ))}
          </ol>
        )}
        {delivery.nextAttemptAt && (
          <p className="mt-2 text-label text-ink-quiet">
            Next attempt: <Moment at={delivery.nextAttemptAt} style="relative" />
          </p>
        )}
      </section>
      <section>
        <h3 className="mb-2 text-small font-medium">Body, before its signature is added</h3>
        <CodeBlock what="webhook body" code={indented(delivery.payload)} />
      </section>
    </>
  );
}

function Attempt({ attempt }: { attempt: AttemptView }) {
  return (
    <li className="px-3 py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
        <span className="font-medium">
          {attempt.number}.{" "}
          {attempt.httpStatus === null ? (attempt.error ?? "no answer") : `HTTP ${attempt.httpStatus}`}
        </span>
        <span className="text-label text-ink-quiet tabular-nums">
          {attempt.durationMs} ms · <Moment at={attempt.startedAt} />
        </span>
      </div>
      {attempt.responseExcerpt && (
        <p className="mt-1 line-clamp-3 break-all font-mono text-label text-ink-soft">{attempt.responseExcerpt}</p>
      )}
    </li>
  );
}

/** For reading; what is sent has no blanks. */
function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
