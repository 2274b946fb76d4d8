"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";

const CONFIRMATION_MS = 2_000;

export type CopyButtonProps = {
  readonly text: string;
  /** The kind of copied value: "address". */
  readonly what: string;
  /** Text beside the icon; without it the button shows only the icon. */
  readonly label?: string;
};

/** Copies a text and reports it visually and to screen readers. */
export function CopyButton({ text, what, label }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  };
  const shown = { idle: label, copied: "Copied", failed: "Select and copy manually" }[state];
  const Icon = state === "copied" ? Check : Copy;
  return (
    <Button
      variant={label ? "secondary" : "quiet"}
      size={label ? "small" : "icon"}
      className={classNames(!label && "!size-7")}
      onClick={copy}
      aria-label={label && state === "idle" ? undefined : `Copy ${what}`}
      title={label ? undefined : `Copy ${what}`}
    >
      <Icon aria-hidden className={classNames("size-3.5", state === "copied" && "text-good")} />
      {(label || state === "failed") && shown}
      <span role="status" className="sr-only">
        {state === "copied" ? `${what} copied` : ""}
      </span>
    </Button>
  );
}
