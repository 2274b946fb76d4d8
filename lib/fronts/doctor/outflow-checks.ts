import { type Check, type Finding, okFinding } from "@/lib/fronts/doctor/check";
import { type NewProbe, selectProbes, toFinding } from "@/lib/fronts/doctor/probe-repo";
import { limitText } from "@/lib/kernel/money/format";
import { listRealNetworks } from "@/lib/pricing/catalog/networks-repo";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { capsSetting, type OutflowCap, type OutflowRules, outflowRulesOf } from "@/lib/sending/sends/outflow-rules";

const PREFIX = "outflow:";

const outflow: Check = {
  id: "outflow",
  group: "safety",
  name: "Outgoing limits",
  needsDatabase: true,
  run: async ({ now }) => {
    const [real, probes, catalog] = await Promise.all([listRealNetworks(), selectProbes(PREFIX), loadCatalog()]);
    if (real.length === 0) return [okFinding(outflow, "Only play money is used.")];
    return real.flatMap((code): Finding[] => {
      const probe = probes.find(({ subject }) => subject === PREFIX + code);
      const subject = { id: PREFIX + code, name: `Outgoing limits on ${catalog.network(code)?.name ?? code}` };
      return probe === undefined ? [] : [toFinding(probe, subject, now)];
    });
  },
};

export const outflowChecks: readonly Check[] = [outflow];

/** Probes the limits on outflows in a worker's settings, which the web process does not have. */
export function outflowProbes(networkCodes: readonly string[]): NewProbe[] {
  return networkCodes.map((code) => checkOutflow(code, outflowRulesOf(code)));
}

/** Returns findings about these limits for the process that has them. */
export function outflowFindings(networkCodes: readonly string[], catalog: Catalog): Finding[] {
  return outflowProbes(networkCodes).map(({ subject, detail: _detail, ...probe }) => {
    const name = catalog.network(subject.slice(PREFIX.length))?.name ?? subject.slice(PREFIX.length);
    return { ...probe, id: subject, name: `Outgoing limits on ${name}`, since: null };
  });
}

/**
 * Checks that the worker alone limits what an attacker with write access to the database can send
 * on a network. Pure.
 */
export function checkOutflow(code: string, { cap, withdrawalKeys }: OutflowRules): NewProbe {
  const found = { subject: PREFIX + code, measured: measure(cap), detail: {} };
  const gaps = [
    ...(cap?.kind === "coins"
      ? []
      : [
          {
            summary:
              cap === null ? "There is no hourly limit." : "The hourly limit depends on prices from the database.",
            remedy: `Set ${capsSetting(code)} of the worker, such as ETH:5,USDT:20000.`,
          },
        ]),
    ...(withdrawalKeys?.size === 0
      ? [
          {
            summary: "Withdrawals are not signed.",
            remedy: "Set your addresses in WITHDRAWAL_ADDRESSES of the worker.",
          },
        ]
      : []),
  ];
  const summary = gaps.map((gap) => gap.summary).join(" ");
  const remedy = gaps.map((gap) => gap.remedy).join(" ");
  if (gaps.length > 0) return { ...found, state: "warning", summary, remedy };
  return {
    ...found,
    state: "ok",
    summary: "The hourly limit is in coins and does not depend on the database.",
    remedy: null,
  };
}

function measure(cap: OutflowCap | null): string | null {
  if (cap === null) return null;
  if (cap.kind === "dollars") return `${limitText(cap.amount.toFixed(), "USD")} per hour`;
  return `${[...cap.amounts].map(([coin, amount]) => limitText(amount.toFixed(), coin)).join(", ")} per hour`;
}
