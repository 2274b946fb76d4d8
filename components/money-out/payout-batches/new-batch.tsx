"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CheckCard } from "@/components/money-out/payout-batches/check-card";
import { SubmitBatch } from "@/components/money-out/payout-batches/submit-batch";
import { RestrictionNote } from "@/components/people/restrictions/restriction-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DownloadLink } from "@/components/ui/download-link";
import { Field } from "@/components/ui/field";
import { TextArea } from "@/components/ui/text-area";
import { batchPaths, uploadBatch } from "@/lib/fronts/client/files";
import { BATCH_BYTES_MAX, BATCH_COLUMNS, BATCH_ROWS_MAX } from "@/lib/money-out/payout-batches/schema";

const PASTED_NAME = "pasted.csv";

/**
 * A file, or rows pasted from a spreadsheet, with a preview of their effect. Nothing is ordered
 * before confirmation.
 */
export function NewBatch() {
  const picker = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState("");
  const check = useMutation({ mutationFn: uploadBatch });
  const take = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    // Allows choosing the same file again after a correction.
    input.value = "";
    if (file === undefined || check.isPending) return;
    check.mutate({ name: file.name.slice(-120), content: file });
  };
  const tooBig = pasted.length > BATCH_BYTES_MAX ? "Too much text: upload a file instead." : undefined;
  return (
    <div className="flex flex-col gap-5">
      <RestrictionNote of="outflows" />
      <Card title="Payouts" action={<DownloadLink href={batchPaths.template()}>Template</DownloadLink>}>
        <div className="flex flex-col gap-4">
          <ColumnsHint />
          <Field
            label="CSV file"
            hint={check.isPending ? "Checking rows…" : `At most ${BATCH_ROWS_MAX} rows and 1 MB.`}
            error={check.error?.message}
            isReadOut
          >
            {(control) => (
              <input
                {...control}
                ref={picker}
                type="file"
                accept=".csv,.txt,text/csv,text/plain"
                aria-busy={check.isPending || undefined}
                onChange={(event) => take(event.target)}
                className="w-full min-w-0 text-small file:mr-3 file:rounded-control file:border file:border-line-strong/60 file:bg-surface file:px-3 file:py-1.5 file:font-medium file:text-ink"
              />
            )}
          </Field>
          <TextArea
            label="Or paste rows"
            isOptional
            kind="lines"
            hint="The first line must contain the column names."
            error={tooBig}
            value={pasted}
            onChange={(text) => {
              setPasted(text);
              // The result was for a different text.
              check.reset();
            }}
          />
          <Button
            className="self-start"
            isBusy={check.isPending}
            disabled={pasted.trim() === "" || tooBig !== undefined}
            onClick={() => check.mutate({ name: PASTED_NAME, content: pasted })}
          >
            Check rows
          </Button>
        </div>
      </Card>
      <div aria-live="polite" className="flex flex-col gap-5">
        {check.data && !check.isPending && <CheckCard check={check.data} />}
        {check.data?.id && !check.isPending && <SubmitBatch check={{ ...check.data, id: check.data.id }} />}
      </div>
    </div>
  );
}

function ColumnsHint() {
  return (
    <p className="text-small text-ink-soft">
      One row per payout, in UTF-8, separated by commas or semicolons. The columns match the machine API:{" "}
      <span className="font-mono text-label">{BATCH_COLUMNS.join(", ")}</span>. The first three are required, and{" "}
      <span className="font-mono text-label">network</span> for coins on several networks. If empty,{" "}
      <span className="font-mono text-label">is_subtract</span> is true: the exact amount arrives, and the fee is added.
    </p>
  );
}
