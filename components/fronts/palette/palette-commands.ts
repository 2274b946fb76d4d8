import { MERCHANT_PAGES, OPERATOR_GROUPS, type PageEntry } from "@/components/fronts/palette/pages";
import { routes } from "@/lib/fronts/paths/routes";
import { isAllowed, type MemberRole, type Permission } from "@/lib/people/merchants/role";

/** A page to open, or an action to start. */
export type PaletteCommand = {
  readonly label: string;
  readonly href: string;
  readonly group: "Go to" | "Create" | "Operator";
  /** Other words to find it by. */
  readonly keywords?: string;
  /** Pressed in sequence. */
  readonly keys?: readonly [string, string];
  /** Required to see the command. */
  readonly permission?: Permission;
};

const COMMANDS: readonly PaletteCommand[] = [
  ...MERCHANT_PAGES.map((page) => toCommand("Go to", page)),
  {
    group: "Go to",
    label: "Coins",
    href: routes.coins(),
    keywords: "accepted currencies minimum discount rate source",
  },
  { group: "Go to", label: "Branding", href: routes.branding(), keywords: "logo colour payment page embed" },
  {
    group: "Go to",
    label: "Members",
    href: routes.members(),
    keywords: "people roles invite",
    permission: "member.read",
  },
  { group: "Go to", label: "Audit log", href: routes.audit(), keywords: "who changed what", permission: "audit.read" },
  {
    group: "Go to",
    label: "Your account",
    href: routes.account(),
    keys: ["g", "a"],
    keywords: "password sessions notifications",
  },
  { group: "Go to", label: "API reference", href: routes.apiReference(), keywords: "docs documentation" },
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
  {
    group: "Create",
    label: "New payment link",
    href: routes.newPaymentLink(),
    keys: ["n", "l"],
    permission: "invoice.create",
  },
  { group: "Create", label: "New bill", href: routes.newBill(), keys: ["n", "b"], permission: "invoice.create" },
  { group: "Create", label: "Test webhook", href: routes.webhookTest(), keys: ["n", "h"], permission: "webhook.test" },
];

const OPERATOR_COMMANDS = OPERATOR_GROUPS.flatMap(({ entries }) => entries.map((page) => toCommand("Operator", page)));

function toCommand(
  group: PaletteCommand["group"],
  { label, name = label, href, keywords, keys }: PageEntry,
): PaletteCommand {
  return { group, label: name, href, ...(keywords && { keywords }), ...(keys && { keys }) };
}

export type PaletteViewer = { readonly role: MemberRole | null; readonly isOperator: boolean };

/** Returns the commands available to this user. `role` null: a member of no merchant. */
export function commandsFor({ role, isOperator }: PaletteViewer): readonly PaletteCommand[] {
  const ofMerchant = COMMANDS.filter(({ permission, href }) => {
    if (role === null) return href === routes.account() || href === routes.apiReference();
    return permission === undefined || isAllowed(role, permission);
  });
  return isOperator ? [...ofMerchant, ...OPERATOR_COMMANDS] : ofMerchant;
}

/** Returns the commands that match the input: each typed word is the prefix of one of theirs. */
export function fittingCommands(commands: readonly PaletteCommand[], typed: string): readonly PaletteCommand[] {
  const wanted = keywordsOf(typed);
  return commands.filter(({ label, keywords = "", group }) => {
    const own = keywordsOf(`${label} ${keywords} ${group}`);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
}

function keywordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
