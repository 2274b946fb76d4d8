/**
 * What a member of a merchant may do. Pure; the pages use it to hide what is not allowed and the
 * server to reject it.
 */

export const MEMBER_ROLES = ["owner", "manager", "developer", "viewer"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The name and purpose of each role, for use in sentences. */
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

/** The roles of each permission. A permission that is not listed for a role is denied. */
const PERMISSIONS = {
  /** See every page of the merchant. */
  "merchant.read": ["owner", "manager", "developer", "viewer"],
  "invoice.create": ["owner", "manager"],
  /** Create and block static wallets. */
  "wallet.change": ["owner", "manager"],
  /** Decide on money that no rule may credit automatically. */
  "case.decide": ["owner", "manager"],
  "webhook.resend": ["owner", "manager", "developer"],
  /**
   * Have the gateway sign and send a sample webhook: whoever sees its signature can make the shop
   * believe in a payment, so only roles that may have the payment key anyway.
   */
  "webhook.test": ["owner", "developer"],
  /** See which keys exist, not their secrets. */
  "api-key.read": ["owner", "manager", "developer"],
  /** Create and rotate the payment key: its holder creates payments and refunds them. */
  "api-key.rotate": ["owner", "developer"],
  /**
   * Create and rotate the payout key: its holder sends money out, so only roles that may do that
   * anyway.
   */
  "payout-key.rotate": ["owner", "manager"],
  /** Send money out of the merchant's balance. */
  "payout.create": ["owner", "manager"],
  /** Have the balance of a coin paid out automatically, to an address. */
  "settlement.change": ["owner"],
  /**
   * Decide on an outflow that waits: approve as the second person, or say which address was meant.
   */
  "review.decide": ["owner", "manager"],
  /** Change the limits of outflows. */
  "limits.change": ["owner"],
  "merchant.change": ["owner"],
  /** See the members and their roles. */
  "member.read": ["owner", "manager", "developer", "viewer"],
  /** Invite people, change their roles, remove them. */
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
 * What each permission allows, in plain text, least powerful first. A permission without a label
 * does not compile.
 */
export const PERMISSION_LABELS: Readonly<Record<Permission, string>> = {
  "merchant.read": "View every page of the merchant: invoices, balances, payouts",
  "member.read": "View members",
  "webhook.resend": "Resend webhooks",
  "webhook.test": "Send signed test webhooks",
  "api-key.read": "View API keys (not their values)",
  "api-key.rotate": "Create and rotate the payment key",
  "invoice.create": "Create and cancel invoices, payment links and bills, and sell at the point of sale",
  "wallet.change": "Create and block static wallets",
  "case.decide": "Decide cases: credit or refund payments",
  "payout.create": "Send payouts, refunds and transfers",
  "review.decide": "Approve payouts and refunds",
  "payout-key.rotate": "Create and rotate the payout key",
  "audit.read": "View the audit log",
  "limits.change": "Change outgoing limits",
  "settlement.change": "Set up automatic settlement",
  "merchant.change": "Change the shop's settings and branding",
  "member.change": "Invite and remove members, change roles",
};
