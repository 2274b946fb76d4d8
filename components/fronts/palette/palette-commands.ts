import { routes } from "@/lib/fronts/paths/routes";
import { isAllowed, type MemberRole, type Permission } from "@/lib/people/merchants/role";

/** A page to go to, or something to begin. */
export type PaletteCommand = {
  readonly label: string;
  readonly href: string;
  readonly group: "Go to" | "Create" | "Operator";
  /** Other words that people look for it by. */
  readonly words?: string;
  /** Pressed one after the other. */
  readonly keys?: readonly [string, string];
  /** Only for who may. */
  readonly permission?: Permission;
};

const COMMANDS: readonly PaletteCommand[] = [
  { group: "Go to", label: "Overview", href: routes.overview(), keys: ["g", "o"], words: "home" },
  {
    group: "Go to",
    label: "Analytics",
    href: routes.analytics(),
    keys: ["g", "n"],
    words: "figures charts volume funnel",
  },
  { group: "Go to", label: "Invoices", href: routes.invoices(), keys: ["g", "i"], words: "payments orders" },
  { group: "Go to", label: "Static wallets", href: routes.wallets(), keys: ["g", "w"], words: "top-ups addresses" },
  {
    group: "Go to",
    label: "Recurring payments",
    href: routes.recurrences(),
    keys: ["g", "r"],
    words: "plans subscriptions",
  },
  { group: "Go to", label: "Payouts", href: routes.payouts(), keys: ["g", "p"], words: "withdrawals send" },
  { group: "Go to", label: "Balances", href: routes.balances(), keys: ["g", "b"], words: "money statement" },
  { group: "Go to", label: "Transfers", href: routes.transfers(), keys: ["g", "t"], words: "personal business" },
  { group: "Go to", label: "Cases", href: routes.cases(), keys: ["g", "c"], words: "late wrong token refund" },
  { group: "Go to", label: "Webhooks", href: routes.webhooks(), keys: ["g", "h"], words: "callbacks deliveries" },
  { group: "Go to", label: "Developers", href: routes.developers(), keys: ["g", "d"], words: "api keys" },
  {
    group: "Go to",
    label: "Settings",
    href: routes.settings(),
    keys: ["g", "s"],
    words: "shop limits conversion late payments",
  },
  { group: "Go to", label: "Coins", href: routes.coins(), words: "accepted currencies minimum discount rate source" },
  { group: "Go to", label: "Branding", href: routes.branding(), words: "logo colour payment page embed" },
  { group: "Go to", label: "Members", href: routes.members(), words: "people roles invite", permission: "member.read" },
  { group: "Go to", label: "Audit log", href: routes.audit(), words: "who changed what", permission: "audit.read" },
  {
    group: "Go to",
    label: "Your account",
    href: routes.account(),
    keys: ["g", "a"],
    words: "password sessions notifications",
  },
  { group: "Go to", label: "API reference", href: routes.apiReference(), words: "docs documentation" },
  { group: "Create", label: "New invoice", href: routes.newInvoice(), keys: ["n", "i"], permission: "invoice.create" },
  { group: "Create", label: "New payout", href: routes.newPayout(), keys: ["n", "p"], permission: "payout.create" },
  {
    group: "Create",
    label: "New static wallet",
    href: routes.newWallet(),
    keys: ["n", "w"],
    permission: "wallet.change",
  },
  {
    group: "Create",
    label: "New recurring payment",
    href: routes.newRecurrence(),
    keys: ["n", "r"],
    permission: "invoice.create",
  },
  { group: "Create", label: "Test webhook", href: routes.webhookTest(), keys: ["n", "h"], permission: "webhook.test" },
];

const OPERATOR_COMMANDS: readonly PaletteCommand[] = [
  { group: "Operator", label: "Installation", href: routes.operator(), keys: ["g", "x"], words: "networks alarms" },
  { group: "Operator", label: "Sends", href: routes.operatorSends(), words: "transactions" },
  { group: "Operator", label: "Hot wallets", href: routes.operatorWallets(), words: "gas sweeps" },
  { group: "Operator", label: "Treasury", href: routes.operatorTreasury(), words: "withdrawals capital" },
  { group: "Operator", label: "Screening", href: routes.operatorScreening(), words: "lists held" },
  { group: "Operator", label: "Cases of all merchants", href: routes.operatorCases() },
  { group: "Operator", label: "Exchanges", href: routes.operatorExchanges(), words: "withdrawal fees" },
  { group: "Operator", label: "Doctor", href: routes.operatorDoctor(), words: "health wrong mend" },
  { group: "Operator", label: "Networks", href: routes.operatorNetworks(), words: "fees limits nodes" },
  { group: "Operator", label: "Prices", href: routes.operatorPrices(), words: "rates sources" },
  { group: "Operator", label: "Merchants", href: routes.operatorMerchants(), words: "shops blocks commission" },
  { group: "Operator", label: "Users", href: routes.operatorUsers(), words: "people" },
  { group: "Operator", label: "Jobs", href: routes.operatorJobs(), words: "queues dead retry" },
  { group: "Operator", label: "Webhooks of all merchants", href: routes.operatorWebhooks(), words: "resend" },
  { group: "Operator", label: "Audit log of the installation", href: routes.operatorAudit() },
  { group: "Operator", label: "Design", href: routes.operatorDesign(), words: "components colours" },
];

export type PaletteViewer = { readonly role: MemberRole | null; readonly isOperator: boolean };

/** What this person may go to and begin. `role` null: a member of no merchant. */
export function commandsFor({ role, isOperator }: PaletteViewer): readonly PaletteCommand[] {
  const ofMerchant = COMMANDS.filter(({ permission, href }) => {
    if (role === null) return href === routes.account() || href === routes.apiReference();
    return permission === undefined || isAllowed(role, permission);
  });
  return isOperator ? [...ofMerchant, ...OPERATOR_COMMANDS] : ofMerchant;
}

/** The commands that fit what was typed: each word begins one of theirs. */
export function fittingCommands(commands: readonly PaletteCommand[], typed: string): readonly PaletteCommand[] {
  const wanted = wordsOf(typed);
  return commands.filter(({ label, words = "", group }) => {
    const own = wordsOf(`${label} ${words} ${group}`);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
