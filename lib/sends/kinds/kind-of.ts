import type { DriverFeatures } from "@/lib/chains/driver";
import { coinsKind } from "@/lib/sends/kinds/coins";
import { expiringKind } from "@/lib/sends/kinds/expiring";
import type { SendKind } from "@/lib/sends/kinds/kind";
import { nonceKind } from "@/lib/sends/kinds/nonce";

const KINDS: Readonly<Record<DriverFeatures["spending"], SendKind>> = {
  nonce: nonceKind,
  coins: coinsKind,
  expiring: expiringKind,
};

export function kindOf({ spending }: Pick<DriverFeatures, "spending">): SendKind {
  return KINDS[spending];
}
