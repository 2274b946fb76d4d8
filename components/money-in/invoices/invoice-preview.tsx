"use client";

import { Eye } from "lucide-react";
import type { InvoicePreviewState } from "@/components/money-in/invoices/use-invoice-preview";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import { Skeleton } from "@/components/ui/skeleton";
import { ALL_LOCALES, LOCALES, type Locale } from "@/lib/kernel/locales/locales";

const LANGUAGES = ALL_LOCALES.map((locale) => ({ value: locale, label: LOCALES[locale].name }));

export type InvoicePreviewProps = {
  readonly state: InvoicePreviewState;
  readonly language: Locale;
  readonly onLanguage: (language: Locale) => void;
};

/** The payer's page as the form would create it, shown beside the form. */
export function InvoicePreview({ state, language, onLanguage }: InvoicePreviewProps) {
  return (
    <Card title="Payer's view">
      <div className="flex flex-col gap-4">
        <SelectField
          label="Language of the preview"
          hint="Payers see their own language and can choose another."
          value={language}
          choices={LANGUAGES}
          onChange={onLanguage}
        />
        <div aria-live="polite">
          <PreviewBody state={state} />
        </div>
      </div>
    </Card>
  );
}

function PreviewBody({ state }: { state: InvoicePreviewState }) {
  switch (state.kind) {
    case "blank":
      return <p className="text-ink-soft">Enter an amount to see the payment page.</p>;
    case "asking":
      return (
        <div role="status" aria-label="Loading the preview" className="flex flex-col gap-3">
          <Skeleton className="h-7 w-2/3" />
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      );
    case "refused":
      return (
        <Notice tone="waiting" title="This invoice can't be created">
          {Object.values(state.fields)[0] ?? state.message}
        </Notice>
      );
    case "unknown":
      return (
        <Notice tone="waiting" title="The preview is not available right now">
          {state.message}
        </Notice>
      );
    case "known":
      return <PreviewFrame html={state.preview.html} />;
  }
}

/** Sandboxed: nothing in it runs, submits or navigates. */
function PreviewFrame({ html }: { html: string }) {
  return (
    <div className="overflow-hidden rounded-control border border-line">
      <p className="flex items-center gap-2 bg-moving-soft px-3 py-2 text-small text-ink">
        <Eye aria-hidden className="size-4 shrink-0 text-moving" />A preview at current prices. Nothing is created, and
        nothing can be paid here.
      </p>
      <iframe
        title="Payment page preview"
        srcDoc={html}
        sandbox=""
        className="block h-[min(42rem,60dvh)] w-full border-0 bg-sunken"
      />
    </div>
  );
}
