"use client";

import { type RefundBody, type RefundTarget, refundForm } from "@/components/exceptions/refunds/refund-target";
import { useCommand } from "@/components/ui/use-command";
import { RequestFailure } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";

/** The success message, and where to follow the refund. */
const DONE: Readonly<Record<RefundTarget["kind"], string>> = {
  invoice: "Refund created. Track it on the invoice, under Refunds.",
  wallet: "Refund created. Track it on the wallet, under Refunds.",
  case: "Refund created. Track it in the case.",
};

/** Orders a refund, shows a success message, and refetches the affected data. */
export function useRefund(target: RefundTarget, onDone: () => void) {
  const send = (body: RefundBody) => rpc.refunds[target.kind].order.mutate(refundForm(target, body));
  const order = useCommand(send, { done: DONE[target.kind], onDone });
  return { order, fields: order.error instanceof RequestFailure ? order.error.fields : {} };
}
