import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import type { SendDetailView, SendVersionView } from "@/lib/operations/sends-schema";

type Outgoing = NonNullable<SendDetailView["outgoing"]>;

const OUTGOING_WORDS: Readonly<Record<Outgoing["status"], string>> = {
  signed: "Signed and stored; not in a block yet",
  included: "In a block, not deep enough yet",
  settled: "Deep enough; booked with what it cost",
  failed: "Deep enough, but it moved nothing except its fee",
  expired:
    "Its time passed and it is in no block, which the chain proves: it moved nothing, and another one takes its place",
};

/** The transaction that carries a send, and all versions of it that were ever signed. */
export function SendTransaction({ send }: { send: SendDetailView }) {
  const { outgoing, transaction } = send;
  if (outgoing === null || transaction === null)
    return (
      <Card title="Transaction">
        <p className="text-ink-soft">Nothing is signed yet, so nothing can reach the chain.</p>
      </Card>
    );
  return (
    <>
      <Card title="Transaction">
        <DefinitionList items={factsOf(outgoing, transaction)} />
      </Card>
      <Card
        title="Versions"
        description="Each is stored before it is broadcast. All use the same nonce, so that only one of them can ever confirm."
        isPadded={false}
      >
        <ol className="divide-y divide-line">
          {outgoing.versions.map((version) => (
            <Version key={version.version} version={version} feeCurrency={transaction.feeCurrency} />
          ))}
        </ol>
      </Card>
    </>
  );
}

function factsOf(outgoing: Outgoing, transaction: NonNullable<SendDetailView["transaction"]>): readonly Definition[] {
  const { feeCurrency, feePaid, nonce } = transaction;
  return [
    { term: "State", value: OUTGOING_WORDS[outgoing.status] },
    { term: "Sender", value: <Address value={outgoing.fromAddress} what="address" /> },
    { term: "Nonce", value: <span className="tabular-nums">{nonce ?? "none on this chain"}</span> },
    ...(outgoing.blockHeight === null ? [] : [{ term: "Block", value: outgoing.blockHeight }]),
    {
      term: "Network fee",
      value:
        feePaid === null ? (
          <span className="text-ink-soft">not known yet</span>
        ) : (
          <Money amount={feePaid} currency={feeCurrency} />
        ),
      note: `At most ${outgoing.feeMax} ${feeCurrency} were kept for it.`,
    },
    {
      term: "Broadcast",
      value: outgoing.broadcastCount === 1 ? "once" : `${outgoing.broadcastCount} times`,
      note: outgoing.lastBroadcastAt && (
        <>
          Last at <Moment at={outgoing.lastBroadcastAt} />
        </>
      ),
    },
  ];
}

function Version({ version, feeCurrency }: { version: SendVersionView; feeCurrency: string }) {
  return (
    <li className="flex flex-col gap-1 px-4 py-3 sm:px-5">
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">Version {version.version}</span>
        {version.isIncluded && <Badge tone="good">In a block</Badge>}
        <span className="text-label text-ink-quiet">
          signed <Moment at={version.signedAt} />
        </span>
      </span>
      <Address value={version.transactionId} what="transaction" explorerUrl={version.transactionUrl} />
      <span className="text-label text-ink-soft">
        Priority {version.priority}; expected to cost {version.feeExpected} {feeCurrency}, at most {version.feeMax}{" "}
        {feeCurrency}
      </span>
    </li>
  );
}
