import {
  ArrowLeftRight,
  Calculator,
  ChartColumn,
  ChartLine,
  Code,
  FileSearch,
  FileText,
  Gauge,
  Inbox,
  Landmark,
  LifeBuoy,
  Link,
  ListTodo,
  type LucideIcon,
  MessageSquare,
  Network,
  Palette,
  QrCode,
  ReceiptText,
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

/** A page of the navigation, also found by the palette. */
export type PageEntry = {
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
  /** Used in the palette if the label alone is ambiguous. */
  readonly name?: string;
  /** Other words to find it by. */
  readonly keywords?: string;
  /** Pressed in sequence. */
  readonly keys?: readonly [string, string];
};

export const MERCHANT_PAGES: readonly PageEntry[] = [
  { label: "Overview", href: routes.overview(), icon: Gauge, keys: ["g", "o"], keywords: "home" },
  {
    label: "Inbox",
    href: routes.inbox(),
    icon: Inbox,
    keys: ["g", "m"],
    keywords: "decisions approvals waiting cases refund requests to do",
  },
  {
    label: "Analytics",
    href: routes.analytics(),
    icon: ChartColumn,
    keys: ["g", "n"],
    keywords: "figures charts volume funnel",
  },
  { label: "Invoices", href: routes.invoices(), icon: FileText, keys: ["g", "i"], keywords: "payments orders" },
  {
    label: "Payment links",
    href: routes.paymentLinks(),
    icon: Link,
    keys: ["g", "l"],
    keywords: "buttons donations products shop qr",
  },
  {
    label: "Point of sale",
    href: routes.pointOfSale(),
    icon: Calculator,
    keys: ["g", "k"],
    keywords: "terminal till register keypad counter items tips",
  },
  {
    label: "Bills",
    href: routes.bills(),
    icon: ReceiptText,
    keys: ["g", "e"],
    keywords: "mail customers reminders due",
  },
  { label: "Static wallets", href: routes.wallets(), icon: QrCode, keys: ["g", "w"], keywords: "top-ups addresses" },
  {
    label: "Recurring",
    href: routes.recurrences(),
    icon: Repeat,
    name: "Recurring payments",
    keys: ["g", "r"],
    keywords: "plans subscriptions",
  },
  { label: "Payouts", href: routes.payouts(), icon: Send, keys: ["g", "p"], keywords: "withdrawals send" },
  { label: "Balances", href: routes.balances(), icon: Wallet, keys: ["g", "b"], keywords: "money statement" },
  {
    label: "Transfers",
    href: routes.transfers(),
    icon: ArrowLeftRight,
    keys: ["g", "t"],
    keywords: "personal business",
  },
  { label: "Cases", href: routes.cases(), icon: LifeBuoy, keys: ["g", "c"], keywords: "late wrong token refund" },
  { label: "Webhooks", href: routes.webhooks(), icon: Webhook, keys: ["g", "h"], keywords: "callbacks deliveries" },
  { label: "Developers", href: routes.developers(), icon: Code, keys: ["g", "d"], keywords: "api keys" },
  {
    label: "Settings",
    href: routes.settings(),
    icon: Settings,
    keys: ["g", "s"],
    keywords: "shop limits conversion late payments chats notifications telegram slack discord",
  },
];

/** The operator's pages, grouped by task. */
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
        keywords: "networks alarms",
      },
      { label: "Doctor", href: routes.operatorDoctor(), icon: Stethoscope, keywords: "health wrong mend" },
      { label: "Networks", href: routes.operatorNetworks(), icon: Network, keywords: "fees limits nodes" },
      { label: "Prices", href: routes.operatorPrices(), icon: ChartLine, keywords: "rates sources" },
      { label: "Jobs", href: routes.operatorJobs(), icon: ListTodo, keywords: "queues dead retry" },
      {
        label: "Webhooks",
        href: routes.operatorWebhooks(),
        icon: Webhook,
        name: "Webhooks of all merchants",
        keywords: "resend",
      },
      {
        label: "Chats",
        href: routes.operatorChats(),
        icon: MessageSquare,
        keywords: "notifications telegram slack discord",
      },
      { label: "Design", href: routes.operatorDesign(), icon: Palette, keywords: "components colours" },
    ],
  },
  {
    title: "Money",
    entries: [
      { label: "Sends", href: routes.operatorSends(), icon: Send, keywords: "transactions" },
      { label: "Hot wallets", href: routes.operatorWallets(), icon: Wallet, keywords: "gas sweeps" },
      { label: "Treasury", href: routes.operatorTreasury(), icon: Landmark, keywords: "withdrawals capital" },
      { label: "Exchanges", href: routes.operatorExchanges(), icon: ArrowLeftRight, keywords: "withdrawal fees" },
    ],
  },
  {
    title: "Decisions",
    entries: [
      { label: "Screening", href: routes.operatorScreening(), icon: FileSearch, keywords: "lists held" },
      { label: "Cases", href: routes.operatorCases(), icon: LifeBuoy, name: "Cases of all merchants" },
      {
        label: "Reversals",
        href: routes.operatorReversals(),
        icon: Undo2,
        keywords: "reorganisation deposit left chain",
      },
    ],
  },
  {
    title: "People",
    entries: [
      { label: "Merchants", href: routes.operatorMerchants(), icon: Store, keywords: "shops blocks commission" },
      { label: "Users", href: routes.operatorUsers(), icon: Users, keywords: "people" },
      { label: "Audit log", href: routes.operatorAudit(), icon: ScrollText, name: "Audit log of the installation" },
    ],
  },
];
