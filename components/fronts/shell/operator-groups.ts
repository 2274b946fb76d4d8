import {
  ArrowLeftRight,
  ChartLine,
  FileSearch,
  Landmark,
  LifeBuoy,
  ListTodo,
  type LucideIcon,
  Network,
  Palette,
  ScrollText,
  Send,
  Server,
  Stethoscope,
  Store,
  Undo2,
  Users,
  Wallet,
  Webhook,
} from "lucide-react";
import { routes } from "@/lib/fronts/paths/routes";

type OperatorEntry = { readonly label: string; readonly href: string; readonly icon: LucideIcon };
type OperatorGroup = { readonly title: string; readonly entries: readonly OperatorEntry[] };

/** The operator's pages by what one comes for. */
export const OPERATOR_GROUPS: readonly OperatorGroup[] = [
  {
    title: "Installation",
    entries: [
      { label: "Overview", href: routes.operator(), icon: Server },
      { label: "Doctor", href: routes.operatorDoctor(), icon: Stethoscope },
      { label: "Networks", href: routes.operatorNetworks(), icon: Network },
      { label: "Prices", href: routes.operatorPrices(), icon: ChartLine },
      { label: "Jobs", href: routes.operatorJobs(), icon: ListTodo },
      { label: "Webhooks", href: routes.operatorWebhooks(), icon: Webhook },
      { label: "Design", href: routes.operatorDesign(), icon: Palette },
    ],
  },
  {
    title: "Money",
    entries: [
      { label: "Sends", href: routes.operatorSends(), icon: Send },
      { label: "Hot wallets", href: routes.operatorWallets(), icon: Wallet },
      { label: "Treasury", href: routes.operatorTreasury(), icon: Landmark },
      { label: "Exchanges", href: routes.operatorExchanges(), icon: ArrowLeftRight },
    ],
  },
  {
    title: "Decisions",
    entries: [
      { label: "Screening", href: routes.operatorScreening(), icon: FileSearch },
      { label: "Cases", href: routes.operatorCases(), icon: LifeBuoy },
      { label: "Reversals", href: routes.operatorReversals(), icon: Undo2 },
    ],
  },
  {
    title: "People",
    entries: [
      { label: "Merchants", href: routes.operatorMerchants(), icon: Store },
      { label: "Users", href: routes.operatorUsers(), icon: Users },
      { label: "Audit log", href: routes.operatorAudit(), icon: ScrollText },
    ],
  },
];
