/**
 * The words of every action in the audit log. An action without words does not compile. Log entries are permanent, so an action keeps
 * its line after the last command that writes it is gone.
 */

/** What the log can be narrowed to, and how that is called. */
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

type Said = { readonly kind: AuditKind; readonly words: string };

export const AUDIT_ACTIONS = {
  "profile.change": { kind: "account", words: "Changed their own name" },
  "password.change": { kind: "account", words: "Changed their password" },
  "session.end": { kind: "account", words: "Signed out another of their browsers" },
  "session.end-others": { kind: "account", words: "Signed out all their other browsers" },
  "second-factor.add": { kind: "account", words: "Set up an authenticator app" },
  "second-factor.remove": { kind: "account", words: "Turned off their authenticator app" },
  "second-factor.remove-by-operator": { kind: "account", words: "Two-factor authentication was removed on the server" },
  "second-factor.guess": { kind: "account", words: "Repeated wrong codes after a correct password" },
  "confirm.guess": { kind: "account", words: "Repeated failed identity confirmations" },
  "recovery-code.use": { kind: "account", words: "Used a recovery code" },
  "recovery-codes.renew": { kind: "account", words: "Generated new recovery codes" },
  "passkey.add": { kind: "account", words: "Added a passkey" },
  "passkey.rename": { kind: "account", words: "Renamed a passkey" },
  "passkey.remove": { kind: "account", words: "Removed a passkey" },
  "passkey.refuse": { kind: "account", words: "A passkey was refused: possible copy" },
  "password.ask-reset": { kind: "account", words: "Requested a password reset link" },
  "password.reset-link-by-operator": { kind: "account", words: "A password reset link was created on the server" },
  "password.reset": { kind: "account", words: "Reset their password with a link" },
  "email.ask-proof": { kind: "account", words: "Requested an e-mail confirmation link" },
  "email.ask-change": { kind: "account", words: "Requested a change of their e-mail address" },
  "email.prove": { kind: "account", words: "Confirmed their e-mail address" },
  "email.change": { kind: "account", words: "Changed their e-mail address" },
  "notification.choose": { kind: "account", words: "Changed notification preferences" },
  "setup.complete": { kind: "account", words: "Completed the setup" },

  "invitation.create": { kind: "members", words: "Invited a person" },
  "invitation.resend": { kind: "members", words: "Resent an invitation" },
  "invitation.revoke": { kind: "members", words: "Revoked an invitation" },
  "invitation.accept": { kind: "members", words: "Accepted an invitation" },
  "member.require-second-factor": { kind: "members", words: "Changed whether two-factor authentication is required" },
  "member.change-role": { kind: "members", words: "Changed a member's role" },
  "member.remove": { kind: "members", words: "Removed a member" },
  "member.leave": { kind: "members", words: "Left the merchant" },

  "merchant.change": { kind: "shop", words: "Changed the shop's settings" },
  "limits.change": { kind: "shop", words: "Changed outgoing limits" },
  "auto-convert.change": { kind: "shop", words: "Changed conversion to USDT" },
  "coins.change": { kind: "shop", words: "Changed accepted coins" },
  "coin.change": { kind: "shop", words: "Changed the limits or discount of a coin" },
  "brand.change": { kind: "shop", words: "Changed the branding of the payment page" },
  "brand.change-logo": { kind: "shop", words: "Changed the logo" },
  "brand.remove-logo": { kind: "shop", words: "Removed the logo" },

  "api-key.issue": { kind: "keys", words: "Created the first key" },
  "api-key.rotate": { kind: "keys", words: "Rotated a key" },
  "webhook.resend": { kind: "keys", words: "Resent a webhook" },
  "webhook.test": { kind: "keys", words: "Sent a test webhook" },

  "invoice.create": { kind: "payments", words: "Created an invoice" },
  "invoice.cancel": { kind: "payments", words: "Cancelled an invoice" },
  "invoice.mark-as-paid": { kind: "payments", words: "Marked an invoice as paid" },
  "invoice.pay-from-balance": { kind: "payments", words: "Paid an invoice from their personal wallet" },
  "recurrence.create": { kind: "payments", words: "Created a recurring payment" },
  "recurrence.accept": { kind: "payments", words: "A payer accepted a recurring payment" },
  "recurrence.end": { kind: "payments", words: "Ended a recurring payment" },
  "wallet.create": { kind: "payments", words: "Created a static wallet" },
  "wallet.block": { kind: "payments", words: "Blocked a static wallet" },

  "payout.create": { kind: "money", words: "Created a payout" },
  "payout.cancel": { kind: "money", words: "Cancelled a payout" },
  "payout.give-up": { kind: "money", words: "Cancelled a payout as operator" },
  "payout-batch.upload": { kind: "money", words: "Uploaded a payout batch" },
  "payout-batch.order": { kind: "money", words: "Submitted a payout batch" },
  "payout-batch.cancel": { kind: "money", words: "Cancelled a payout batch" },
  "review.decide": { kind: "money", words: "Approved or refused an outgoing transfer" },
  "transfer.to-personal": { kind: "money", words: "Transferred to the personal wallet" },
  "transfer.to-business": { kind: "money", words: "Transferred to the business wallet" },

  "case.credit": { kind: "cases", words: "Credited the payment of a case" },
  "case.refund": { kind: "cases", words: "Refunded the payment of a case" },
  "payment.refund": { kind: "cases", words: "Refunded a payment" },
  "wallet.refund": { kind: "cases", words: "Refunded payments held by a blocked wallet" },
  "refund-request.confirm": { kind: "cases", words: "A payer requested a refund" },
  "refund-request.refuse": { kind: "cases", words: "Refused a refund request" },
  "refund-request.lower": { kind: "cases", words: "A refund request was reduced to the remaining amount" },
  "refund-request.void": { kind: "cases", words: "A refund request ended: nothing is left to refund" },

  "alarm.dismiss": { kind: "operator", words: "Dismissed an alarm" },
  "deposit.approve-reversal": { kind: "operator", words: "Approved the reversal of a credit" },
  "job.retry": { kind: "operator", words: "Retried failed jobs" },
  "merchant.change-blocks": { kind: "operator", words: "Changed the blocks of a merchant" },
  "merchant.change-commission": { kind: "operator", words: "Changed a merchant's commission" },
  "network.change": { kind: "operator", words: "Changed a network" },
  "service.change": { kind: "operator", words: "Changed the fees and limits of a coin" },
  "user.change-operator": { kind: "operator", words: "Added or removed an operator" },
  "user.suspend": { kind: "operator", words: "Suspended a user" },
  "user.lift-suspension": { kind: "operator", words: "Unsuspended a user" },
  "cold-address.set": { kind: "operator", words: "Changed a cold address" },
  "exchange-terms.reset": { kind: "operator", words: "Restored the typical exchange terms" },
  "exchange-terms.set": { kind: "operator", words: "Changed exchange terms" },
  "operator.refuse-new": { kind: "operator", words: "Refused during a 24-hour security hold" },
  "aml.ask": { kind: "operator", words: "Sent a questionnaire to a payer" },
  "aml.extend": { kind: "operator", words: "Extended the deadline of a questionnaire" },
  "aml.submit": { kind: "operator", words: "A payer answered a questionnaire" },
  "aml.read-answers": { kind: "operator", words: "Viewed the answers of a payer" },
  "aml.read-document": { kind: "operator", words: "Downloaded a document of a payer" },
  "aml.delete": { kind: "operator", words: "The answers and documents of a payer were deleted" },
  "screening-list.import": { kind: "operator", words: "Imported a screening list" },
  "screening-list.set-active": { kind: "operator", words: "Turned a screening list on or off" },
  "send.end-dead": { kind: "operator", words: "Ended a send that can no longer confirm" },
  "send.end-dead-refused": { kind: "operator", words: "A send was not ended: it can still confirm" },
  "send.end-dead-request": { kind: "operator", words: "Requested a check whether a send can still confirm" },
  "send.fail": { kind: "operator", words: "Cancelled a send" },
  "sends.accept-nonce": { kind: "operator", words: "Accepted the chain's nonce" },
  "sends.resume": { kind: "operator", words: "Resumed sends" },
  "sends.stop": { kind: "operator", words: "Stopped sends" },
  "sweep-policy.set": { kind: "operator", words: "Changed a sweep policy" },
  "sweep.now": { kind: "operator", words: "Queued sweeps" },
  "token.look-up": { kind: "operator", words: "Looked up a token" },
  "token.add": { kind: "operator", words: "Added a token" },
  "token.remove": { kind: "operator", words: "Removed a token that was being added" },
  "token.cancel": { kind: "operator", words: "Cancelled a token that was being added" },
  "token.offer": { kind: "operator", words: "An added token is now offered" },
  "treasury.draw": { kind: "operator", words: "Released funds from the treasury" },
  "treasury.fill": { kind: "operator", words: "Added funds to the treasury" },
  "withdrawal.cancel": { kind: "operator", words: "Cancelled a withdrawal" },
  "withdrawal.order": { kind: "operator", words: "Created a withdrawal" },
} as const satisfies Readonly<Record<string, Said>>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** An action that an earlier version wrote under another name is shown by that. */
export function auditWords(action: string): string {
  return find(action)?.words ?? action;
}

export function auditKind(action: string): AuditKind | null {
  return find(action)?.kind ?? null;
}

/** The actions of a kind. */
export function actionsOf(kind: AuditKind): readonly string[] {
  return Object.entries(AUDIT_ACTIONS).flatMap(([action, said]) => (said.kind === kind ? [action] : []));
}

function find(action: string): Said | undefined {
  return new Map<string, Said>(Object.entries(AUDIT_ACTIONS)).get(action);
}
