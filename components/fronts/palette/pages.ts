import {
  ArrowLeftRight,
  ChartColumn,
  ChartLine,
  Code,
  FileSearch,
  FileText,
  Gauge,
  Landmark,
  LifeBuoy,
  ListTodo,
  type LucideIcon,
  Network,
  Palette,
  QrCode,
  Repeat,
  ScrollText,
  Send,
  Server,
  Settings,
  Stethoscope,
  Store,
  Undo2,
  Users,
  Wallet,
  Webhook,
} from "lucide-react";
import { routes } from "@/lib/fronts/paths/routes";

/** A page of the navigation. The palette finds it too. */
export type PageEntry = {
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
  /** In the palette, where the label alone does not say what is meant. */
  readonly name?: string;
  /** Other words that people look for it by. */
  readonly words?: string;
  /** Pressed one after the other. */
  readonly keys?: readonly [string, string];
};

export const MERCHANT_PAGES: readonly PageEntry[] = [
  { label: "Overview", href: routes.overview(), icon: Gauge, keys: ["g", "o"], words: "home" },
  {
    label: "Analytics",
    href: routes.analytics(),
    icon: ChartColumn,
    keys: ["g", "n"],
    words: "figures charts volume funnel",
  },
  { label: "Invoices", href: routes.invoices(), icon: FileText, keys: ["g", "i"], words: "payments orders" },
  { label: "Static wallets", href: routes.wallets(), icon: QrCode, keys: ["g", "w"], words: "top-ups addresses" },
  {
    label: "Recurring",
    href: routes.recurrences(),
    icon: Repeat,
    name: "Recurring payments",
    keys: ["g", "r"],
    words: "plans subscriptions",
  },
  { label: "Payouts", href: routes.payouts(), icon: Send, keys: ["g", "p"], words: "withdrawals send" },
  { label: "Balances", href: routes.balances(), icon: Wallet, keys: ["g", "b"], words: "money statement" },
  { label: "Transfers", href: routes.transfers(), icon: ArrowLeftRight, keys: ["g", "t"], words: "personal business" },
  { label: "Cases", href: routes.cases(), icon: LifeBuoy, keys: ["g", "c"], words: "late wrong token refund" },
  { label: "Webhooks", href: routes.webhooks(), icon: Webhook, keys: ["g", "h"], words: "callbacks deliveries" },
  { label: "Developers", href: routes.developers(), icon: Code, keys: ["g", "d"], words: "api keys" },
  {
    label: "Settings",
    href: routes.settings(),
    icon: Settings,
    keys: ["g", "s"],
    words: "shop limits conversion late payments",
  },
];

/** The operator's pages by what one comes for. */
export const OPERATOR_GROUPS: readonly { readonly title: string; readonly entries: readonly PageEntry[] }[] = [
  {
    title: "Installation",
    entries: [
      {
        label: "Overview",
        href: routes.operator(),
        icon: Server,
        name: "Installation",
        keys: ["g", "x"],
        words: "networks alarms",
      },
      { label: "Doctor", href: routes.operatorDoctor(), icon: Stethoscope, words: "health wrong mend" },
      { label: "Networks", href: routes.operatorNetworks(), icon: Network, words: "fees limits nodes" },
      { label: "Prices", href: routes.operatorPrices(), icon: ChartLine, words: "rates sources" },
      { label: "Jobs", href: routes.operatorJobs(), icon: ListTodo, words: "queues dead retry" },
      {
        label: "Webhooks",
        href: routes.operatorWebhooks(),
        icon: Webhook,
        name: "Webhooks of all merchants",
        words: "resend",
      },
      { label: "Design", href: routes.operatorDesign(), icon: Palette, words: "components colours" },
    ],
  },
  {
    title: "Money",
    entries: [
      { label: "Sends", href: routes.operatorSends(), icon: Send, words: "transactions" },
      { label: "Hot wallets", href: routes.operatorWallets(), icon: Wallet, words: "gas sweeps" },
      { label: "Treasury", href: routes.operatorTreasury(), icon: Landmark, words: "withdrawals capital" },
      { label: "Exchanges", href: routes.operatorExchanges(), icon: ArrowLeftRight, words: "withdrawal fees" },
    ],
  },
  {
    title: "Decisions",
    entries: [
      { label: "Screening", href: routes.operatorScreening(), icon: FileSearch, words: "lists held" },
      { label: "Cases", href: routes.operatorCases(), icon: LifeBuoy, name: "Cases of all merchants" },
      { label: "Reversals", href: routes.operatorReversals(), icon: Undo2, words: "reorganisation deposit left chain" },
    ],
  },
  {
    title: "People",
    entries: [
      { label: "Merchants", href: routes.operatorMerchants(), icon: Store, words: "shops blocks commission" },
      { label: "Users", href: routes.operatorUsers(), icon: Users, words: "people" },
      { label: "Audit log", href: routes.operatorAudit(), icon: ScrollText, name: "Audit log of the installation" },
    ],
  },
];
