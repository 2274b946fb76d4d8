"use client";

import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { AttemptItem } from "@/components/delivery/webhooks/attempt-item";
import { KIND_LABELS } from "@/components/delivery/webhooks/webhook-labels";
import { Address } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { DefinitionList } from "@/components/ui/definition-list";
import { Dialog } from "@/components/ui/dialog";
import { EmptyCell } from "@/components/ui/empty-cell";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { Loaded } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import { useCommand } from "@/components/ui/use-command";
import type { DeliveryDetailView } from "@/lib/delivery/webhooks/schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

const REFRESH_MS = 5_000;

export type DeliveryDialogProps = { readonly id: string; readonly mayResend: boolean; readonly onClose: () => void };

/** One webhook: its object, every attempt with request and response, and a resend button. */
export function DeliveryDialog({ id, mayResend, onClose }: DeliveryDialogProps) {
  const query = useQuery(rpc.webhooks.detail.queryOptions({ id }, { refetchInterval: REFRESH_MS }));
  const resend = useCommand(() => rpc.webhooks.resend.mutate({ id }), {
    done: "Being resent, unchanged.",
  });
  const left = query.data?.resendsLeft ?? 0;
  return (
    <Dialog
      isOpen
      isWide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Webhook"
      description={query.data && <span className="break-all">{query.data.url}</span>}
      footer={
        mayResend && (
          <Button onClick={() => resend.mutate(undefined)} isBusy={resend.isPending} disabled={left === 0}>
            <Send aria-hidden className="size-4" />
            Send again
          </Button>
        )
      }
    >
      {resend.error && <Notice tone="wrong">{resend.error.message}</Notice>}
      <Loaded query={query} failure="The webhook could not be loaded">
        {(delivery) => <DeliveryContent delivery={delivery} mayResend={mayResend} />}
      </Loaded>
    </Dialog>
  );
}

const OBJECT_PAGES: Readonly<Record<string, (id: string) => string>> = {
  invoice: routes.invoice,
  wallet: routes.wallet,
  payout: routes.payout,
  recurrence: routes.recurrence,
};

function DeliveryContent({ delivery, mayResend }: { delivery: DeliveryDetailView; mayResend: boolean }) {
  const { objectKind, objectId, orderId, eventStatus, attempts, nextAttemptAt, payload, resendsLeft } = delivery;
  const page = OBJECT_PAGES[objectKind];
  const label = KIND_LABELS[objectKind] ?? objectKind;
  return (
    <>
      <DefinitionList
        items={[
          { term: "Object", value: page ? <TextLink href={page(objectId)}>{label}</TextLink> : label },
          { term: "Order", value: orderId ?? <EmptyCell /> },
          { term: "Status", value: <code className="text-small">{eventStatus}</code> },
          { term: "Event ID", value: <Address value={delivery.id} what="webhook id" /> },
          { term: "When", value: <Moment at={delivery.createdAt} /> },
        ]}
      />
      <section>
        <h3 className="mb-2 text-small font-medium">Attempts</h3>
        {attempts.length === 0 ? (
          <p className="text-small text-ink-soft">None yet. It will be sent in a moment.</p>
        ) : (
          <ol className="divide-y divide-line rounded-control border border-line">
            {attempts.toReversed().map((attempt) => (
              <AttemptItem key={attempt.number} attempt={attempt} payload={payload} />
            ))}
          </ol>
        )}
        {nextAttemptAt && (
          <p className="mt-2 text-label text-ink-quiet">
            Next attempt: <Moment at={nextAttemptAt} style="relative" />
          </p>
        )}
        {mayResend && <p className="mt-2 text-label text-ink-quiet">{resendText(resendsLeft)}</p>}
      </section>
    </>
  );
}

function resendText(left: number): string {
  if (left > 0) return `You can send it again ${left} more ${left === 1 ? "time" : "times"}.`;
  return "It has been sent again ten times. Only the operator of this gateway can send it once more.";
}
