"use client";

import { ConfirmForm } from "@/components/people/account/confirm-form";
import type { PasskeyPlaceView } from "@/lib/people/identity/second-factor-schema";

export type ConfirmAndReturnProps = {
  readonly place: PasskeyPlaceView;
  /** Where to go once it was shown: a path of ours. */
  readonly next: string;
};

/** The form that asks who is there, as a page of its own. */
export function ConfirmAndReturn({ place, next }: ConfirmAndReturnProps) {
  return <ConfirmForm place={place} onShown={() => window.location.replace(next)} />;
}
