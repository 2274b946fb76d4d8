"use client";

import { type ChangeEvent, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Notice } from "@/components/ui/notice";
import { TextArea } from "@/components/ui/text-area";
import type { FormPart } from "@/components/ui/use-checked-form";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type ImportForm, importScreeningList } from "@/lib/fronts/client/files";
import { rpc } from "@/lib/fronts/client/rpc";
import { importListForm, type ScreeningListView } from "@/lib/people/screening/schema";

const FORMATS = [
  { value: "csv", label: "CSV" },
  { value: "json", label: "JSON" },
] as const;
const CSV_EXAMPLE = "address,network,note\n0x…,evm,sanctioned since 2024";

export type ImportListDialogProps = {
  /** Existing lists: importing under one of these names creates its next version. */
  readonly names: readonly string[];
  readonly onClose: () => void;
};

/** Imports a list from a file or from pasted text: all of it, or nothing if a line is invalid. */
export function ImportListDialog({ names, onClose }: ImportListDialogProps) {
  const load = useFormCommand<ImportForm>(importListForm, () => ({ name: "", format: "csv", text: "" }), {
    send: importScreeningList,
    done: "The list is imported.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={load}
      isGrid
      title="Import a list"
      description="Columns: address, network and note. Only the address is required. Every address is checked; if a line is wrong, nothing is imported. Importing under an existing name creates its next version, which replaces the one in use."
      staysOnOutsideClick
      act="Import list"
      isBlocked={load.form.text === "" && load.form.file === undefined}
      sayFailure={({ message }) => <Problems message={message} />}
      fields={[
        { name: "name", label: "Name", suggestions: names },
        { name: "format", kind: "choice", label: "Format", choices: FORMATS },
      ]}
      onClose={onClose}
    >
      <TextFields {...load} />
    </FormDialog>
  );
}

/** The server's errors, one line each. */
function Problems({ message }: { message: string }) {
  const lines = message.split("; ");
  return (
    <Notice tone="wrong">
      <ul className="max-h-40 overflow-y-auto break-words">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** A chosen file is uploaded without being read: a million lines are too much for a field. */
function TextFields({ form, wrong, change }: FormPart<ImportForm>) {
  const [fileName, setFileName] = useState("");
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file === undefined) return;
    setFileName(file.name);
    change({ file, text: "", format: file.name.toLowerCase().endsWith(".json") ? "json" : "csv" });
  };
  return (
    <>
      <div className="sm:col-span-2">
        <Field label="File" isOptional error={wrong["file"]} hint="At most 64 MB.">
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,.json,.txt,text/csv,application/json"
              onChange={choose}
              className="w-full min-w-0 text-small file:mr-3 file:rounded-control file:border file:border-line-strong/60 file:bg-surface file:px-3 file:py-1.5 file:font-medium file:text-ink"
            />
          )}
        </Field>
      </div>
      <div className="sm:col-span-2">
        <TextArea
          label="List"
          kind="lines"
          hint={form.file === undefined ? "Paste it here, or choose a file." : `${fileName} is used instead.`}
          placeholder={CSV_EXAMPLE}
          error={wrong["text"]}
          value={form.text}
          onChange={(text) => change({ text, file: undefined })}
        />
      </div>
    </>
  );
}

/** Starts or stops screening addresses against a version of a list. */
export function SwitchListDialog({ list, onClose }: { list: ScreeningListView; onClose: () => void }) {
  const { id, name, version, isActive } = list;
  return (
    <ConfirmDialog
      title={`Switch ${name}, version ${version}, ${isActive ? "off" : "on"}?`}
      description={
        isActive
          ? "From now on no address is checked against it. What it already holds stays held until you decide."
          : "From now on addresses are checked against it, and against no other version of it. Earlier payments and payouts are not checked again."
      }
      act={`Switch ${isActive ? "off" : "on"}`}
      tone={isActive ? "danger" : "primary"}
      send={() => rpc.operator.screening.setListActive.mutate({ id, isActive: !isActive })}
      done={isActive ? "The list is off." : "The list is on."}
      onClose={onClose}
    />
  );
}
