import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { DefinitionList } from "@/components/ui/definition-list";
import { Money } from "@/components/ui/money";
import type { ReferralView } from "@/lib/people/referrals/referrals";

/** A user's referral code and its earnings. */
export function ReferralCard({ referrals }: { readonly referrals: ReferralView }) {
  const { code, sharePercent, merchantCount, earned } = referrals;
  return (
    <Card
      title="Referral code"
      description={`A shop that sends your code as from_referral_code with a new invoice or wallet is linked to you permanently, unless it already has a referrer: you receive ${sharePercent}% of its commissions in your personal wallet.`}
    >
      <DefinitionList
        items={[
          {
            term: "Code",
            value: (
              <span className="inline-flex items-center gap-1.5 font-mono">
                {code} <CopyButton text={code} what="referral code" />
              </span>
            ),
          },
          { term: "Referred shops", value: String(merchantCount) },
          { term: "Earned", value: earned.length === 0 ? "Nothing yet" : <Earned earned={earned} /> },
        ]}
      />
    </Card>
  );
}

function Earned({ earned }: Pick<ReferralView, "earned">) {
  return (
    <ul className="flex flex-col gap-0.5">
      {earned.map(({ currency, amount }) => (
        <li key={currency}>
          <Money amount={amount} currency={currency} />
        </li>
      ))}
    </ul>
  );
}
