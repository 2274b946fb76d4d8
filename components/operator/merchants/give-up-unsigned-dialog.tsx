"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { type GiveUpForm, giveUpForm } from "@/lib/money-out/payouts/give-up-schema";

/** A file of payouts, or a payout; `name`: what its merchant calls it. */
export type GivenUp = { readonly kind: "file" | "payout"; readonly id: string; readonly name: string };

const WORDS = {
  file: {
    title: "Give up this file of payouts?",
    effect:
      "No further row of it is ordered. What is ordered and not signed ends as system_fail within moments, and all that was taken for it returns to the merchant's balance. What is signed goes its way.",
    done: "It is stopped. What is not signed is given up now.",
    send: rpc.operator.unsigned.giveUpBatch.mutate,
  },
  payout: {
    title: "Give up this payout?",
    effect:
      "Nothing is signed for it, and nothing ever will be. It ends as system_fail, and all that was taken for it returns to the merchant's balance. Refused when it is signed meanwhile.",
    done: "It is given up; the money is back.",
    send: rpc.operator.unsigned.giveUpPayout.mutate,
  },
} as const;

/** Keeps what a merchant has ordered from leaving. */
export function GiveUpUnsignedDialog({ given, onClose }: { readonly given: GivenUp; readonly onClose: () => void }) {
  const { title, effect, done, send } = WORDS[given.kind];
  const command = useFormCommand<GiveUpForm>(giveUpForm, () => ({ id: given.id, reason: "" }), {
    send,
    done,
    onDone: onClose,
  });
  return (
    <FormDialog
      command={command}
      title={title}
      description={effect}
      act="Give it up for good"
      tone="danger"
      before={<p className="wrap-anywhere font-medium">{given.name}</p>}
      fields={[{ name: "reason", label: "Reason", hint: "The merchant reads this." }]}
      onClose={onClose}
    />
  );
}
