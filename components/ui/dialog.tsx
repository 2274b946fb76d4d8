"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";

export type DialogProps = {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** The buttons, the main one last. */
  readonly footer?: ReactNode;
  /** A secret shown once must not vanish by a stray click. */
  readonly staysOnOutsideClick?: boolean;
  /** For content wider than a form: bodies, headers. */
  readonly isWide?: boolean;
};

export function Dialog(props: DialogProps) {
  const {
    isOpen,
    onOpenChange,
    title,
    description,
    children,
    footer,
    staysOnOutsideClick = false,
    isWide = false,
  } = props;
  // Returns the focus to the element that opened the dialog. The primitive only knows its own
  // triggers, and most of our dialogs have none.
  const opener = useRef<Element | null>(null);
  const giveBackFocus = (event: Event) => {
    if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
    event.preventDefault();
    opener.current.focus();
  };
  return (
    <Primitive.Root open={isOpen} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 bg-black/45" />
        <Primitive.Content
          className={classNames(
            "fixed inset-x-0 bottom-0 z-50 flex max-h-[90dvh] flex-col gap-4 overflow-y-auto rounded-t-2xl border border-line bg-surface p-5 shadow-raised sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-full sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card",
            isWide ? "sm:max-w-3xl" : "sm:max-w-lg",
          )}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={giveBackFocus}
          onInteractOutside={(event) => staysOnOutsideClick && event.preventDefault()}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          <div className="flex items-start justify-between gap-4">
            <div>
              <Primitive.Title className="text-title font-semibold tracking-tight">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="mt-1 text-small text-ink-soft">{description}</Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Close" className="-mt-1.5 -mr-1.5">
                <X aria-hidden className="size-4.5" />
              </Button>
            </Primitive.Close>
          </div>
          {children}
          {footer && <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{footer}</div>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
