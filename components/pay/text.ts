/**
 * Every sentence of the payment page. Flat and plain, with `{name}` where a value goes, so that a translation is another object of
 * this shape. Values that are marked up on the page are put in by `rich`, the others by `say`.
 */
export const TEXT = {
  "choose.title": "Choose how to pay {price}",
  "choose.body": "Pick a coin and the network that you will send it on. Nothing is charged until you send.",
  "choose.network": "The network matters: coins that are sent on another network than the one you choose may be lost.",
  "choose.search": "Search coins",
  "choose.none": "No coin of that name.",
  "choose.time": "about {time}",
  "choose.current": "chosen now",
  "choose.back": "Keep {coin}",
  "unavailable.title": "No coin can be offered right now",
  "unavailable.body":
    "Prices or networks do not answer at the moment. Nothing is lost: reload in a minute, or ask {merchant}.",

  "waiting.title": "Send exactly {amount} on {network} to this address",
  "waiting.body": "Waiting for your payment. This page follows it by itself.",
  "rest.title": "Send the rest: exactly {amount} on {network}",
  "rest.body": "{received} of {total} has arrived and is counted. Use the same address.",
  "confirming.title": "We see your payment",
  "confirming.body": "{received} is on {network}. It becomes final by itself; you may close this page.",
  "confirming.short":
    "{received} of {total} is on {network}. This invoice takes one payment only, so it closes with what was sent.",
  "overdue.title": "The time is up",
  "overdue.body":
    "Please send nothing more. If you have already paid, your payment is still being looked for and counts from the moment it reached the network.",
  "paid.title": "Paid. Thank you!",
  "paid.body": "{merchant} has your payment. You may close this page.",
  "paid-over.title": "Paid, with {over} too much",
  "paid-over.body": "Your order is paid. Ask {merchant} to return the difference, and name order {order}.",
  "paid-by-hand.title": "Paid",
  "paid-by-hand.body": "{merchant} has marked this order as paid. There is nothing left to do.",
  "short.title": "{received} arrived, {missing} is missing",
  "short.body":
    "This payment closed short of the full amount. What you sent is with {merchant}: ask them to complete the order or to return it, and name order {order}.",
  "expired.title": "This payment has expired",
  "expired.body":
    "Nothing arrived in time, so please send nothing to this address any more. Go back to {merchant} for a new payment.",
  "expired.late": "It had closed before your payment arrived. Please send nothing more to this address.",
  "expired.sent": "Sent it already? It is not lost: this address stays watched. Ask {merchant} and name order {order}.",
  "failed.title": "The payment did not go through",
  "failed.body":
    "The network dropped or replaced your transaction, so the coins did not arrive. Check your wallet, then ask {merchant} for a new payment.",
  "broken.title": "Something went wrong on our side",
  "broken.body":
    "This payment was stopped for a reason that is ours, not yours. Send nothing more. {merchant} can see what happened; name order {order}.",
  "locked.title": "Your payment is being checked",
  "locked.body":
    "It arrived and is held for a routine review. Send nothing more. {merchant} decides what happens next; name order {order}.",
  "reversed.title": "The network took your payment back",
  "reversed.body":
    "This happens rarely, and the payment usually comes back by itself. Do not pay again: wait a while and look at your wallet.",
  "refunding.title": "Your refund is on its way",
  "refunding.body":
    "{merchant} has started a refund. It arrives once the network has confirmed it; you may close this page.",
  "refunded.title": "Refunded",
  "refunded.body": "{merchant} has sent the coins back. Look at the wallet that you named for it.",
  "refund-failed.title": "The refund did not go through",
  "refund-failed.body": "The coins are still with {merchant}. Ask them to try again, and name order {order}.",

  "step.send": "Send",
  "step.seen": "Seen",
  "step.done": "Done",
  "step.depth": "{have} of {need} confirmations",
  "steps.label": "Progress",

  "amount.label": "Amount",
  "amount.worth": "for {price}",
  "address.label": "Address",
  "address.check": "Compare the marked beginning and end with what your wallet shows.",
  "network.label": "Network",
  "network.warning": "Send {coin} on {network} only. Coins sent on another network may be lost.",
  "network.slow": "{network} is answering slowly at the moment. Your payment is safe, but this page may show it late.",
  "qr.uri": "For wallet apps",
  "qr.address": "Address only",
  "qr.uri.hint": "Fills in coin, network and amount.",
  "qr.address.hint": "For exchanges: type the amount yourself.",
  "qr.uri.name": "QR code of the payment: {amount} on {network}",
  "qr.address.name": "QR code of the address",
  "qr.group": "QR code",
  "wallet.open": "Open in wallet app",
  "copy.amount": "Copy amount",
  "copy.address": "Copy address",
  "copy.transaction": "Copy transaction id",
  "copied.amount": "Amount copied: {value}",
  "copied.address": "Address copied. It ends in {tail}",
  "copied.transaction": "Transaction id copied",
  "copy.action": "Copy",
  "copy.done": "Copied",
  "copy.failed": "Press and hold to copy",

  "time.left": "Time left",
  "time.until": "until {time}",
  "time.soon": "Pay soon: {time} left.",
  "time.second": "{count} s",
  "time.minute": "{count} min",
  "time.hour": "{count} h",
  "coin.change": "Choose another coin",
  "reload.hint": "This page does not update by itself without JavaScript.",
  "reload.action": "Check again",
  "live.lost": "No connection. Trying again; your payment is not affected.",

  "deposits.title": "Your payments",
  "deposit.seen": "seen, {have} of {need} confirmations",
  "deposit.pool": "seen, waiting for a block",
  "deposit.confirmed": "confirmed",
  "deposit.vanished": "no longer on the network: replaced or dropped",
  "deposit.explorer": "View on explorer",

  "case.title": "A payment needs a decision",
  "case.late":
    "{amount} on {network} arrived after this payment had closed. It is safe. {merchant} decides whether to credit or return it.",
  "case.extra":
    "{amount} on {network} arrived on top of what was owed. It is safe. {merchant} decides whether to credit or return it.",
  "case.wrong_token":
    "{amount} on {network} arrived, which is not the coin of this payment. It is safe. {merchant} decides whether to credit or return it.",
  "case.wrong_network":
    "{amount} arrived on {network}, which is not the network of this payment. It is safe. {merchant} decides whether to credit or return it.",
  "case.unmatched": "{amount} on {network} arrived and could not be matched. It is safe and is being looked at.",
  "case.credited": "{amount} on {network}: credited to {merchant}.",
  "case.refunded": "{amount} on {network}: returned.",
  "case.number": "Case {reference}",

  "receipt.title": "Receipt",
  "receipt.to": "Paid to",
  "receipt.order": "Order",
  "receipt.price": "Price",
  "receipt.paid": "Paid",
  "receipt.network": "Network",
  "receipt.transaction": "Transaction",
  "receipt.date": "Date",
  "receipt.number": "Payment number",
  "receipt.print": "Print or save",

  "order.label": "Order {order}",
  "shop.return": "Back to the shop",
  "shop.success": "Continue to the shop",
  "support.ask": "Questions? Ask {merchant}: {contact}",
  "support.none": "Questions? Ask {merchant}, where you placed the order.",
  safety: "Nobody will ever ask you for your wallet’s recovery words, here or in a chat.",

  "sandbox.title": "Pay with play money",
  "sandbox.body": "This is a sandbox. Each button sends a real transaction on the sandbox chain.",
  "sandbox.exact": "Pay exactly",
  "sandbox.little": "Pay too little",
  "sandbox.much": "Pay too much",
  "sandbox.token": "Pay wrong token",
  "sandbox.sending": "Sending…",
  "sandbox.failed": "The sandbox chain did not take the transaction. Is it running?",

  "missing.title": "There is no payment here",
  "missing.body": "The link may be incomplete. Open it again from the shop or from your message.",
  "trouble.title": "This page cannot be shown right now",
  "trouble.body": "The gateway does not answer at the moment. What you have sent is not affected. Reload in a minute.",
  "error.title": "That did not work",
  "error.unavailable": "This coin cannot be offered right now. Choose another one, or try again in a minute.",
} as const;

export type TextKey = keyof typeof TEXT;
