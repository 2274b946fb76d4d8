"use client";

import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { useSaveSettings } from "@/components/settings/use-save-settings";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { saveProfile } from "@/lib/client/account";

export function ProfileCard({ name, email }: { name: string; email: string }) {
  const [typed, setTyped] = useState(name);
  const { save, wrong } = useSaveSettings(saveProfile, (error) => toast.error(error.message));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name: typed });
  };
  return (
    <Card title="You">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name" error={wrong["name"]}>
          {(control) => (
            <Input {...control} autoComplete="name" value={typed} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
        <Field label="E-mail" hint="You sign in with it.">
          {(control) => <Input {...control} value={email} disabled />}
        </Field>
        <Button type="submit" isBusy={save.isPending} disabled={typed.trim() === name} className="self-start">
          Save
        </Button>
      </form>
    </Card>
  );
}
