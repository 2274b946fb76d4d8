"use client";

import { useQuery } from "@tanstack/react-query";
import { BlockBadges } from "@/components/operator/merchants/block-badges";
import { MerchantBlocksCard } from "@/components/operator/merchants/merchant-blocks-card";
import { MerchantCommissionDialog } from "@/components/operator/merchants/merchant-dialogs";
import { UnsignedCard } from "@/components/operator/merchants/unsigned-card";
import { Address } from "@/components/ui/address";
import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { DialogButton } from "@/components/ui/dialog-button";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import type { MerchantDetailView } from "@/lib/fronts/admin/merchants-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

/** One merchant: members, balances, terms and blocks. */
export function MerchantDetail({ id }: { id: string }) {
  const query = useQuery(rpc.operator.merchants.detail.queryOptions({ id }));
  return (
    <Loaded query={query} failure="The merchant could not be loaded">
      {(merchant) => (
        <>
          <PageHeader
            back={{ href: routes.operatorMerchants(), label: "Merchants" }}
            title={merchant.name}
            badge={<BlockBadges {...merchant} />}
          />
          <div className="grid items-start gap-5 xl:grid-cols-2">
            <Card title="Details">
              <DefinitionList items={factsOf(merchant)} />
            </Card>
            <Card
              title="Commission"
              action={
                <DialogButton label="Change…" aria-label="Change commission">
                  {(close) => <MerchantCommissionDialog merchant={merchant} onClose={close} />}
                </DialogButton>
              }
            >
              <p>
                {merchant.commissionPercent === null
                  ? "Each coin's own rate. See Networks."
                  : `${merchant.commissionPercent}% of every payment, instead of each coin's own rate`}
              </p>
            </Card>
            <BalancesCard balances={merchant.balances} />
            <MembersCard members={merchant.members} />
          </div>
          <div className="mt-5 flex flex-col gap-5">
            <MerchantBlocksCard merchant={merchant} />
            <UnsignedCard merchantId={merchant.id} />
          </div>
        </>
      )}
    </Loaded>
  );
}

function factsOf(merchant: MerchantDetailView): Definition[] {
  const { id, createdAt, supportContact, volumeUsd, openCases } = merchant;
  return [
    {
      term: "ID",
      value: <Address value={id} what="merchant ID" />,
    },
    { term: "Since", value: <Moment at={createdAt} /> },
    { term: "Credited in 30 days", value: <Money amount={volumeUsd} currency="USD" /> },
    { term: "Open cases", value: <span className="tabular-nums">{openCases}</span> },
    { term: "Support contact", value: supportContact ?? <span className="text-ink-quiet">not set</span> },
  ];
}

function BalancesCard({ balances }: Pick<MerchantDetailView, "balances">) {
  return (
    <Card title="Business wallet" description="Owed to the merchant according to the books.">
      {balances.length === 0 ? (
        <p className="text-ink-soft">Empty</p>
      ) : (
        <ul aria-label="Balances" className="flex flex-col gap-1.5">
          {balances.map(({ currency, amount }) => (
            <li key={currency}>
              <Money amount={amount} currency={currency} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function MembersCard({ members }: Pick<MerchantDetailView, "members">) {
  return (
    <Card title="Members">
      {members.length === 0 && <p className="text-ink-soft">No members.</p>}
      <ul aria-label="Members" className="flex flex-col gap-2">
        {members.map(({ userId, name, email, role }) => (
          <li key={userId} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0">
              <span className="font-medium">{name}</span>{" "}
              <TextLink href={routes.operatorUsers({ q: email })}>
                <span className="break-all">{email}</span>
              </TextLink>
            </span>
            <span className="text-small text-ink-soft">{role}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
