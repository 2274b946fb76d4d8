"use client";

import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { answerPasskeyRequest } from "@/components/people/auth/passkey-browser";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import type { ConfirmInput, PasskeyRequest, ProofWays } from "@/lib/people/identity/second-factor-schema";

type Typed = "password" | "code" | "recovery";

const FIELDS = {
  password: { label: "Password", hint: undefined, attributes: { type: "password", autoComplete: "current-password" } },
  code: {
    label: "Code from your authenticator app",
    hint: "Six digits, changing every 30 seconds.",
    attributes: { autoComplete: "one-time-code", inputMode: "numeric", className: "tabular-nums", maxLength: 10 },
  },
  recovery: {
    label: "Recovery code",
    hint: "One of the codes you saved. Each works once.",
    attributes: { autoComplete: "off", autoCapitalize: "off", spellCheck: false, className: "font-mono" },
  },
} as const;

const MISSING: Record<Typed, string> = {
  password: "Enter your password.",
  code: "Enter the six digits shown in the app.",
  recovery: "Enter one of your recovery codes.",
};

const SWITCHES: Record<Typed, string> = {
  password: "Use your password",
  code: "Use an app code",
  recovery: "Use a recovery code",
};

export type ProofFormProps = {
  readonly ways: ProofWays;
  /** Passkeys work on this page. */
  readonly hasPasskeys: boolean;
  readonly act: string;
  readonly askForPasskey: () => Promise<PasskeyRequest>;
  /** Returns an error message, or null on success. */
  readonly show: (proof: ConfirmInput) => Promise<string | null>;
};

/**
 * Proves the user's identity by an available method: a code, a recovery code, a passkey, or the
 * password if there is nothing stronger.
 */
export function ProofForm({ ways, hasPasskeys, act, askForPasskey, show }: ProofFormProps) {
  const typed = (["code", "password", "recovery"] as const).filter((way) => ways[way]);
  const [way, setWay] = useState<Typed>(typed[0] ?? "recovery");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<"typed" | "passkey" | null>(null);
  const attempt = async (by: "typed" | "passkey", proof: () => Promise<ConfirmInput | null>) => {
    setBusy(by);
    setProblem(null);
    try {
      const shown = await proof();
      if (shown !== null) setProblem(await show(shown));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "That did not work. Try again.");
    } finally {
      setBusy(null);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The dialog's form is inside another form's React tree: React would propagate the event to it.
    event.stopPropagation();
    const text = String(new FormData(event.currentTarget).get("shown") ?? "");
    if (text.trim() === "") return setProblem(MISSING[way]);
    void attempt("typed", () =>
      Promise.resolve(way === "password" ? { kind: way, password: text } : { kind: way, code: text }),
    );
  };
  const byPasskey = async (): Promise<ConfirmInput | null> => {
    const request = await askForPasskey();
    const response = await answerPasskeyRequest(request);
    return response === null ? null : { kind: "passkey", step: request.step, response };
  };
  const { label, hint, attributes } = FIELDS[way];
  return (
    <div className="flex flex-col gap-4">
      {typed.length > 0 && (
        <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
          <Field key={way} label={label} hint={hint} error={problem ?? undefined} isReadOut>
            {(control) => <Input {...control} {...attributes} name="shown" required autoFocus />}
          </Field>
          <Button type="submit" variant="primary" isBusy={busy === "typed"} className="w-full">
            {act}
          </Button>
        </form>
      )}
      {ways.passkey && hasPasskeys && (
        <Button isBusy={busy === "passkey"} className="w-full" onClick={() => void attempt("passkey", byPasskey)}>
          <KeyRound aria-hidden className="size-4" />
          Use a passkey
        </Button>
      )}
      {typed.length === 0 && problem && <Notice tone="wrong">{problem}</Notice>}
      {typed.length === 0 && !hasPasskeys && (
        <Notice tone="waiting">
          Your account requires a passkey, and passkeys do not work at this address. Ask the operator of this gateway.
        </Notice>
      )}
      {typed
        .filter((other) => other !== way)
        .map((other) => (
          <button
            key={other}
            type="button"
            className="self-start text-small font-medium text-accent underline-offset-4 hover:underline"
            onClick={() => {
              setWay(other);
              setProblem(null);
            }}
          >
            {SWITCHES[other]}
          </button>
        ))}
    </div>
  );
}
