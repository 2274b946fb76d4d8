import { QUESTIONNAIRE_BADGES } from "@/components/money-in/aml/questionnaire-badges";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Moment } from "@/components/ui/moment";
import type { AmlLink } from "@/lib/money-in/questionnaires/schema";

/**
 * For the merchant: the status of the questionnaire about a held payment, and the link for its
 * payer. Only the operator sees the answers.
 */
export function AmlLinksCard({ links }: { links: readonly AmlLink[] }) {
  return (
    <Card
      title="Questionnaire for the payer"
      description="This payment is held by screening. The payer can explain the source of funds, and the gateway operator decides. You only see the status."
    >
      <ul aria-label="Questionnaires" className="flex flex-col divide-y divide-line">
        {links.map(({ link, status, expiresAt }) => (
          <li
            key={link}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <Status status={status} expiresAt={expiresAt} />
            {status === "init" && <CopyButton text={link} what="link to the questionnaire" label="Copy link" />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Status({ status, expiresAt }: Pick<AmlLink, "status" | "expiresAt">) {
  const { label, tone, icon } = QUESTIONNAIRE_BADGES[status];
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      {status === "init" && (
        <span className="text-small text-ink-soft">
          Valid until <Moment at={expiresAt} />
        </span>
      )}
    </span>
  );
}
