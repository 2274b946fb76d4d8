"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";

export type CommandOptions = {
  /** Said once it is done. */
  readonly done: string;
  readonly onDone?: () => void;
  readonly onError?: (error: Error) => void;
};

/**
 * A command of a page: says in words that it was done, and has everything loaded anew, because a
 * decision moves more than the list it was given from.
 */
export function useCommand<Input>(send: (input: Input) => Promise<unknown>, options: CommandOptions) {
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
