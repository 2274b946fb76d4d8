"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { signInWithPassword } from "@/components/people/auth/sign-in";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { completeSetup } from "@/lib/fronts/client/account";
import { RequestFailure } from "@/lib/fronts/client/fetch-json";
import { routes } from "@/lib/fronts/paths/routes";
import { PASSWORD_CHARACTERS_MIN, type SetupInput } from "@/lib/people/merchants/schema";

const FIELDS: readonly { name: keyof SetupInput; label: string; type?: string; autoComplete: string; hint?: string }[] =
  [
    {
      name: "code",
      label: "Set-up code",
      autoComplete: "one-time-code",
      hint: "Printed in the terminal at startup.",
    },
    { name: "name", label: "Your name", autoComplete: "name" },
    { name: "email", label: "E-mail", type: "email", autoComplete: "username" },
    {
      name: "password",
      label: "Password",
      type: "password",
      autoComplete: "new-password",
      hint: `At least ${PASSWORD_CHARACTERS_MIN} characters. Several unrelated words work well.`,
    },
    {
      name: "merchantName",
      label: "Shop name",
      autoComplete: "organization",
      hint: "Shown to payers. You can change it later.",
    },
  ];

/** Creates the operator, and signs them in. */
export function SetupForm() {
  const setup = useMutation({
    mutationFn: async (input: SetupInput) => {
      await completeSetup(input);
      const outcome = await signInWithPassword(input.email, input.password);
      window.location.assign(outcome.isSignedIn ? routes.overview() : routes.signIn());
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: keyof SetupInput) => String(fields.get(name) ?? "");
    setup.mutate({
      code: text("code"),
      name: text("name"),
      email: text("email"),
      password: text("password"),
      merchantName: text("merchantName"),
    });
  };
  const wrong = setup.error instanceof RequestFailure ? setup.error.fields : {};
  const isByField = FIELDS.some(({ name }) => wrong[name]);
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      {setup.error && !isByField && <Notice tone="wrong">{setup.error.message}</Notice>}
      {FIELDS.map(({ name, label, hint, ...attributes }) => (
        <Field key={name} label={label} hint={hint} error={wrong[name]}>
          {(control) => <Input {...control} {...attributes} name={name} required />}
        </Field>
      ))}
      <Button type="submit" variant="primary" isBusy={setup.isPending || setup.isSuccess} className="mt-1 w-full">
        Create operator
      </Button>
    </form>
  );
}
