/**
 * Which control on which dashboard page starts which operation. A role sees the control exactly if
 * it may perform the operation.
 */

export type Act = {
  readonly page: string;
  /** The control's text; for a link, its target. */
  readonly control: string;
  readonly does: string;
};

const act = (page: string, control: string, does: string): Act => ({ page, control, does });

export const ACTS: readonly Act[] = [
  act("/bills", "/bills/new", "bills.create"),
  act("/bills/new", "Save draft", "bills.create"),
  act("/bills/new", "Add item", "bills.create"),
  act("/bills/new", "Add tax", "bills.create"),
  act("/bills/[id]/edit", "Save draft", "bills.change"),
  act("/bills/[id]/edit", "Add item", "bills.change"),
  act("/bills/[id]/edit", "Add tax", "bills.change"),
  act("/bills/[id]", "Send…", "bills.send"),
  act("/bills/[id]", "Discard…", "bills.discard"),
  act("/bills/[id]", "Send again…", "bills.sendAgain"),
  act("/bills/[id]", "Cancel…", "bills.cancel"),
  act("/cases", "Credit…", "cases.credit"),
  act("/cases", "Refund…", "refunds.case.order"),
  act("/cases", "Refuse…", "refundRequests.decide"),
  act("/developers", "(box)", "merchant.setLimits"),
  act("/developers", "Save", "merchant.setLimits"),
  act("/developers", "Save", "merchant.changeSettings"),
  act("/invoices", "/invoices/new", "invoices.create"),
  act("/invoices/new", "(box)", "invoices.create"),
  act("/invoices/new", "Create invoice", "invoices.create"),
  act("/invoices/[id]", "Cancel…", "invoices.cancel"),
  act("/invoices/[id]", "Mark as paid…", "invoices.markAsPaid"),
  act("/invoices/[id]", "Refund…", "refunds.invoice.order"),
  act("/invoices/[id]", "Refuse…", "refundRequests.decide"),
  act("/invoices/[id]", "Send again", "webhooks.resend"),
  act("/overview", "/invoices/new", "invoices.create"),
  act("/overview", "/webhooks/test", "webhookTests.prepare"),
  act("/payouts", "/payouts/new", "payouts.create"),
  act("/payouts", "Approve…", "reviews.decide"),
  act("/payouts", "Refuse…", "reviews.decide"),
  act("/payouts/[id]", "Approve…", "reviews.decide"),
  act("/payouts/[id]", "Refuse…", "reviews.decide"),
  act("/payouts/[id]", "Cancel…", "payouts.cancel"),
  act("/payouts/new", "Send payout…", "payouts.create"),
  act("/payouts/batches", "/payouts/batches/new", "POST /api/payout-batches"),
  act("/payouts/batches/new", "(file)", "POST /api/payout-batches"),
  act("/payouts/batches/[id]", "Send 1 payout…", "payoutBatches.confirm"),
  act("/payouts/batches/[id]", "Discard…", "payoutBatches.cancel"),
  act("/payouts/batches/[id]", "Cancel unsigned payouts…", "payoutBatches.cancel"),
  act("/payouts/batches/[id]", "Approve all…", "payoutBatches.approve"),
  act("/payouts/settlement", "Save settlement", "settlements.save"),
  act("/payouts/settlement", "Change", "settlements.save"),
  act("/payouts/settlement", "Pause…", "settlements.pause"),
  act("/payouts/settlement", "Resume…", "settlements.resume"),
  act("/payouts/settlement", "Remove…", "settlements.remove"),
  act("/payment-links", "/payment-links/new", "paymentLinks.create"),
  act("/payment-links/new", "Create payment link", "paymentLinks.create"),
  act("/payment-links/[id]", "Change…", "paymentLinks.change"),
  act("/point-of-sale", "Charge", "pointOfSale.charge"),
  act("/point-of-sale/[id]", "Mail receipt…", "pointOfSale.mailReceipt"),
  act("/point-of-sale/settings", "Save", "pointOfSale.changeSettings"),
  act("/point-of-sale/settings", "Add item…", "pointOfSale.createItem"),
  act("/point-of-sale/settings", "Change…", "pointOfSale.changeItem"),
  act("/recurring-payments", "/recurring-payments/new", "recurrences.create"),
  act("/recurring-payments/new", "Create recurring payment", "recurrences.create"),
  act("/recurring-payments/[id]", "End…", "recurrences.cancel"),
  act("/settings", "(box)", "merchant.setAutoConvert"),
  act("/settings", "Save", "merchant.changeSettings"),
  act("/settings", "Save", "merchant.setLimits"),
  act("/settings/coins", "Save", "merchant.setCoins"),
  act("/settings/coins", "Save", "merchant.changeSettings"),
  act("/settings/coins", "Change…", "merchant.setCoinTerms"),
  act("/settings/branding", "Save", "merchant.changeBrand"),
  act("/settings/branding", "(file)", "POST /api/merchant/brand/logo"),
  act("/settings/branding", "Remove logo", "merchant.removeLogo"),
  act("/settings/chats", "Add chat…", "chats.create"),
  act("/settings/chats", "Send test message to Sales channel", "chats.test"),
  act("/settings/chats", "Change Sales channel", "chats.change"),
  act("/settings/chats", "Disable Sales channel", "chats.disable"),
  act("/settings/chats", "Remove Sales channel", "chats.remove"),
  act("/settings/chats", "Send test message to Old channel", "chats.test"),
  act("/settings/chats", "Change Old channel", "chats.change"),
  act("/settings/chats", "Enable Old channel", "chats.enable"),
  act("/settings/chats", "Remove Old channel", "chats.remove"),
  act("/settings/members", "Invite member…", "members.invite"),
  act("/settings/members", "Send again", "members.resendInvitation"),
  act("/settings/members", "Revoke…", "members.revokeInvitation"),
  act("/settings/members", "Change role…", "members.changeRole"),
  act("/settings/members", "Remove…", "members.remove"),
  act("/settings/members", "Leave merchant…", "members.leave"),
  act("/settings/members", "Require…", "members.requireSecondFactor"),
  act("/settings/members", "/settings/audit", "audit.list"),
  act("/transfers", "Transfer to personal wallet", "transfers.create"),
  act("/wallets", "/wallets/new", "wallets.create"),
  act("/wallets/new", "Create static wallet", "wallets.create"),
  act("/wallets/[id]", "Block…", "wallets.block"),
  act("/wallets/[id]", "Refund…", "refunds.wallet.order"),
  act("/webhooks", "/webhooks/test", "webhookTests.prepare"),
  act("/webhooks", "Send again", "webhooks.resend"),
  act("/webhooks/test", "Preview request", "webhookTests.prepare"),
  act("/webhooks/test", "Repeat", "webhookTests.prepare"),
  act("/webhooks/test", "Send test", "webhookTests.send"),
];

/** Buttons that change no merchant data: they only show more of it. */
export const SHOWING: readonly RegExp[] = [
  /^QR code$/,
  /^(Key|One more:) /,
  /: as a table$/,
  /^(Invoice|payment) paid$/,
];

/** Links whose target starts an operation, or whose page is restricted. */
export const NEEDS: ReadonlyMap<string, string> = new Map(
  ACTS.filter(({ control }) => control.startsWith("/")).map(({ control, does }) => [control, does]),
);
