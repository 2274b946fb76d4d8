import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

export type SettingsFormProps = {
  /** Otherwise it is there to be read: nothing can be changed, and nothing saved. */
  readonly mayChange: boolean;
  readonly isBusy: boolean;
  /** What went wrong and stands at no field; null for nothing. */
  readonly failure: string | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
};

/** The form of a settings card: what went wrong, the fields, and one button for whoever may change them. */
export function SettingsForm({ mayChange, isBusy, failure, onSubmit, children }: SettingsFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <fieldset disabled={!mayChange} className="flex flex-col gap-4">
        {failure !== null && <Notice tone="wrong">{failure}</Notice>}
        {children}
        {mayChange && (
          <Button type="submit" isBusy={isBusy} className="self-start">
            Save
          </Button>
        )}
      </fieldset>
    </form>
  );
}
