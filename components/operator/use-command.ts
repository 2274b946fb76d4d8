"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";

/**
 * A command of the operator: says in words that it was done, and has everything loaded anew, because a command of this kind moves more
 * than the list it was given from.
 */
export function useCommand<Input>(
  send: (input: Input) => Promise<unknown>,
  options: { readonly done: string; readonly onDone?: () => void; readonly onError?: (error: Error) => void },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      // First: a form that is opened again right after must not begin with what was there before.
      await queries.invalidateQueries();
      toast.success(options.done);
      options.onDone?.();
    },
    onError: (error: Error) => options.onError?.(error),
  });
}
