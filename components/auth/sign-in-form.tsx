"use client";

import { type FormEvent, useState } from "react";
import { signInWithPassword } from "@/components/auth/sign-in";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { routes } from "@/lib/client/routes";

export function SignInForm() {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    const outcome = await signInWithPassword(String(fields.get("email")), String(fields.get("password")));
    if (outcome.isSignedIn) return window.location.assign(routes.overview());
    setProblem(outcome.message);
    setBusy(false);
  };

  return (
    // `post` keeps the password out of the address bar should the form be sent before the script is there.
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {problem && <Notice tone="wrong">{problem}</Notice>}
      <Field label="Email">
        {(control) => <Input {...control} name="email" type="email" autoComplete="username" required />}
      </Field>
      <Field label="Password">
        {(control) => <Input {...control} name="password" type="password" autoComplete="current-password" required />}
      </Field>
      <Button type="submit" variant="primary" isBusy={isBusy} className="mt-1 w-full">
        Sign in
      </Button>
    </form>
  );
}
