"use client";

import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

export const TooltipProvider = Primitive.Provider;

export type TooltipProps = { readonly content: ReactNode; readonly children: ReactNode };

/** A word more for those who hover or focus. Never the only place where something is said. */
export function Tooltip({ content, children }: TooltipProps) {
  return (
    <Primitive.Root delayDuration={300}>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          sideOffset={6}
          className="z-50 max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-label text-canvas shadow-raised"
        >
          {content}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
