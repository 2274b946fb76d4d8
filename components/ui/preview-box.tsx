import type { ReactNode } from "react";
import type { PreviewState } from "@/components/ui/preview-state";
import { Skeleton } from "@/components/ui/skeleton";

export type PreviewBoxProps<Preview> = {
  readonly state: PreviewState<Preview>;
  /** Shown while the form is incomplete. */
  readonly blank?: string;
  readonly children: (preview: Preview) => ReactNode;
};

/**
 * The effect of a dialog's action in numbers: announced when they arrive, and never those of
 * another input.
 */
export function PreviewBox<Preview>({ state, blank = "", children }: PreviewBoxProps<Preview>) {
  return (
    <div aria-live="polite" className="flex flex-col gap-3 rounded-control bg-sunken p-3.5">
      <PreviewBody state={state} blank={blank}>
        {children}
      </PreviewBody>
    </div>
  );
}

function PreviewBody<Preview>({ state, blank, children }: PreviewBoxProps<Preview>) {
  switch (state.kind) {
    case "blank":
      return <p className="text-small text-ink-soft">{blank}</p>;
    case "asking":
      return (
        <div role="status" aria-label="Calculating" className="flex flex-col gap-2.5">
          <Skeleton className="h-5 w-2/3 !bg-line" />
          <Skeleton className="h-5 w-1/2 !bg-line" />
        </div>
      );
    case "refused":
      return <Failed title="This would be refused." text={Object.values(state.fields)[0] ?? state.message} />;
    case "unknown":
      return <Failed title="The calculation is not available right now." text={state.message} />;
    case "known":
      return children(state.preview);
  }
}

function Failed({ title, text }: { title: string; text: string }) {
  return (
    <p className="text-small text-ink">
      <span className="font-medium">{title}</span> {text}
    </p>
  );
}
