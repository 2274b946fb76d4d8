import { LoaderCircle } from "lucide-react";
import { AnswerBadge } from "@/components/delivery/webhooks/answer-badge";
import { hintOf, statusHint } from "@/components/delivery/webhooks/webhook-labels";
import { WireDetails } from "@/components/delivery/webhooks/wire-details";
import { Card } from "@/components/ui/card";
import { DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import type { TestView } from "@/lib/fronts/test-webhooks/console-schema";

/** The endpoint's response, or why there was none. */
export function TestAnswer({ test }: { test: TestView }) {
  const { httpStatus, error, durationMs, startedAt } = test;
  const hint = httpStatus === null ? hintOf(error ?? "") : statusHint(httpStatus);
  return (
    <Card title="Response" action={test.state === "answered" && <AnswerBadge httpStatus={httpStatus} />}>
      {test.state === "queued" ? (
        <p role="status" className="flex items-center gap-2 text-small text-ink-soft">
          <LoaderCircle aria-hidden className="size-4 motion-safe:animate-spin" />
          Sending. The worker waits up to ten seconds for a response.
        </p>
      ) : (
        <div className="flex flex-col gap-4">
          <DefinitionList
            items={[
              {
                term: httpStatus === null ? "No response" : "Status",
                value: httpStatus === null ? error : `HTTP ${httpStatus}`,
                ...(hint && { note: hint }),
              },
              { term: "Duration", value: <span className="tabular-nums">{durationMs} ms</span> },
              { term: "Sent", value: startedAt && <Moment at={startedAt} /> },
            ]}
          />
          {httpStatus !== null && (
            <WireDetails
              what="Response"
              headers={test.responseHeaders}
              body={test.responseExcerpt}
              withoutBody="Empty body."
            />
          )}
        </div>
      )}
    </Card>
  );
}
