"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { SOURCE_LABELS } from "@/components/operator/cases/questionnaire-labels";
import { Button } from "@/components/ui/button";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { useCommand } from "@/components/ui/use-command";
import { readDocument } from "@/lib/fronts/client/files";
import { rpc } from "@/lib/fronts/client/rpc";
import type { AmlAnswers, AmlContents, AmlDocumentView } from "@/lib/money-in/questionnaires/schema";

/**
 * A payer's answers, loaded on request: each access is recorded in the audit log. Stored nowhere
 * but in this component's state.
 */
export function QuestionnaireAnswers({ id }: { id: string }) {
  const [contents, setContents] = useState<AmlContents | null>(null);
  const [isBusy, setBusy] = useState(false);
  const show = () => {
    setBusy(true);
    rpc.operator.questionnaires.answers
      .mutate({ id })
      .then(setContents)
      .catch((error: Error) => toast.error(error.message))
      .finally(() => setBusy(false));
  };
  if (contents === null)
    return (
      <div>
        <Button size="small" isBusy={isBusy} onClick={show}>
          Show answers
        </Button>
        <p className="mt-2 text-label text-ink-quiet">The audit log records who reads them.</p>
      </div>
    );
  return (
    <div className="rounded-control bg-sunken p-3.5">
      <DefinitionList items={[...factsOf(contents.answers), documentsOf(id, contents.documents)]} />
    </div>
  );
}

function factsOf({ person, name, company, country, source, details, relation }: AmlAnswers): readonly Definition[] {
  return [
    { term: "Paid as", value: person === "private" ? "Private individual" : "A business" },
    { term: "Name", value: <Said text={name} /> },
    ...(company === "" ? [] : [{ term: "Business", value: <Said text={company} /> }]),
    { term: "Country", value: new Intl.DisplayNames(["en"], { type: "region" }).of(country) ?? country },
    { term: "Source of funds", value: SOURCE_LABELS[source] },
    { term: "Details", value: <Said text={details} /> },
    { term: "Paid for", value: <Said text={relation} /> },
  ];
}

/** A stranger's text, in any writing direction. */
function Said({ text }: { text: string }) {
  return (
    <bdi className="whitespace-pre-wrap break-words" dir="auto">
      {text}
    </bdi>
  );
}

function documentsOf(id: string, documents: readonly AmlDocumentView[]): Definition {
  if (documents.length === 0) return { term: "Documents", value: "None" };
  return {
    term: "Documents",
    value: (
      <ul aria-label="Documents" className="flex flex-col gap-2">
        {documents.map((document) => (
          <li key={document.id}>
            <DocumentButton id={id} document={document} />
          </li>
        ))}
      </ul>
    ),
    note: "These files come from an unknown person. Open them in an isolated environment.",
  };
}

const KIBIBYTE = 1024;

function DocumentButton({ id, document }: { id: string; document: AmlDocumentView }) {
  const { name, size } = document;
  const download = useCommand(async () => save(await readDocument(id, document.id), name), { done: "Downloaded." });
  return (
    <Button
      size="small"
      className="h-auto min-h-8 max-w-full whitespace-normal break-all text-left"
      isBusy={download.isPending}
      onClick={() => download.mutate(undefined, { onError: (error) => toast.error(error.message) })}
    >
      <Download aria-hidden className="size-4 shrink-0" />
      {name} ({Math.ceil(size / KIBIBYTE)} KB)
    </Button>
  );
}

/** Passes bytes to the browser as a download; it never renders them. */
function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = window.document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
