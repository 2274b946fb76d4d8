import { CircleCheck, CirclePause, Lock, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { WalletStatus } from "@/lib/money-in/static-wallets/wallet";

export const WALLET_BADGES: Readonly<Record<WalletStatus, { label: string; tone: Tone; icon: LucideIcon }>> = {
  active: { label: "Active", tone: "good", icon: CircleCheck },
  blocked: { label: "Blocked", tone: "wrong", icon: Lock },
  in_active: { label: "Coin turned off", tone: "waiting", icon: CirclePause },
};

export function WalletStatusBadge({ status }: { status: WalletStatus }) {
  const { label, tone, icon } = WALLET_BADGES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
