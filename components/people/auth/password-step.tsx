"use client";

import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { PasskeySupport } from "@/components/people/auth/passkey-browser";
import { type SignInOutcome, signInWithPasskey, signInWithPassword } from "@/components/people/auth/sign-in";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";

export type PasswordStepProps = {
  /** Error that ended the second step, if any. */
  readonly problem: string | null;
  /** Null until the browser has reported it. */
  readonly support: PasskeySupport | null;
  readonly onSignedIn: () => void;
  readonly onSecondStep: () => Promise<void>;
};

/** E-mail and password, or a passkey instead of both. */
export function PasswordStep({ problem, support, onSignedIn, onSecondStep }: PasswordStepProps) {
  const [said, setSaid] = useState(problem);
  const [busy, setBusy] = useState<"password" | "passkey" | null>(null);
  const attempt = async (by: "password" | "passkey", signIn: () => Promise<SignInOutcome | null>) => {
    setBusy(by);
    setSaid(null);
    const outcome = await signIn();
    // The button stays busy while the next page loads.
    if (outcome?.isSignedIn) return onSignedIn();
    if (outcome?.next === "secondStep") return onSecondStep();
    setSaid(outcome?.message ?? null);
    setBusy(null);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    void attempt("password", () => signInWithPassword(String(fields.get("email")), String(fields.get("password"))));
  };
  return (
    // `post` keeps the password out of the URL if the form is submitted before the script has
    // loaded.
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      {said && <Notice tone="wrong">{said}</Notice>}
      <Field label="E-mail">
        {(control) => <Input {...control} name="email" type="email" autoComplete="username" required />}
      </Field>
      <Field label="Password">
        {(control) => <Input {...control} name="password" type="password" autoComplete="current-password" required />}
      </Field>
      <Button type="submit" variant="primary" isBusy={busy === "password"} className="mt-1 w-full">
        Sign in
      </Button>
      {support?.state === "ready" && (
        <Button
          isBusy={busy === "passkey"}
          className="w-full"
          onClick={() => void attempt("passkey", signInWithPasskey)}
        >
          <KeyRound aria-hidden className="size-4" />
          Use a passkey
        </Button>
      )}
      {support?.state === "elsewhere" && (
        <p className="text-label text-ink-quiet">
          To use a passkey, open <TextLink href={`${support.origin}/sign-in`}>{support.origin}</TextLink>.
        </p>
      )}
      <p className="text-center text-small">
        <TextLink href={routes.forgotPassword()}>Forgot your password?</TextLink>
      </p>
    </form>
  );
}
