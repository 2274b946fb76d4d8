import { SEND_BADGES, WAIT_REASON_TEXTS } from "@/components/operator/sends/send-labels";
import { Badge } from "@/components/ui/badge";
import type { SendRowView } from "@/lib/fronts/admin/sends-schema";

/** The status of a send, and briefly what it waits for. */
export function SendStatus({ send }: { send: Pick<SendRowView, "status" | "waitReason"> }) {
  const { label, tone, icon } = SEND_BADGES[send.status];
  return (
    <Badge tone={tone} icon={icon}>
      {send.waitReason === null ? label : WAIT_REASON_TEXTS[send.waitReason].short}
    </Badge>
  );
}
