"use client";

import { useCommand } from "@/components/ui/use-command";
import { RequestFailure } from "@/lib/client/fetch-json";
import { orderRefund, type RefundBody, type RefundTarget } from "@/lib/client/refunds";

/** Orders a refund and says so; what it moved is fetched anew. */
export function useRefund(target: RefundTarget, onDone: () => void) {
  const send = (body: RefundBody) => orderRefund(target, body);
  const order = useCommand(send, { done: "The refund is ordered.", onDone });
  return { order, fields: order.error instanceof RequestFailure ? order.error.fields : {} };
}
