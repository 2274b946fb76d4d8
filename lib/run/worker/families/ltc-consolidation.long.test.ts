import { test } from "vitest";
import { sandboxChainRequirement } from "@/lib/run/worker/testing/chains/sandbox-chain";
import { expectConsolidatedInSpiteOf } from "@/lib/run/worker/testing/consolidation";
import { describeUnless } from "@/lib/testing/unless";

const LIMIT_MS = 600_000;

describeUnless(sandboxChainRequirement("ltc"))("many small coins on Litecoin", () => {
  test(
    "become one exactly once when workers die after signing and after broadcasting",
    () => expectConsolidatedInSpiteOf(["send:signed", "send:broadcast"]),
    LIMIT_MS,
  );
});
