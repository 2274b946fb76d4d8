import { sandboxChainRequirement } from "@/lib/run/worker/testing/chains/sandbox-chain";
import { expectMoneyInSurvives } from "@/lib/run/worker/testing/family-money-in";
import { testUnless } from "@/lib/testing/unless";

const LIMIT_MS = 600_000;
const SETTLED_WITHIN_MS = 240_000;

testUnless(sandboxChainRequirement("xmr"))(
  "credits 4 payments on Monero exactly once, while a worker is killed at a random moment and its programs are started anew",
  () => expectMoneyInSurvives("xmr", { payments: 4, kills: 1 }, SETTLED_WITHIN_MS),
  LIMIT_MS,
);
