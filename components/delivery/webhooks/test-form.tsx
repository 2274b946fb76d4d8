"use client";

import { Eye } from "lucide-react";
import { useQueryState } from "nuqs";
import { useState } from "react";
import { ObjectPicker, type StatusWords } from "@/components/delivery/webhooks/object-picker";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { type FormPart, isShownAtField } from "@/components/ui/use-checked-form";
import { useFocusFirstError } from "@/components/ui/use-focus-first-error";
import { useFormCommand } from "@/components/ui/use-form-command";
import { useUnsaved } from "@/components/ui/use-unsaved";
import { rpc } from "@/lib/fronts/client/rpc";
import {
  type PrepareTestForm,
  prepareTestInput,
  TEST_STATUSES,
  type TestConsoleOptions,
  type TestKind,
} from "@/lib/fronts/test-webhooks/console-schema";

const KINDS: readonly { readonly value: TestKind; readonly label: string }[] = [
  { value: "payment", label: "Invoice (payment)" },
  { value: "wallet", label: "Static wallet (wallet)" },
  { value: "payout", label: "Payout (payout)" },
];

export type TestFormProps = {
  readonly options: TestConsoleOptions;
  readonly statusWords: StatusWords;
  readonly onPrepared: (id: string) => void;
  /** Called when the form no longer matches the shown test. */
  readonly onChanged: () => void;
};

/** Content and destination of a test. */
export function TestForm({ options, statusWords, onPrepared, onChanged }: TestFormProps) {
  const [kindAsked] = useQueryState("kind");
  const [objectAsked] = useQueryState("object");
  const [prepared, setPrepared] = useState<PrepareTestForm | null>(null);
  const command = useFormCommand<PrepareTestForm>(
    prepareTestInput,
    () => beginning(options, KINDS.find(({ value }) => value === kindAsked)?.value ?? "payment", objectAsked),
    {
      send: async (form) => {
        onPrepared((await rpc.webhookTests.prepare.mutate(form)).id);
        setPrepared(form);
      },
      done: "Ready. Review the request, then send it.",
    },
  );
  const { form, wrong, submit, isPending, failure } = command;
  // Once prepared, the test is in the history with all the input.
  useUnsaved(form, prepared === null ? {} : { kept: prepared });
  const [isReal, setReal] = useState(form.objectId !== null);
  const step = useFocusFirstError(isPending);
  const change = (part: Partial<PrepareTestForm>) => {
    command.change(part);
    onChanged();
  };
  return (
    <Card title="Event">
      <form
        ref={step.form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          step.onSent();
          submit(event);
        }}
      >
        {failure && !isShownAtField(failure, form) && <Notice tone="wrong">{failure.message}</Notice>}
        <TestFields
          options={options}
          statusWords={statusWords}
          form={form}
          wrong={wrong}
          change={change}
          isReal={isReal}
          onReal={setReal}
        />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" isBusy={isPending} disabled={isReal && form.objectId === null}>
            <Eye aria-hidden className="size-4" />
            Preview request
          </Button>
        </div>
      </form>
    </Card>
  );
}

type TestFieldsProps = FormPart<PrepareTestForm> & {
  readonly options: TestConsoleOptions;
  readonly statusWords: StatusWords;
  readonly isReal: boolean;
  readonly onReal: (isReal: boolean) => void;
};

function TestFields({ options, statusWords, form, wrong, change, isReal, onReal }: TestFieldsProps) {
  const networks = options.services.filter(({ currency }) => currency === form.currency);
  const changeKind = (kind: TestKind) => {
    const status = TEST_STATUSES[kind].includes(form.status) ? form.status : "paid";
    change({ kind, status, objectId: null });
  };
  const changeCoin = (currency: string) => {
    const network = options.services.find((service) => service.currency === currency)?.network ?? "";
    change({ currency, network });
  };
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Kind" value={form.kind} choices={KINDS} onChange={changeKind} />
        <SelectField
          label="Status"
          value={form.status}
          error={wrong["status"]}
          choices={TEST_STATUSES[form.kind].map((status) => ({ value: status, label: status }))}
          onChange={(status) => change({ status })}
        />
        <SelectField
          label="Object"
          value={isReal ? "real" : "made-up"}
          choices={[
            { value: "made-up", label: "Sample data" },
            { value: "real", label: "Existing object" },
          ]}
          onChange={(about) => {
            onReal(about === "real");
            change({ objectId: null });
          }}
        />
        <span className="hidden sm:block" />
        <SelectField
          label="Coin"
          value={form.currency}
          error={wrong["currency"]}
          choices={coinsOf(options)}
          onChange={changeCoin}
        />
        <SelectField
          label="Network"
          value={form.network}
          error={wrong["network"]}
          choices={networks.map(({ network, networkName }) => ({ value: network, label: networkName }))}
          onChange={(network) => change({ network })}
        />
      </div>
      {isReal && (
        <ObjectPicker
          key={form.kind}
          kind={form.kind === "payment" ? "invoice" : form.kind}
          chosenId={form.objectId}
          onChoose={(objectId) => change({ objectId })}
          statusWords={statusWords}
        />
      )}
      <TextField
        label="Webhook URL"
        kind="url"
        value={form.url}
        error={wrong["url"]}
        hint="A test is sent once and not retried."
        onChange={(url) => change({ url })}
      />
    </>
  );
}

function beginning(options: TestConsoleOptions, kind: TestKind, objectId: string | null): PrepareTestForm {
  const first = options.services.find(({ currency }) => currency === "USDT") ?? options.services[0];
  const { currency = "", network = "" } = first ?? {};
  return { kind, status: "paid", url: options.url, currency, network, objectId };
}

function coinsOf({ services }: TestConsoleOptions) {
  return [...new Set(services.map(({ currency }) => currency))].map((value) => ({ value, label: value }));
}
