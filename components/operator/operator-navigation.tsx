import { SectionNavigation } from "@/components/shell/section-navigation";
import { routes } from "@/lib/client/routes";

const ENTRIES = [
  { label: "Overview", href: routes.operator() },
  { label: "Sends", href: routes.operatorSends() },
  { label: "Hot wallets", href: routes.operatorWallets() },
  { label: "Treasury", href: routes.operatorTreasury() },
  { label: "Screening", href: routes.operatorScreening() },
  { label: "Cases", href: routes.operatorCases() },
  { label: "Exchanges", href: routes.operatorExchanges() },
  { label: "Audit log", href: routes.operatorAudit() },
] as const;

/** The operator's pages, side by side. */
export function OperatorNavigation() {
  return <SectionNavigation label="Operator" entries={ENTRIES} />;
}
