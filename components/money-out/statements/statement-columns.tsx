import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import type { Column } from "@/components/ui/table-column";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";
import { entryLabel, originLabel } from "@/lib/ledger/statements/entry-labels";
import type { EntryOrigin, StatementLineView } from "@/lib/ledger/statements/schema";

type Row = StatementLineView & { readonly coin: string };

const NONE = <span data-nothing className="text-ink-quiet" />;

export const STATEMENT_COLUMNS: readonly Column<Row>[] = [
  {
    id: "what",
    header: "Entry",
    phone: "title",
    cell: (row) => (
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{entryLabel(row.kind)}</span>
        <span className="text-label text-ink-quiet">
          <Moment at={row.at} />
        </span>
      </span>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    phone: "corner",
    cell: ({ amount, coin }) => <Money amount={signed(amount)} currency={coin} align="end" mayBreak />,
  },
  {
    id: "subject",
    header: "Reference",
    cell: ({ subject, origin }) => (subject ? <SubjectLink subject={subject} origin={origin} /> : NONE),
  },
  {
    id: "fee",
    header: "Fee included",
    align: "end",
    isForWide: true,
    cell: ({ fee, coin }) => (fee === null ? NONE : <Money amount={fee} currency={coin} align="end" />),
  },
  {
    id: "balance",
    header: "Balance after",
    align: "end",
    cell: ({ balance, coin }) => <Money amount={balance} currency={coin} align="end" mayBreak />,
  },
];

/** Adds a plus sign to incoming amounts. */
function signed(amount: string): string {
  return amount.startsWith("-") ? amount : `+${amount}`;
}

type Subject = NonNullable<StatementLineView["subject"]>;

const HREFS: Readonly<Record<Subject["kind"], (id: string) => string>> = {
  invoice: routes.invoice,
  wallet: routes.wallet,
  payout: routes.payout,
  case: () => routes.cases(),
  transfer: () => routes.transfers(),
  payment: routes.paymentPage,
};
const SUBJECT_LABELS: Readonly<Record<Subject["kind"], string>> = {
  invoice: "Invoice",
  wallet: "Static wallet",
  payout: "Payout",
  case: "Case",
  transfer: "Transfers",
  payment: "Payment page",
};

type SubjectLinkProps = { readonly subject: Subject; readonly origin: EntryOrigin | null };

function SubjectLink({ subject: { kind, id, label }, origin }: SubjectLinkProps) {
  return (
    <span className="block max-w-[16rem] truncate">
      <TextLink href={HREFS[kind](id ?? "")} isExternal={kind === "payment"}>
        {label === null ? SUBJECT_LABELS[kind] : `${SUBJECT_LABELS[kind]} ${label}`}
      </TextLink>
      {origin && <span className="block truncate text-label text-ink-quiet">{originLabel(origin)}</span>}
    </span>
  );
}
