/**
 * Everything that the audit log can say, in plain words. An action that is not here does not compile, so that none is without words.
 * What is in the log stays there: an action that no command writes any more keeps its line.
 */

/** What the log can be narrowed to, and how that is called. */
export const AUDIT_KINDS = {
  account: "Accounts and sign-in",
  members: "Members",
  shop: "Shop and branding",
  keys: "Keys and webhooks",
  payments: "Invoices and wallets",
  money: "Money that moves",
  cases: "Cases and refunds",
  operator: "Installation",
} as const;

export type AuditKind = keyof typeof AUDIT_KINDS;

type Said = { readonly kind: AuditKind; readonly words: string };

export const AUDIT_ACTIONS = {
  "profile.change": { kind: "account", words: "Changed their own name" },
  "password.change": { kind: "account", words: "Changed their password" },
  "session.end": { kind: "account", words: "Signed another browser of theirs out" },
  "session.end-others": { kind: "account", words: "Signed all their other browsers out" },
  "second-factor.add": { kind: "account", words: "Set up an authenticator app" },
  "second-factor.remove": { kind: "account", words: "Took their authenticator app off" },
  "second-factor.remove-by-operator": { kind: "account", words: "Their second factor was removed on the server" },
  "second-factor.guess": { kind: "account", words: "Wrong codes after the right password: somebody guesses" },
  "confirm.guess": { kind: "account", words: "Wrong answers where it was asked who is there: somebody guesses" },
  "recovery-code.use": { kind: "account", words: "Used a recovery code" },
  "recovery-codes.renew": { kind: "account", words: "Made new recovery codes" },
  "passkey.add": { kind: "account", words: "Added a passkey" },
  "passkey.rename": { kind: "account", words: "Renamed a passkey" },
  "passkey.remove": { kind: "account", words: "Removed a passkey" },
  "passkey.refuse": { kind: "account", words: "A passkey was refused: it looks like a copy" },
  "password.ask-reset": { kind: "account", words: "A link for a new password was asked for" },
  "password.reset-link-by-operator": { kind: "account", words: "A link for a new password was made on the server" },
  "password.reset": { kind: "account", words: "Set a new password by a link" },
  "email.ask-proof": { kind: "account", words: "Asked for a link that proves their e-mail address" },
  "email.ask-change": { kind: "account", words: "Asked for another e-mail address" },
  "email.prove": { kind: "account", words: "Proved their e-mail address" },
  "email.change": { kind: "account", words: "Changed their e-mail address" },
  "notification.choose": { kind: "account", words: "Chose how to be told of something" },
  "setup.complete": { kind: "account", words: "Set the installation up" },

  "invitation.create": { kind: "members", words: "Invited somebody" },
  "invitation.resend": { kind: "members", words: "Sent an invitation again" },
  "invitation.revoke": { kind: "members", words: "Took an invitation back" },
  "invitation.accept": { kind: "members", words: "Accepted an invitation" },
  "member.require-second-factor": { kind: "members", words: "Changed whether every member needs a second factor" },
  "member.change-role": { kind: "members", words: "Changed a member's role" },
  "member.remove": { kind: "members", words: "Removed a member" },
  "member.leave": { kind: "members", words: "Left the merchant" },

  "merchant.change": { kind: "shop", words: "Changed the shop's settings" },
  "limits.change": { kind: "shop", words: "Changed the limits of money that leaves" },
  "auto-convert.change": { kind: "shop", words: "Changed what is converted to USDT" },
  "coins.change": { kind: "shop", words: "Changed which coins are accepted" },
  "coin.change": { kind: "shop", words: "Changed limits or discount of a coin" },
  "brand.change": { kind: "shop", words: "Changed how the payment page looks" },
  "brand.change-logo": { kind: "shop", words: "Changed the logo" },
  "brand.remove-logo": { kind: "shop", words: "Removed the logo" },

  "api-key.issue": { kind: "keys", words: "Made the first key" },
  "api-key.rotate": { kind: "keys", words: "Replaced a key" },
  "webhook.resend": { kind: "keys", words: "Sent a webhook again" },
  "webhook.test": { kind: "keys", words: "Sent a test webhook" },

  "invoice.create": { kind: "payments", words: "Made an invoice" },
  "invoice.cancel": { kind: "payments", words: "Cancelled an invoice" },
  "invoice.mark-as-paid": { kind: "payments", words: "Marked an invoice as paid" },
  "invoice.pay-from-balance": { kind: "payments", words: "Paid an invoice from their personal wallet" },
  "recurrence.create": { kind: "payments", words: "Created a recurring payment" },
  "recurrence.accept": { kind: "payments", words: "A payer accepted a recurring payment" },
  "recurrence.end": { kind: "payments", words: "Ended a recurring payment" },
  "wallet.create": { kind: "payments", words: "Made a static wallet" },
  "wallet.block": { kind: "payments", words: "Blocked a static wallet" },

  "payout.create": { kind: "money", words: "Ordered a payout" },
  "payout.cancel": { kind: "money", words: "Cancelled a payout" },
  "payout.give-up": { kind: "money", words: "Gave a payout up" },
  "payout-batch.upload": { kind: "money", words: "Uploaded a file of payouts" },
  "payout-batch.order": { kind: "money", words: "Ordered a file of payouts" },
  "payout-batch.cancel": { kind: "money", words: "Cancelled a file of payouts" },
  "review.decide": { kind: "money", words: "Decided about money that waited" },
  "transfer.to-personal": { kind: "money", words: "Moved money to the personal wallet" },
  "transfer.to-business": { kind: "money", words: "Moved money to the business wallet" },

  "case.credit": { kind: "cases", words: "Credited a payment that waited for a decision" },
  "case.refund": { kind: "cases", words: "Sent back a payment that waited for a decision" },
  "payment.refund": { kind: "cases", words: "Refunded a payment" },
  "wallet.refund": { kind: "cases", words: "Refunded what a blocked wallet holds" },
  "refund-request.confirm": { kind: "cases", words: "A payer asked for money back" },
  "refund-request.refuse": { kind: "cases", words: "Refused a payer's wish for money back" },
  "refund-request.lower": { kind: "cases", words: "A payer's wish was lowered to what is left" },
  "refund-request.void": { kind: "cases", words: "A payer's wish ended: nothing is left of its money" },

  "alarm.dismiss": { kind: "operator", words: "Ended an alarm" },
  "deposit.approve-reversal": { kind: "operator", words: "Agreed that a booked payment left its chain" },
  "job.retry": { kind: "operator", words: "Had jobs tried again that were given up" },
  "merchant.change-blocks": { kind: "operator", words: "Blocked a merchant, or lifted a block" },
  "merchant.change-commission": { kind: "operator", words: "Changed a merchant's commission" },
  "network.change": { kind: "operator", words: "Changed a network" },
  "service.change": { kind: "operator", words: "Changed fees and limits of a coin" },
  "user.change-operator": { kind: "operator", words: "Made somebody an operator, or no longer" },
  "user.suspend": { kind: "operator", words: "Suspended a user" },
  "user.lift-suspension": { kind: "operator", words: "Lifted a user's suspension" },
  "cold-address.set": { kind: "operator", words: "Changed where surplus goes" },
  "exchange-terms.reset": { kind: "operator", words: "Went back to the typical terms of exchanges" },
  "exchange-terms.set": { kind: "operator", words: "Changed the terms of exchanges" },
  "operator.refuse-new": { kind: "operator", words: "Was refused as a new operator, or for a new password" },
  "aml.ask": { kind: "operator", words: "A payer was asked about a held payment" },
  "aml.extend": { kind: "operator", words: "Gave a payer more time to answer questions" },
  "aml.submit": { kind: "operator", words: "A payer answered questions about a held payment" },
  "aml.read-answers": { kind: "operator", words: "Read the answers of a payer" },
  "aml.read-document": { kind: "operator", words: "Downloaded a document of a payer" },
  "aml.delete": { kind: "operator", words: "Answers and documents of a payer were deleted" },
  "screening-list.import": { kind: "operator", words: "Imported a screening list" },
  "screening-list.set-active": { kind: "operator", words: "Switched a screening list" },
  "send.end-dead": { kind: "operator", words: "Ended a send that can no longer happen" },
  "send.end-dead-refused": { kind: "operator", words: "A send was not ended: it may still happen" },
  "send.end-dead-request": { kind: "operator", words: "Asked to end a send that can no longer happen" },
  "send.fail": { kind: "operator", words: "Ended a send" },
  "sends.accept-nonce": { kind: "operator", words: "Accepted the chain's count of transactions" },
  "sends.resume": { kind: "operator", words: "Let sends go on" },
  "sends.stop": { kind: "operator", words: "Stopped sends" },
  "sweep-policy.set": { kind: "operator", words: "Changed when deposits are collected" },
  "sweep.now": { kind: "operator", words: "Ordered deposits to be collected" },
  "token.look-up": { kind: "operator", words: "Asked the nodes about a token" },
  "token.add": { kind: "operator", words: "Added a token" },
  "token.remove": { kind: "operator", words: "Removed a token that was being added" },
  "token.cancel": { kind: "operator", words: "Cancelled a token that was being added" },
  "token.offer": { kind: "operator", words: "A token that was added is offered" },
  "treasury.draw": { kind: "operator", words: "Took money out of what is set aside for conversions" },
  "treasury.fill": { kind: "operator", words: "Set money aside for conversions" },
  "withdrawal.cancel": { kind: "operator", words: "Cancelled a withdrawal" },
  "withdrawal.order": { kind: "operator", words: "Ordered a withdrawal" },
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
