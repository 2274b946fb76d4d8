import type { Permission } from "@/lib/people/merchants/role";

/** What each permission lets somebody do, in plain words, most harmless first. A permission without words does not compile. */
export const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  "merchant.read": "See every page of the merchant: invoices, balances, payouts",
  "member.read": "See who is a member",
  "webhook.resend": "Send webhooks again",
  "webhook.test": "Test webhooks with signed ones that report nothing",
  "api-key.read": "See which keys there are",
  "api-key.rotate": "Create and rotate the payment key",
  "invoice.create": "Create and cancel invoices",
  "wallet.change": "Create and block static wallets",
  "case.decide": "Decide about payments that no rule may credit",
  "payout.create": "Send money out: payouts, refunds, transfers",
  "review.decide": "Approve payouts and refunds",
  "payout-key.rotate": "Create and rotate the payout key",
  "audit.read": "See who changed what",
  "limits.change": "Change outgoing limits",
  "merchant.change": "Change the shop's settings and branding",
  "member.change": "Invite people, change their roles, remove them",
};
