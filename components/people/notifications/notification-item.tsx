import {
  CircleCheck,
  CircleX,
  ClipboardCheck,
  FileText,
  Fuel,
  LifeBuoy,
  type LucideIcon,
  ServerOff,
  Undo2,
  UserPlus,
  Webhook,
} from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { Moment } from "@/components/ui/moment";
import type { NotificationKind, NotificationView } from "@/lib/people/notifications/notification-schema";

const ICONS: Readonly<Record<NotificationKind, { readonly icon: LucideIcon; readonly classes: string }>> = {
  invoice_paid: { icon: FileText, classes: "bg-good-soft text-good" },
  payout_paid: { icon: CircleCheck, classes: "bg-good-soft text-good" },
  payout_failed: { icon: CircleX, classes: "bg-wrong-soft text-wrong" },
  webhook_failing: { icon: Webhook, classes: "bg-wrong-soft text-wrong" },
  case_opened: { icon: LifeBuoy, classes: "bg-waiting-soft text-waiting" },
  refund_requested: { icon: Undo2, classes: "bg-waiting-soft text-waiting" },
  payer_added: { icon: UserPlus, classes: "bg-waiting-soft text-waiting" },
  aml_answered: { icon: ClipboardCheck, classes: "bg-waiting-soft text-waiting" },
  gas_low: { icon: Fuel, classes: "bg-waiting-soft text-waiting" },
  node_lagging: { icon: ServerOff, classes: "bg-wrong-soft text-wrong" },
};

export type NotificationItemProps = {
  readonly notification: NotificationView;
  /** Names the merchant: only for users with several. */
  readonly isNamed: boolean;
  readonly onOpen: () => void;
};

/** One notification: title, text and time. */
export function NotificationItem({ notification, isNamed, onOpen }: NotificationItemProps) {
  const { kind, title, text, merchantName, createdAt, isRead } = notification;
  const { icon: Icon, classes } = ICONS[kind];
  return (
    <li>
      <button type="button" onClick={onOpen} className="flex w-full gap-3 px-4 py-3 text-left hover:bg-sunken/60">
        <span className={classNames("grid size-8 shrink-0 place-items-center rounded-full", classes)}>
          <Icon aria-hidden className="size-4" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className={classNames("truncate", !isRead && "font-semibold")}>{title}</span>
            <span className="shrink-0 text-label text-ink-quiet">
              <Moment at={createdAt} style="relative" />
            </span>
          </span>
          <span className="block text-small wrap-anywhere text-ink-soft">{text}</span>
          {isNamed && merchantName && <span className="block text-label text-ink-quiet">{merchantName}</span>}
        </span>
        {!isRead && (
          <span className="mt-2 size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">not read</span>
          </span>
        )}
      </button>
    </li>
  );
}
