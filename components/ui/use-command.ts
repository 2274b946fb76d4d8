"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";

export type CommandOptions<Result = unknown> = {
  /** Message after success. */
  readonly done: string;
  readonly onDone?: (result: Result) => void;
  readonly onError?: (error: Error) => void;
};

/**
 * A command of a page: shows a success message and refetches all data, because a command affects
 * more than the list it was sent from.
 */
export function useCommand<Input, Result = unknown>(
  send: (input: Input) => Promise<Result>,
  options: CommandOptions<NoInfer<Result>>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (result: Result) => {
      // First, so that a form reopened right after does not start with outdated data.
      await queries.invalidateQueries();
      toast.success(options.done);
      options.onDone?.(result);
    },
    onError: (error: Error) => options.onError?.(error),
  });
}
