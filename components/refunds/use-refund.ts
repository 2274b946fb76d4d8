"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { RequestFailure } from "@/lib/client/fetch-json";
import { orderRefund, type RefundBody, type RefundTarget } from "@/lib/client/refunds";

/** Orders a refund and says so; what it moved is fetched anew. */
export function useRefund(target: RefundTarget, onDone: () => void) {
  const queries = useQueryClient();
  const order = useMutation({
    mutationFn: (body: RefundBody) => orderRefund(target, body),
    onSuccess: async () => {
      toast.success("The refund is ordered.");
      onDone();
      await queries.invalidateQueries();
    },
  });
  return { order, fields: order.error instanceof RequestFailure ? order.error.fields : {} };
}
