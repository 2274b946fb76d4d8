"use client";

import { useQuery } from "@tanstack/react-query";
import { SendActions } from "@/components/operator/sends/send-actions";
import { PURPOSE_LABELS, WAIT_REASON_TEXTS } from "@/components/operator/sends/send-labels";
import { SendStatus } from "@/components/operator/sends/send-status";
import { SendTransaction } from "@/components/operator/sends/send-transaction";
import { Address } from "@/components/ui/address";
import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/query-states";
import type { SendDetailView } from "@/lib/fronts/admin/sends-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { moneyText } from "@/lib/kernel/money/format";

const REFRESH_MS = 2_500;

/** One send, live: the order, what it waits for, and all versions of its transaction. */
export function SendDetail({ id }: { id: string }) {
  const query = useQuery(rpc.operator.sends.detail.queryOptions({ id }, { refetchInterval: REFRESH_MS }));
  return (
    <Loaded query={query} failure="The send could not be loaded">
      {(send) => (
        <>
          <PageHeader
            back={{ href: routes.operatorSends(), label: "Sends" }}
            title={`${PURPOSE_LABELS[send.purpose]} on ${send.networkName}`}
            badge={<SendStatus send={send} />}
            actions={<SendActions send={send} />}
          />
          <div className="flex flex-col gap-5">
            <Obstacle send={send} />
            <Card title="Details">
              <DefinitionList items={factsOf(send)} />
            </Card>
            <SendTransaction send={send} />
          </div>
        </>
      )}
    </Loaded>
  );
}

function Obstacle({ send }: { send: SendDetailView }) {
  if (send.failure !== null)
    return (
      <Notice tone="wrong" title="Failed; the money was returned">
        {send.failure}
      </Notice>
    );
  if (send.waitReason === null) return null;
  const { short, explanation, remedy } = WAIT_REASON_TEXTS[send.waitReason];
  return (
    <Notice tone="waiting" title={short}>
      <p>
        {explanation} {remedy}
      </p>
      {send.waitDetail && <p className="mt-1 break-words text-ink-soft">{send.waitDetail}</p>}
      <p className="mt-1 text-ink-soft">
        {send.waitingSince && (
          <>
            Since <Moment at={send.waitingSince} />.{" "}
          </>
        )}
        Next attempt: <Moment at={send.nextTryAt} />.
        {send.refusalCount > 0 && ` Refused ${send.refusalCount} times in a row.`}
      </p>
    </Notice>
  );
}

function factsOf(send: SendDetailView): readonly Definition[] {
  return [
    { term: "Amount", value: <Money amount={send.amount} currency={send.currency} size="large" /> },
    { term: "To", value: <Address value={send.toAddress} what="address" /> },
    {
      term: "From",
      value: send.fromAddress === null ? "Hot wallet" : <Address value={send.fromAddress} what="address" />,
    },
    ...(send.memo === null ? [] : [{ term: "Memo", value: <span className="break-all">{send.memo}</span> }]),
    { term: "Priority", value: send.priority },
    ...(send.feeExpected === null
      ? []
      : [{ term: "Quoted network fee", value: moneyText(send.feeExpected, send.feeCurrency) }]),
    { term: "Created", value: <Moment at={send.createdAt} /> },
    ...(send.finalAt === null ? [] : [{ term: "Final", value: <Moment at={send.finalAt} /> }]),
    {
      term: `${PURPOSE_LABELS[send.purpose]} ID`,
      value: <Address value={send.purposeId} what="ID" isShort />,
    },
  ];
}
