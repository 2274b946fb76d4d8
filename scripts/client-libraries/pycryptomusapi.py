"""Every method of Badiboy/pyCryptomusAPI. It has no verifier of webhooks."""

import sys

from pyCryptomusAPI import pyCryptomusAPI
from steps import failure, read_task, report

task = read_task()
if task["webhooks"] is not None:
    sys.exit()

api = pyCryptomusAPI(
    task["merchant"], task["paymentKey"], task["payoutKey"], timeout=30, api_url=task["baseUrl"] + "/v1/"
)
prefix, address, hook = task["prefix"], task["address"], task["hookUrl"]


def step(method, operation, *arguments, **named):
    try:
        report(method, operation, result=getattr(api, method)(*arguments, **named))
    except Exception as error:
        report(method, operation, error=failure(error))


step(
    "create_invoice", "invoice", 10, "USDT", f"{prefix}-1", network="BSC", url_callback=hook, lifetime=7200,
    is_payment_multiple=True, subtract=0, accuracy_payment_percent=1,
)
step("create_wallet", "wallet", "BSC", "USDT", f"{prefix}-2", url_callback=hook)
step("block_wallet", "block", wallet_uuid=task["wallet"])
step("block_wallet_refund", "blocked refund", address, wallet_uuid=task["blocked"])
step("payment_information", "info", invoice_uuid=task["paid"])
step("refund", "refund", address, True, invoice_uuid=task["refunded"])
step("payment_history", "list")
step("payment_history_filtered", "list", max_results=2)
step("payment_services", "services")
step("create_payout", "payout", 5, "USDT", f"{prefix}-3", address, True, "BSC", url_callback=hook)
step("payout_information", "payout info", order_id=f"{prefix}-3")
step("payout_history", "payout list")
step("payout_services", "services")
step("balance", "balance")
