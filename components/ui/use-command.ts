"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";

export type CommandOptions = {
  /** Message after success. */
  readonly done: string;
  readonly onDone?: () => void;
  readonly onError?: (error: Error) => void;
};

/**
 * A command of a page: shows a success message and refetches all data, because a command affects
 * more than the list it was sent from.
 */
export function useCommand<Input>(send: (input: Input) => Promise<unknown>, options: CommandOptions) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      // First, so that a form reopened right after does not start with outdated data.
      await queries.invalidateQueries();
      toast.success(options.done);
      options.onDone?.();
    },
    onError: (error: Error) => options.onError?.(error),
  });
}
