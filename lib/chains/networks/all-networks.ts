// Written by `npm run networks`: every record of this folder.
import { arbitrum } from "@/lib/chains/networks/arbitrum";
import { avalanche } from "@/lib/chains/networks/avalanche";
import { base } from "@/lib/chains/networks/base";
import { bch } from "@/lib/chains/networks/bch";
import { bsc } from "@/lib/chains/networks/bsc";
import { btc } from "@/lib/chains/networks/btc";
import { dash } from "@/lib/chains/networks/dash";
import { doge } from "@/lib/chains/networks/doge";
import { eth } from "@/lib/chains/networks/eth";
import { ltc } from "@/lib/chains/networks/ltc";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";
import { optimism } from "@/lib/chains/networks/optimism";
import { polygon } from "@/lib/chains/networks/polygon";
import { sol } from "@/lib/chains/networks/sol";
import { ton } from "@/lib/chains/networks/ton";
import { tron } from "@/lib/chains/networks/tron";
import { xmr } from "@/lib/chains/networks/xmr";

export const RECORDS: readonly NetworkRecord[] = [
  arbitrum,
  avalanche,
  base,
  bch,
  bsc,
  btc,
  dash,
  doge,
  eth,
  ltc,
  optimism,
  polygon,
  sol,
  ton,
  tron,
  xmr,
];
