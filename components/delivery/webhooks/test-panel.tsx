"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Send, Webhook } from "lucide-react";
import { TestAnswer } from "@/components/delivery/webhooks/test-answer";
import { WireDetails } from "@/components/delivery/webhooks/wire-details";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { DefinitionList } from "@/components/ui/definition-list";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { Loaded } from "@/components/ui/query-states";
import { useCommand } from "@/components/ui/use-command";
import { rpc } from "@/lib/fronts/client/rpc";
import type { TestView } from "@/lib/fronts/test-webhooks/console-schema";

/** Short, because somebody is waiting for the response. */
const WAITING_REFRESH_MS = 700;

/** One test: the exact bytes, the send button, and then the response. */
export function TestPanel({ id }: { id: string | null }) {
  if (id === null) {
    return (
      <Card>
        <EmptyState icon={Webhook} title="Nothing to send yet">
          Choose what to send. You can review the full request before it is sent.
        </EmptyState>
      </Card>
    );
  }
  return <OneTest key={id} id={id} />;
}

function OneTest({ id }: { id: string }) {
  const query = useQuery(
    rpc.webhookTests.detail.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (state.data?.state === "queued" ? WAITING_REFRESH_MS : false) },
    ),
  );
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Loaded query={query} failure="The test could not be loaded">
        {(test) => (
          <>
            {test.state !== "shown" && <TestAnswer test={test} />}
            <Bytes test={test} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Bytes({ test }: { test: TestView }) {
  const queries = useQueryClient();
  const { detail, send } = rpc.webhookTests;
  const sending = useCommand(
    async () => queries.setQueryData(detail.queryKey({ id: test.id }), await send.mutate({ id: test.id })),
    { done: "Sent. Waiting for the response." },
  );
  const isShown = test.state === "shown";
  return (
    <Card
      title={isShown ? "Request preview" : "Request"}
      description={
        isShown ? "Exactly this request is sent. Valid for four minutes, because it is timestamped." : undefined
      }
      action={
        isShown && (
          <Button variant="primary" onClick={() => sending.mutate(undefined)} isBusy={sending.isPending}>
            <Send aria-hidden className="size-4" />
            Send test
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {sending.error && <Notice tone="wrong">{sending.error.message}</Notice>}
        <DefinitionList
          items={[
            { term: "POST", value: <span className="break-all">{test.url}</span> },
            {
              term: "sign",
              value: (
                <span className="inline-flex min-w-0 items-center gap-1">
                  <code className="break-all text-small">{test.sign}</code>
                  <CopyButton text={test.sign} what="signature" />
                </span>
              ),
              note: "MD5 of the base64-encoded body without this field, followed by the key. Last field of the body.",
            },
          ]}
        />
        <WireDetails what="Request" headers={test.requestHeaders} body={test.body} withoutBody="" />
      </div>
    </Card>
  );
}
