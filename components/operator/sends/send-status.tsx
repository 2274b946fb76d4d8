import { SEND_LOOKS, WAIT_REASON_TEXTS } from "@/components/operator/sends/send-labels";
import { Badge } from "@/components/ui/badge";
import type { SendRowView } from "@/lib/fronts/admin/sends-schema";

/** Where a send is, and in a few words what it waits for. */
export function SendStatus({ send }: { send: Pick<SendRowView, "status" | "waitReason"> }) {
  const { word, tone, icon } = SEND_LOOKS[send.status];
  return (
    <Badge tone={tone} icon={icon}>
      {send.waitReason === null ? word : WAIT_REASON_TEXTS[send.waitReason].short}
    </Badge>
  );
}
