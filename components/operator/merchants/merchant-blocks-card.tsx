import { MerchantBlocksDialog } from "@/components/operator/merchants/merchant-dialogs";
import { Card } from "@/components/ui/card";
import { DialogButton } from "@/components/ui/dialog-button";
import { Moment } from "@/components/ui/moment";
import type { BlockEventView, MerchantDetailView } from "@/lib/fronts/admin/merchants-schema";

/** The blocks of a merchant, a button to change them, and each change with its reason. */
export function MerchantBlocksCard({ merchant }: { merchant: MerchantDetailView }) {
  const { arePaymentsBlocked, arePayoutsBlocked, blocks } = merchant;
  return (
    <Card
      title="Blocks"
      description={stateText(arePaymentsBlocked, arePayoutsBlocked)}
      action={
        <DialogButton label="Change blocks…" variant={arePaymentsBlocked || arePayoutsBlocked ? "secondary" : "danger"}>
          {(close) => <MerchantBlocksDialog merchant={merchant} onClose={close} />}
        </DialogButton>
      }
    >
      {blocks.length === 0 ? (
        <p className="text-ink-soft">Never blocked.</p>
      ) : (
        <ul aria-label="Block history" className="divide-y divide-line">
          {blocks.map((event) => (
            <BlockEvent key={event.id} event={event} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function stateText(arePaymentsBlocked: boolean, arePayoutsBlocked: boolean): string {
  if (arePaymentsBlocked && arePayoutsBlocked) return "Payments and payouts are blocked.";
  if (arePaymentsBlocked) return "Payments are blocked.";
  return arePayoutsBlocked ? "Payouts are blocked." : "Not blocked.";
}

function BlockEvent({ event: { at, by, reason, arePaymentsBlocked, arePayoutsBlocked } }: { event: BlockEventView }) {
  return (
    <li className="py-2.5 first:pt-0 last:pb-0">
      <p className="font-medium">{stateText(arePaymentsBlocked, arePayoutsBlocked)}</p>
      <p className="break-words text-small">{reason}</p>
      <p className="text-label text-ink-quiet">
        {by}, <Moment at={at} />
      </p>
    </li>
  );
}
