import type { Definition } from "@/components/ui/definition-list";
import type { ReceiverView } from "@/lib/delivery/webhooks/schema";

/** Where the webhooks of an object go; null: none are sent. */
export function receiverFact(receiver: ReceiverView | null): Definition | null {
  if (receiver === null) return null;
  return {
    term: "Webhook URL",
    value: <span className="break-words">{receiver.url}</span>,
    ...(receiver.isDefault && { note: "The default of your shop" }),
  };
}
