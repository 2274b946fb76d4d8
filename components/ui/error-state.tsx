"use client";

import { CloudOff } from "lucide-react";
import { Button } from "@/components/ui/button";

export type ErrorStateProps = {
  /** The failed action: "The invoices could not be loaded". */
  readonly title: string;
  readonly message: string;
  readonly onRetry: () => void;
  readonly isRetrying?: boolean;
};

export function ErrorState({ title, message, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <span className="grid size-11 place-items-center rounded-full bg-wrong-soft text-wrong">
        <CloudOff aria-hidden className="size-5" />
      </span>
      <div className="max-w-sm">
        <p className="font-medium">{title}</p>
        <p className="mt-1 text-small text-ink-soft">{message}</p>
      </div>
      <Button onClick={onRetry} isBusy={isRetrying}>
        Try again
      </Button>
    </div>
  );
}
