"use client";

import { PURPOSE_WORDS } from "@/components/operator/sends/send-words";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { Money } from "@/components/ui/money";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type EndSendForm, endSendForm, type SendDetailView } from "@/lib/fronts/admin/sends-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { giveUpForm } from "@/lib/money-out/payouts/give-up-schema";

export type GiveUpDialogProps = { readonly send: SendDetailView; readonly onClose: () => void };

type Words = { readonly title: string; readonly effect: string; readonly button: string; readonly done: string };

const PAYOUT_WORDS: Words = {
  title: "Give up this payout?",
  effect:
    "Nothing is signed for it, and nothing ever will be. It ends as system_fail, all that its merchant paid for it returns to the balance, and the shop gets a webhook. Its order id stays used. Refused when a transaction is signed meanwhile.",
  button: "Give it up for good",
  done: "It is given up; the money is back.",
};

function wordsOf(purpose: SendDetailView["purpose"]): Words {
  if (purpose === "payout") return PAYOUT_WORDS;
  return {
    title: `End this ${PURPOSE_WORDS[purpose].toLowerCase()}?`,
    effect:
      "It is never sent, and counts as failed: the money returns to where it was taken from. Refused when a transaction is signed meanwhile.",
    button: "End it for good",
    done: "It is ended; the money is back.",
  };
}

/** For what cannot go while nothing is signed, and for what was sent already by a database that was lost. */
export function GiveUpDialog({ send, onClose }: GiveUpDialogProps) {
  const isPayout = send.purpose === "payout";
  const { title, effect, button, done } = wordsOf(send.purpose);
  const initial = () => ({ id: isPayout ? send.purposeId : send.id, reason: "" });
  const end = useFormCommand<EndSendForm>(isPayout ? giveUpForm : endSendForm, initial, {
    send: isPayout ? rpc.operator.unsigned.giveUpPayout.mutate : rpc.operator.sends.end.mutate,
    done,
    onDone: onClose,
  });
  return (
    <FormDialog
      command={end}
      title={title}
      description={effect}
      act={button}
      tone="danger"
      before={
        <p>
          <Money amount={send.amount} currency={send.currency} />{" "}
          <span className="text-small text-ink-soft">on {send.networkName}</span>
        </p>
      }
      fields={[
        {
          name: "reason",
          label: "Reason",
          hint: isPayout ? "Its merchant reads this." : "Whoever ordered it reads this.",
        },
      ]}
      onClose={onClose}
    />
  );
}

export type AskDeadDialogProps = { readonly send: Pick<SendDetailView, "id" | "networkName">; onClose: () => void };

/** For a transaction whose nonce or coins another one took, or whose time has passed: it waits for ever, and what was ordered after it waits behind it. */
export function AskDeadDialog({ send, onClose }: AskDeadDialogProps) {
  return (
    <ConfirmDialog
      title="Ask whether this transaction is dead?"
      description={`The nodes of ${send.networkName} are asked whether another transaction took its nonce or its coins, deep enough, or its time has passed. Only when all that answer prove it (two at least), the send fails and the money returns to where it was taken from. Otherwise nothing changes.`}
      act="Ask, and end it if it is"
      tone="danger"
      send={() => rpc.operator.sends.endDead.mutate({ id: send.id })}
      done="The nodes are being asked. What came of it stands in the audit trail."
      onClose={onClose}
    />
  );
}
