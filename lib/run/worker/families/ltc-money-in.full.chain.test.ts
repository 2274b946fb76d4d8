import { sandboxChainRequirement } from "@/lib/run/worker/testing/chains/sandbox-chain";
import { expectMoneyInSurvives } from "@/lib/run/worker/testing/family-money-in";
import { testUnless } from "@/lib/testing/unless";

const LIMIT_MS = 360_000;
const SETTLED_WITHIN_MS = 240_000;

testUnless(sandboxChainRequirement("ltc"))(
  "credits 4 payments on Litecoin exactly once, each a coin to pay with, while a worker is killed at a random moment and the node is started anew",
  () => expectMoneyInSurvives("ltc", { payments: 4, kills: 1 }, SETTLED_WITHIN_MS),
  LIMIT_MS,
);
