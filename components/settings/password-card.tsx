"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { accountQueries, changePassword } from "@/lib/client/account";
import { RequestFailure } from "@/lib/client/fetch-json";
import { PASSWORD_CHARACTERS_MIN } from "@/lib/merchants/schema";

export function PasswordCard() {
  const queries = useQueryClient();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      toast.success("Your password is changed, and your other browsers are signed out.");
      setCurrent("");
      setNext("");
      return queries.invalidateQueries({ queryKey: accountQueries.all });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ current, next });
  };
  const wrong = change.error instanceof RequestFailure ? change.error.fields : {};
  const isByField = Object.keys(wrong).length > 0;
  return (
    <Card title="Password">
      <form onSubmit={submit} className="flex flex-col gap-4">
        {change.error && !isByField && <Notice tone="wrong">{change.error.message}</Notice>}
        <Field label="Current password" error={wrong["current"]}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              required
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="New password"
          hint={`At least ${PASSWORD_CHARACTERS_MIN} characters. Payouts stop for 24 hours after a change.`}
          error={wrong["next"]}
        >
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              required
              value={next}
              onChange={(event) => setNext(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" isBusy={change.isPending} className="self-start">
          Change password
        </Button>
      </form>
    </Card>
  );
}
