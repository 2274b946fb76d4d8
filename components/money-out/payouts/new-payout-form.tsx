"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { AmountFields, RouteFields } from "@/components/money-out/payouts/amount-fields";
import { ConfirmPayoutDialog } from "@/components/money-out/payouts/confirm-payout-dialog";
import { PreviewCard } from "@/components/money-out/payouts/preview-card";
import { DestinationFields, OrderFields, TermsFields } from "@/components/money-out/payouts/terms-fields";
import { usePayoutPreview } from "@/components/money-out/payouts/use-payout-preview";
import { RestrictionNote, useStopped } from "@/components/people/restrictions/restriction-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { PreviewState } from "@/components/ui/preview-state";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import { useUnsaved } from "@/components/ui/use-unsaved";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import {
  type NewPayoutForm as Form,
  newPayoutForm,
  type PayoutOptions,
  type PayoutPreview,
} from "@/lib/money-out/payouts/dashboard-form-schema";

/** The four kinds of payout, with a live preview of each. */
export function NewPayoutForm({ options }: { options: PayoutOptions }) {
  const router = useRouter();
  const queries = useQueryClient();
  // One per form, as an idempotency key: however often it is submitted, it pays once.
  const [ownOrderId] = useState(newOrderId);
  const [isAsking, setAsking] = useState(false);
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(newPayoutForm, () =>
    firstChoice(options),
  );
  const state = usePayoutPreview(form);
  const create = useMutation({
    mutationFn: () => rpc.payouts.create.mutate({ ...form, orderId: form.orderId.trim() || ownOrderId }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries();
      toast.success("Payout created.");
      router.push(routes.payout(id));
    },
    onError: showFailure,
  });
  useUnsaved(form, { isDone: create.isSuccess });
  const isStopped = useStopped("outflows");
  if (options.coins.length === 0)
    return <Notice tone="waiting">Payouts are not available right now: no network is ready.</Notice>;
  const refusals = state.kind === "refused" ? state.fields : {};
  const edit = (changes: Partial<Form>) => {
    setAsking(false);
    change(changes);
  };
  const known = state.kind === "known" ? state : null;
  const preview = known?.preview ?? null;
  const part = { form, wrong: { ...refusals, ...wrong }, change: edit, options, levels: preview?.levels ?? [] };
  return (
    <form
      onSubmit={submitTo(() => setAsking(state.kind !== "refused" && state.kind !== "unknown"))}
      noValidate
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <FormCards {...part} />
      <div className="min-w-0 lg:sticky lg:top-5">
        <PreviewCard state={state}>
          <RestrictionNote of="outflows" />
          <Button type="submit" variant="primary" disabled={isStopped || isSubmitDisabled(state)}>
            Send payout…
          </Button>
        </PreviewCard>
      </div>
      {isAsking && preview && (
        <ConfirmPayoutDialog
          preview={preview}
          isOld={known?.isOld ?? true}
          address={form.address}
          memo={form.memo}
          failure={create.error && (Object.values(wrong)[0] ?? create.error.message)}
          isBusy={create.isPending || create.isSuccess}
          onConfirm={() => create.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}

/**
 * Disabled only for blockers, which are listed above the button. Empty required fields are marked
 * when it is pressed.
 */
export function isSubmitDisabled(state: PreviewState<PayoutPreview>): boolean {
  if (state.kind === "known") return state.preview.missing !== null;
  return state.kind === "refused" || state.kind === "unknown";
}

function FormCards(part: Parameters<typeof TermsFields>[0]) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Card title="Amount" isGrid>
        <AmountFields {...part} />
        <RouteFields {...part} />
        <TermsFields {...part} />
      </Card>
      <Card title="Destination">
        <div className="flex flex-col gap-4">
          <DestinationFields {...part} />
        </div>
      </Card>
      <Card title="Reference" isGrid>
        <OrderFields {...part} />
      </Card>
    </div>
  );
}

function firstChoice({ coins, convertFrom }: PayoutOptions): Form {
  const coin = coins.find(({ code }) => code === convertFrom.code) ?? coins[0];
  return {
    amount: "",
    currency: coin?.code ?? "",
    coin: "",
    network: coin?.networks.length === 1 ? (coin.networks[0]?.code ?? "") : "",
    fromCurrency: "",
    address: "",
    memo: "",
    isFeeOnTop: true,
    priority: "",
    requestedRateSource: "",
    orderId: "",
    urlCallback: "",
  };
}

/** Without `crypto.randomUUID`, which browsers have only in secure contexts. */
function newOrderId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `payout-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
