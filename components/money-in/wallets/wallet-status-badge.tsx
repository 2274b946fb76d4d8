import { CircleCheck, CirclePause, Lock, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { WalletStatus } from "@/lib/money-in/static-wallets/wallet";

export const WALLET_LOOKS: Readonly<Record<WalletStatus, { word: string; tone: Tone; icon: LucideIcon }>> = {
  active: { word: "Active", tone: "good", icon: CircleCheck },
  blocked: { word: "Blocked", tone: "wrong", icon: Lock },
  in_active: { word: "Coin turned off", tone: "waiting", icon: CirclePause },
};

export function WalletStatusBadge({ status }: { status: WalletStatus }) {
  const { word, tone, icon } = WALLET_LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
