"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { RotateDialog, SecretDialog } from "@/components/people/developers/key-dialogs";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { Loaded } from "@/components/ui/query-states";
import { rpc } from "@/lib/fronts/client/rpc";
import type { ApiKeyView } from "@/lib/people/merchants/schema";

type Kind = ApiKeyView["kind"];

const KINDS: readonly { kind: Kind; title: string; explanation: string; effect: string }[] = [
  {
    kind: "payment",
    title: "Payment key",
    explanation: "Signs invoice and balance requests, and your webhooks.",
    effect: "A new key is created and shown once. Webhooks are signed with it from then on.",
  },
  {
    kind: "payout",
    title: "Payout key",
    explanation: "Signs requests that send money. Store it separately. Only owners and managers can create it.",
    effect: "A new key is created and shown once. Payouts are on hold for 24 hours.",
  },
];

const ROTATE = { payment: rpc.keys.rotatePayment.mutate, payout: rpc.keys.rotatePayout.mutate } as const;

/**
 * The merchant's API keys: created, rotated, and identified by their last characters; a secret is
 * shown once. `mayRotate`: by kind.
 */
export function KeysCard({ mayRotate }: { mayRotate: Readonly<Record<Kind, boolean>> }) {
  const query = useQuery(rpc.keys.list.queryOptions());
  const queries = useQueryClient();
  const [rotating, setRotating] = useState<Kind | null>(null);
  const make = useMutation({
    mutationFn: ({ kind, overlapSeconds }: { readonly kind: Kind; readonly overlapSeconds: number }) =>
      ROTATE[kind]({ overlapSeconds }),
    onSuccess: () => queries.invalidateQueries({ queryKey: rpc.keys.list.queryKey() }),
    onSettled: () => setRotating(null),
  });
  return (
    <Card title="API keys" description="A key is shown only once, when it is created.">
      <Loaded query={query} failure="The keys could not be loaded">
        {(keys) => (
          <div className="flex flex-col gap-4">
            {make.error && <Notice tone="wrong">{make.error.message}</Notice>}
            {KINDS.map(({ kind, title, explanation }) => (
              <KeyKind
                key={kind}
                title={title}
                explanation={explanation}
                keys={keys.filter((key) => key.kind === kind)}
                isBusy={make.isPending && make.variables.kind === kind}
                {...(mayRotate[kind] && {
                  onMake: () => make.mutate({ kind, overlapSeconds: 0 }),
                  onRotate: () => setRotating(kind),
                })}
              />
            ))}
          </div>
        )}
      </Loaded>
      {rotating && (
        <RotateDialog
          effect={KINDS.find(({ kind }) => kind === rotating)?.effect ?? ""}
          isBusy={make.isPending}
          onRotate={(overlapSeconds) => make.mutate({ kind: rotating, overlapSeconds })}
          onClose={() => setRotating(null)}
        />
      )}
      {make.data && <SecretDialog secret={make.data.secret} onClose={() => make.reset()} />}
    </Card>
  );
}

type KeyKindProps = {
  readonly title: string;
  readonly explanation: string;
  readonly keys: readonly ApiKeyView[];
  readonly isBusy: boolean;
  readonly onMake?: () => void;
  readonly onRotate?: () => void;
};

function KeyKind({ title, explanation, keys, isBusy, onMake, onRotate }: KeyKindProps) {
  const hasCurrent = keys.some((key) => key.endsAt === null);
  return (
    <section aria-label={title} className="rounded-control border border-line p-3.5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-medium">{title}</h3>
          <p className="text-small text-ink-soft">{explanation}</p>
        </div>
        {hasCurrent && onRotate && (
          <Button size="small" onClick={onRotate} isBusy={isBusy}>
            Rotate…
          </Button>
        )}
        {!hasCurrent && onMake && (
          <Button size="small" variant="primary" onClick={onMake} isBusy={isBusy}>
            Create key
          </Button>
        )}
      </div>
      {keys.map((key) => (
        <KeyLine key={key.id} apiKey={key} />
      ))}
    </section>
  );
}

function KeyLine({ apiKey }: { apiKey: ApiKeyView }) {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <span className="inline-flex items-center gap-2 font-mono">
        <KeyRound aria-hidden className="size-4 text-ink-quiet" />
        ••••••••{apiKey.hint}
      </span>
      <span className="text-ink-quiet">
        created <Moment at={apiKey.createdAt} />
      </span>
      {apiKey.endsAt && (
        <Badge tone="waiting">
          expires <Moment at={apiKey.endsAt} />
        </Badge>
      )}
    </p>
  );
}
