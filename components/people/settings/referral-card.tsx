import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { DefinitionList } from "@/components/ui/definition-list";
import { Money } from "@/components/ui/money";
import type { ReferralView } from "@/lib/people/referrals/referrals";

/** A person's referral code, and what it brought. */
export function ReferralCard({ referrals }: { readonly referrals: ReferralView }) {
  const { code, sharePercent, merchantCount, earned } = referrals;
  return (
    <Card
      title="Your referral code"
      description={`The first time a shop without a referrer gives it as from_referral_code with a new invoice or wallet, it is connected to you for good: ${sharePercent} % of its commissions go to your personal wallet.`}
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
          { term: "Shops connected", value: String(merchantCount) },
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
