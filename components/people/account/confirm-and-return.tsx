"use client";

import { ConfirmForm } from "@/components/people/account/confirm-form";
import type { PasskeyPlaceView } from "@/lib/people/identity/second-factor-schema";

export type ConfirmAndReturnProps = {
  readonly place: PasskeyPlaceView;
  /** Target after re-authentication: a path of ours. */
  readonly next: string;
};

/** The re-authentication form as a separate page. */
export function ConfirmAndReturn({ place, next }: ConfirmAndReturnProps) {
  return <ConfirmForm place={place} onShown={() => window.location.replace(next)} />;
}
