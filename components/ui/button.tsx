import { LoaderCircle } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps, MouseEvent } from "react";
import { classNames } from "@/components/ui/class-names";

const VARIANTS = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong shadow-sm",
  secondary: "border border-line-strong/60 bg-surface text-ink hover:bg-sunken",
  quiet: "text-ink-soft hover:bg-sunken hover:text-ink",
  danger: "bg-wrong text-surface hover:opacity-90",
} as const;

const SIZES = {
  normal: "h-9 px-3.5 text-body",
  small: "h-8 px-2.5 text-small",
  icon: "size-9 shrink-0",
} as const;

export type ButtonProps = ComponentProps<"button"> & {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  /** Shows a pending state, and ignores further clicks. */
  isBusy?: boolean;
  /** Renders the only child (a link) in button style. */
  asChild?: boolean;
};

export function Button(props: ButtonProps) {
  const { variant = "secondary", size = "normal", isBusy = false, asChild = false, ...rest } = props;
  const { className, children, onClick, type = "button", ...attributes } = rest;
  const classes = classNames(
    "inline-flex items-center justify-center gap-2 whitespace-nowrap rounded-control font-medium motion-safe:transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    VARIANTS[variant],
    SIZES[size],
    className,
  );
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...attributes}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      className={classes}
      // Not `disabled`, which would drop the keyboard focus.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? ignore : onClick}
      {...attributes}
    >
      {isBusy && <LoaderCircle aria-hidden className="size-4 motion-safe:animate-spin" />}
      {children}
    </button>
  );
}

/** Suppresses both the button's action and the submission of its form. */
function ignore(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault();
}
