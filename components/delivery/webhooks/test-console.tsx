"use client";

import { parseAsString, useQueryState } from "nuqs";
import { LanguageTabs } from "@/components/delivery/docs/language-tabs";
import type { StatusWords } from "@/components/delivery/webhooks/object-picker";
import { TestForm } from "@/components/delivery/webhooks/test-form";
import { TestHistory } from "@/components/delivery/webhooks/test-history";
import { TestPanel } from "@/components/delivery/webhooks/test-panel";
import { Card } from "@/components/ui/card";
import type { TestConsoleOptions } from "@/lib/fronts/test-webhooks/console-schema";

export type TestConsoleProps = { readonly options: TestConsoleOptions; readonly statusWords: StatusWords };

/** Creates, shows and sends test webhooks. The URL names the shown one. */
export function TestConsole({ options, statusWords }: TestConsoleProps) {
  const [testId, setTestId] = useQueryState("test", parseAsString);
  const show = (id: string | null) => void setTestId(id);
  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <TestForm
          options={options}
          statusWords={statusWords}
          onPrepared={show}
          onChanged={() => testId !== null && show(null)}
        />
        <TestPanel id={testId} />
      </div>
      <Card
        title="Verification code"
        description="Pass the raw body, before parsing, and the key. Each language has one function for the sign field and one for the headers; either is enough."
      >
        <LanguageTabs part="verify" what="verifying a webhook" />
      </Card>
      <TestHistory onShow={show} />
    </div>
  );
}
