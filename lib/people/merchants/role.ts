/**
 * What a member of a merchant may do. Pure; used by the pages to hide what is not allowed and by
 * the server to refuse it.
 */

export const MEMBER_ROLES = ["owner", "manager", "developer", "viewer"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** What a role is for, in the words of a sentence. */
export const ROLE_LABELS: Readonly<Record<MemberRole, { name: string; article: string; summary: string }>> = {
  owner: { name: "Owner", article: "an owner", summary: "Owners have full access and manage members." },
  manager: {
    name: "Manager",
    article: "a manager",
    summary: "Managers handle invoices, wallets, payouts, refunds and cases.",
  },
  developer: {
    name: "Developer",
    article: "a developer",
    summary: "Developers integrate the shop: webhooks and the payment key, which can also refund payments.",
  },
  viewer: { name: "Viewer", article: "a viewer", summary: "Viewers have read-only access to every page." },
};

/** Who may do what. A permission that is not listed for a role is refused. */
const PERMISSIONS = {
  /** See every page of the merchant. */
  "merchant.read": ["owner", "manager", "developer", "viewer"],
  "invoice.create": ["owner", "manager"],
  /** Create static wallets, and block them. */
  "wallet.change": ["owner", "manager"],
  /** Decide about money that no rule may credit by itself. */
  "case.decide": ["owner", "manager"],
  "webhook.resend": ["owner", "manager", "developer"],
  /**
   * Have the gateway sign and send a made-up webhook: who sees its signature can make the shop
   * believe in a payment, so only who may have the payment key anyway.
   */
  "webhook.test": ["owner", "developer"],
  /** See which keys there are, not what they are. */
  "api-key.read": ["owner", "manager", "developer"],
  /** Create and rotate the payment key: whoever has it creates payments and refunds them. */
  "api-key.rotate": ["owner", "developer"],
  /**
   * Create and rotate the payout key: whoever has it sends money out, so only who may do that
   * anyway.
   */
  "payout-key.rotate": ["owner", "manager"],
  /** Send money out of the merchant's balance. */
  "payout.create": ["owner", "manager"],
  /** Decide about an outflow that waits: be its second person, say which address was meant. */
  "review.decide": ["owner", "manager"],
  /** Change what limits outflows. */
  "limits.change": ["owner"],
  "merchant.change": ["owner"],
  /** See who is a member, and as what. */
  "member.read": ["owner", "manager", "developer", "viewer"],
  /** Invite people, change their roles, let them go. */
  "member.change": ["owner"],
  /** See who changed what. */
  "audit.read": ["owner", "manager"],
} as const satisfies Record<string, readonly MemberRole[]>;

export type Permission = keyof typeof PERMISSIONS;

export function isAllowed(role: MemberRole, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly MemberRole[]).includes(role);
}

/** The roles that have a permission. */
export function rolesWith(permission: Permission): readonly MemberRole[] {
  return PERMISSIONS[permission];
}

/**
 * What each permission lets somebody do, in plain words, most harmless first. A permission without
 * words does not compile.
 */
export const PERMISSION_LABELS: Readonly<Record<Permission, string>> = {
  "merchant.read": "View every page of the merchant: invoices, balances, payouts",
  "member.read": "View members",
  "webhook.resend": "Resend webhooks",
  "webhook.test": "Send signed test webhooks",
  "api-key.read": "View API keys (not their values)",
  "api-key.rotate": "Create and rotate the payment key",
  "invoice.create": "Create and cancel invoices",
  "wallet.change": "Create and block static wallets",
  "case.decide": "Decide cases: credit or refund payments",
  "payout.create": "Send payouts, refunds and transfers",
  "review.decide": "Approve payouts and refunds",
  "payout-key.rotate": "Create and rotate the payout key",
  "audit.read": "View the audit log",
  "limits.change": "Change outgoing limits",
  "merchant.change": "Change the shop's settings and branding",
  "member.change": "Invite and remove members, change roles",
};
