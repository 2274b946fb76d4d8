import { NetworkFee } from "@/components/operator/sends/network-fee";
import { PURPOSE_LABELS } from "@/components/operator/sends/send-labels";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import { amountSlots, Money } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import type { SendDetailView, SendVersionView } from "@/lib/fronts/admin/sends-schema";
import { routes } from "@/lib/fronts/paths/routes";
import { moneyText } from "@/lib/kernel/money/format";

type Outgoing = NonNullable<SendDetailView["outgoing"]>;

const OUTGOING_LABELS: Readonly<Record<Outgoing["status"], string>> = {
  signed: "Signed and stored; not in a block yet",
  included: "In a block, not confirmed yet",
  settled: "Confirmed; network fee booked",
  failed: "Confirmed, but it moved nothing except its fee",
  expired:
    "Expired without being included (proven on the chain). It moved nothing, and another transaction replaces it.",
};

const ONLY_ONE_TEXTS: Readonly<Record<Outgoing["spends"], string>> = {
  nonce: "All use the same nonce, so only one of them can confirm.",
  coins: "All spend the same coins, so only one of them can confirm.",
  expiring:
    "It is valid for a short time. Another one is signed only once the chain proves that it was not included in that time.",
};

/** The transaction of a send, with all signed versions. */
export function SendTransaction({ send }: { send: SendDetailView }) {
  const { outgoing, transaction, expired } = send;
  if (outgoing === null || transaction === null)
    return (
      <>
        <Card title="Transaction">
          <p className="text-ink-soft">
            {expired.length === 0
              ? "Nothing is signed yet, so nothing can reach the chain."
              : "The signed transaction can no longer confirm (proven on the chain), and no other is signed yet, so nothing can reach the chain."}
          </p>
        </Card>
        <ExpiredTransactions expired={expired} />
      </>
    );
  return (
    <>
      <Card title="Transaction">
        <DefinitionList items={factsOf(outgoing, transaction)} />
      </Card>
      <Card
        title="Versions"
        description={`Each is stored before it is broadcast. ${ONLY_ONE_TEXTS[outgoing.spends]}`}
        isPadded={false}
      >
        <ol className="divide-y divide-line">
          {outgoing.versions.map((version) => (
            <Version key={version.version} version={version} feeCurrency={transaction.feeCurrency} />
          ))}
        </ol>
      </Card>
      <OtherSends others={outgoing.others} />
      <ExpiredTransactions expired={expired} />
    </>
  );
}

/** Other sends in the same transaction: all of them arrive, or none. */
function OtherSends({ others }: Pick<Outgoing, "others">) {
  if (others.length === 0) return null;
  return (
    <Card
      title="Carried together with"
      description="The same transaction pays these too. They arrive together or not at all, and share its fee."
      isPadded={false}
    >
      <ul style={amountSlots(others)} className="divide-y divide-line">
        {others.map(({ id, purpose, amount, currency, toAddress }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
            <TextLink href={routes.operatorSend(id)}>{PURPOSE_LABELS[purpose]}</TextLink>
            <Address value={toAddress} what="address" isShort />
            <Money amount={amount} currency={currency} align="end" mayBreak />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Earlier, expired transactions of the send. */
function ExpiredTransactions({ expired }: Pick<SendDetailView, "expired">) {
  if (expired.length === 0) return null;
  return (
    <Card
      title="Expired transactions"
      description="They were never included and no longer can be (proven on the chain): they expired, or a coin they spend was reversed. They moved nothing and cost nothing."
      isPadded={false}
    >
      <ol className="divide-y divide-line">
        {expired.map(({ transactionId, transactionUrl, signedAt, endedAt }) => (
          <li key={transactionId} className="flex flex-col gap-1 px-4 py-3 sm:px-5">
            <Address value={transactionId} what="transaction" explorerUrl={transactionUrl} />
            <span className="text-label text-ink-soft">
              Signed <Moment at={signedAt} />
              {endedAt !== null && (
                <>
                  , expired <Moment at={endedAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

type Transaction = NonNullable<SendDetailView["transaction"]>;

function factsOf(outgoing: Outgoing, transaction: Transaction): readonly Definition[] {
  const { feeCurrency, feePaid, nonce } = transaction;
  return [
    { term: "Status", value: OUTGOING_LABELS[outgoing.status] },
    { term: "Sender", value: <Address value={outgoing.fromAddress} what="address" /> },
    ...(nonce === null ? [] : [{ term: "Nonce", value: <span className="tabular-nums">{nonce}</span> }]),
    ...(outgoing.spends === "coins" ? [{ term: "Spends", value: coinsText(outgoing.coins) }] : []),
    ...(outgoing.blockHeight === null ? [] : [{ term: "Block", value: outgoing.blockHeight }]),
    {
      term: "Network fee",
      value:
        feePaid === null ? (
          <span className="text-ink-soft">unknown yet</span>
        ) : (
          <NetworkFee amount={feePaid} currency={feeCurrency} />
        ),
      note: feeNote(outgoing, transaction),
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

function feeNote({ feeMax }: Outgoing, { feeCurrency, feePaid, carried }: Transaction): string {
  const kept = `Up to ${moneyText(feeMax, feeCurrency)} was reserved.`;
  if (feePaid?.startsWith("-")) return `${kept} Closing the account returned more than the fee.`;
  return carried > 1 ? `${kept} Shared by the ${carried} sends in the transaction.` : kept;
}

function coinsText(count: number): string {
  return count === 1 ? "1 coin" : `${count} coins`;
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
        Priority {version.priority}; expected fee {moneyText(version.feeExpected, feeCurrency)}, at most{" "}
        {moneyText(version.feeMax, feeCurrency)}
      </span>
    </li>
  );
}
