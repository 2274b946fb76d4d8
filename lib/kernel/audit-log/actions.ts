/**
 * Labels of every action in the audit log. An action without a label does not compile. Log entries
 * are permanent, so an action keeps its label after the last command that writes it is gone.
 */

/** Filters of the log, with their labels. */
export const AUDIT_KINDS = {
  account: "Accounts and sign-in",
  members: "Members",
  shop: "Shop and branding",
  keys: "Keys and webhooks",
  payments: "Invoices and wallets",
  money: "Payouts and transfers",
  cases: "Cases and refunds",
  operator: "Installation",
} as const;

export type AuditKind = keyof typeof AUDIT_KINDS;

type ActionFacts = { readonly kind: AuditKind; readonly label: string };

export const AUDIT_ACTIONS = {
  "profile.change": { kind: "account", label: "Changed their own name" },
  "password.change": { kind: "account", label: "Changed their password" },
  "session.end": { kind: "account", label: "Signed out another of their browsers" },
  "session.end-others": { kind: "account", label: "Signed out all their other browsers" },
  "second-factor.add": { kind: "account", label: "Set up an authenticator app" },
  "second-factor.remove": { kind: "account", label: "Turned off their authenticator app" },
  "second-factor.remove-by-operator": { kind: "account", label: "Two-factor authentication was removed on the server" },
  "second-factor.guess": { kind: "account", label: "Repeated wrong codes after a correct password" },
  "confirm.guess": { kind: "account", label: "Repeated failed identity confirmations" },
  "recovery-code.use": { kind: "account", label: "Used a recovery code" },
  "recovery-codes.renew": { kind: "account", label: "Generated new recovery codes" },
  "passkey.add": { kind: "account", label: "Added a passkey" },
  "passkey.rename": { kind: "account", label: "Renamed a passkey" },
  "passkey.remove": { kind: "account", label: "Removed a passkey" },
  "passkey.refuse": { kind: "account", label: "A passkey was refused: possible copy" },
  "password.ask-reset": { kind: "account", label: "Requested a password reset link" },
  "password.reset-link-by-operator": { kind: "account", label: "A password reset link was created on the server" },
  "password.reset": { kind: "account", label: "Reset their password with a link" },
  "email.ask-proof": { kind: "account", label: "Requested an e-mail confirmation link" },
  "email.ask-change": { kind: "account", label: "Requested a change of their e-mail address" },
  "email.prove": { kind: "account", label: "Confirmed their e-mail address" },
  "email.change": { kind: "account", label: "Changed their e-mail address" },
  "notification.choose": { kind: "account", label: "Changed notification preferences" },
  "setup.complete": { kind: "account", label: "Completed the setup" },

  "invitation.create": { kind: "members", label: "Invited a person" },
  "invitation.resend": { kind: "members", label: "Resent an invitation" },
  "invitation.revoke": { kind: "members", label: "Revoked an invitation" },
  "invitation.accept": { kind: "members", label: "Accepted an invitation" },
  "member.require-second-factor": { kind: "members", label: "Changed whether two-factor authentication is required" },
  "member.change-role": { kind: "members", label: "Changed a member's role" },
  "member.remove": { kind: "members", label: "Removed a member" },
  "member.leave": { kind: "members", label: "Left the merchant" },

  "merchant.change": { kind: "shop", label: "Changed the shop's settings" },
  "limits.change": { kind: "shop", label: "Changed outgoing limits" },
  "auto-convert.change": { kind: "shop", label: "Changed conversion to USDT" },
  "coins.change": { kind: "shop", label: "Changed accepted coins" },
  "coin.change": { kind: "shop", label: "Changed the limits or discount of a coin" },
  "brand.change": { kind: "shop", label: "Changed the branding of the payment page" },
  "brand.change-logo": { kind: "shop", label: "Changed the logo" },
  "brand.remove-logo": { kind: "shop", label: "Removed the logo" },

  "chat.create": { kind: "shop", label: "Added a chat for notifications" },
  "chat.change": { kind: "shop", label: "Changed a chat for notifications" },
  "chat.enable": { kind: "shop", label: "Enabled a chat for notifications" },
  "chat.disable": { kind: "shop", label: "Disabled a chat for notifications" },
  "chat.stop": { kind: "shop", label: "A chat for notifications was disabled: it refused messages" },
  "chat.remove": { kind: "shop", label: "Removed a chat for notifications" },
  "chat.test": { kind: "shop", label: "Sent a test message to a chat" },

  "api-key.issue": { kind: "keys", label: "Created the first key" },
  "api-key.rotate": { kind: "keys", label: "Rotated a key" },
  "webhook.resend": { kind: "keys", label: "Resent a webhook" },
  "webhook.test": { kind: "keys", label: "Sent a test webhook" },

  "invoice.create": { kind: "payments", label: "Created an invoice" },
  "invoice.cancel": { kind: "payments", label: "Cancelled an invoice" },
  "invoice.mark-as-paid": { kind: "payments", label: "Marked an invoice as paid" },
  "invoice.pay-from-balance": { kind: "payments", label: "Paid an invoice from their personal wallet" },
  "payment-link.create": { kind: "payments", label: "Created a payment link" },
  "payment-link.change": { kind: "payments", label: "Changed a payment link" },
  "point-of-sale.change": { kind: "payments", label: "Changed the settings of the point of sale" },
  "point-of-sale.receipt": { kind: "payments", label: "Mailed the receipt of a sale" },
  "pos-item.create": { kind: "payments", label: "Added an item to the point of sale" },
  "pos-item.change": { kind: "payments", label: "Changed an item of the point of sale" },
  "bill.create": { kind: "payments", label: "Wrote a bill" },
  "bill.change": { kind: "payments", label: "Changed the draft of a bill" },
  "bill.discard": { kind: "payments", label: "Discarded the draft of a bill" },
  "bill.send": { kind: "payments", label: "Sent a bill" },
  "bill.send-again": { kind: "payments", label: "Sent a bill again" },
  "bill.cancel": { kind: "payments", label: "Cancelled a bill" },
  "recurrence.create": { kind: "payments", label: "Created a recurring payment" },
  "recurrence.accept": { kind: "payments", label: "A payer accepted a recurring payment" },
  "recurrence.end": { kind: "payments", label: "Ended a recurring payment" },
  "wallet.create": { kind: "payments", label: "Created a static wallet" },
  "wallet.block": { kind: "payments", label: "Blocked a static wallet" },

  "payout.create": { kind: "money", label: "Created a payout" },
  "payout.cancel": { kind: "money", label: "Cancelled a payout" },
  "payout.give-up": { kind: "money", label: "Cancelled a payout as operator" },
  "settlement.save": { kind: "money", label: "Set up or changed an automatic settlement" },
  "settlement.pause": { kind: "money", label: "Paused an automatic settlement" },
  "settlement.resume": { kind: "money", label: "Resumed an automatic settlement" },
  "settlement.remove": { kind: "money", label: "Removed an automatic settlement" },
  "settlement.stop": { kind: "money", label: "An automatic settlement was stopped" },
  "payout-batch.upload": { kind: "money", label: "Uploaded a payout batch" },
  "payout-batch.order": { kind: "money", label: "Submitted a payout batch" },
  "payout-batch.cancel": { kind: "money", label: "Cancelled a payout batch" },
  "review.decide": { kind: "money", label: "Approved or refused an outgoing transfer" },
  "transfer.to-personal": { kind: "money", label: "Transferred to the personal wallet" },
  "transfer.to-business": { kind: "money", label: "Transferred to the business wallet" },

  "case.credit": { kind: "cases", label: "Credited the payment of a case" },
  "case.refund": { kind: "cases", label: "Refunded the payment of a case" },
  "payment.refund": { kind: "cases", label: "Refunded a payment" },
  "wallet.refund": { kind: "cases", label: "Refunded payments held by a blocked wallet" },
  "refund-request.confirm": { kind: "cases", label: "A payer requested a refund" },
  "refund-request.refuse": { kind: "cases", label: "Refused a refund request" },
  "refund-request.lower": { kind: "cases", label: "A refund request was reduced to the remaining amount" },
  "refund-request.void": { kind: "cases", label: "A refund request ended: nothing is left to refund" },

  "alarm.dismiss": { kind: "operator", label: "Dismissed an alarm" },
  "deposit.approve-reversal": { kind: "operator", label: "Approved the reversal of a credit" },
  "job.retry": { kind: "operator", label: "Retried failed jobs" },
  "merchant.change-blocks": { kind: "operator", label: "Changed the blocks of a merchant" },
  "merchant.change-commission": { kind: "operator", label: "Changed a merchant's commission" },
  "network.change": { kind: "operator", label: "Changed a network" },
  "service.change": { kind: "operator", label: "Changed the fees and limits of a coin" },
  "user.change-operator": { kind: "operator", label: "Added or removed an operator" },
  "user.suspend": { kind: "operator", label: "Suspended a user" },
  "user.lift-suspension": { kind: "operator", label: "Unsuspended a user" },
  "cold-address.set": { kind: "operator", label: "Changed a cold address" },
  "exchange-terms.reset": { kind: "operator", label: "Restored the typical exchange terms" },
  "exchange-terms.set": { kind: "operator", label: "Changed exchange terms" },
  "operator.refuse-new": { kind: "operator", label: "Refused during a 24-hour security hold" },
  "aml.ask": { kind: "operator", label: "Sent a questionnaire to a payer" },
  "aml.extend": { kind: "operator", label: "Extended the deadline of a questionnaire" },
  "aml.submit": { kind: "operator", label: "A payer answered a questionnaire" },
  "aml.read-answers": { kind: "operator", label: "Viewed the answers of a payer" },
  "aml.read-document": { kind: "operator", label: "Downloaded a document of a payer" },
  "data.delete": { kind: "operator", label: "Old data was deleted by the retention settings" },
  "aml.delete": { kind: "operator", label: "The answers and documents of a payer were deleted" },
  "screening-list.import": { kind: "operator", label: "Imported a screening list" },
  "screening-list.set-active": { kind: "operator", label: "Turned a screening list on or off" },
  "send.end-dead": { kind: "operator", label: "Ended a send that can no longer confirm" },
  "send.end-dead-refused": { kind: "operator", label: "A send was not ended: it can still confirm" },
  "send.end-dead-request": { kind: "operator", label: "Requested a check whether a send can still confirm" },
  "send.fail": { kind: "operator", label: "Cancelled a send" },
  "sends.accept-nonce": { kind: "operator", label: "Accepted the chain's nonce" },
  "seed.reencrypt": { kind: "operator", label: "The seed was encrypted under another key on the server" },
  "restore.scan": { kind: "operator", label: "A chain was scanned again after a restored backup" },
  "sends.resume": { kind: "operator", label: "Resumed sends" },
  "sends.stop": { kind: "operator", label: "Stopped sends" },
  "sweep-policy.set": { kind: "operator", label: "Changed a sweep policy" },
  "sweep.now": { kind: "operator", label: "Queued sweeps" },
  "token.look-up": { kind: "operator", label: "Looked up a token" },
  "token.add": { kind: "operator", label: "Added a token" },
  "token.remove": { kind: "operator", label: "Removed a token that was being added" },
  "token.cancel": { kind: "operator", label: "Cancelled a token that was being added" },
  "token.offer": { kind: "operator", label: "An added token is now offered" },
  "treasury.draw": { kind: "operator", label: "Released funds from the treasury" },
  "treasury.fill": { kind: "operator", label: "Added funds to the treasury" },
  "withdrawal.cancel": { kind: "operator", label: "Cancelled a withdrawal" },
  "withdrawal.order": { kind: "operator", label: "Created a withdrawal" },
} as const satisfies Readonly<Record<string, ActionFacts>>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** An action written by an earlier version under another name is shown by that name. */
export function auditLabel(action: string): string {
  return find(action)?.label ?? action;
}

export function auditKind(action: string): AuditKind | null {
  return find(action)?.kind ?? null;
}

export function actionsOf(kind: AuditKind): readonly string[] {
  return Object.entries(AUDIT_ACTIONS).flatMap(([action, said]) => (said.kind === kind ? [action] : []));
}

function find(action: string): ActionFacts | undefined {
  return new Map<string, ActionFacts>(Object.entries(AUDIT_ACTIONS)).get(action);
}
