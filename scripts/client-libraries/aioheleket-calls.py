"""Every method of SuperFeda/aioheleket. It has no verifier of webhooks."""

import asyncio
import functools

import aiohttp

from steps import failure, read_task, report

# The library's API host is a constant, and its session ignores the proxy of the environment.
aiohttp.ClientSession = functools.partial(aiohttp.ClientSession, trust_env=True)

from aioheleket import HeleketClient  # noqa: E402


async def step(call, operation, work):
    try:
        report(call, operation, result=await work)
    except Exception as error:
        report(call, operation, error=failure(error))


async def payments(task, client):
    prefix, hook = task["prefix"], task["hookUrl"]
    payment, wallet = await client.payment(), await client.static_wallet()
    made = payment.create_invoice("10", "USDT", f"{prefix}-1", network="BSC", url_callback=hook)
    await step("payment.create_invoice", "invoice", made)
    await step("payment.info", "info", payment.info(uuid=task["paid"]))
    await step("payment.generate_qr_code", "qr", payment.generate_qr_code(task["paid"]))
    await step("payment.test_webhook", "test webhook", payment.test_webhook(hook, "USDT", "bsc", uuid=task["paid"]))
    await step("payment.refund", "refund", payment.refund(task["address"], True, uuid=task["refunded"]))
    await step("payment.services_info", "services", payment.services_info())
    await step("payment.discount_list", "discounts", payment.discount_list())
    await step("payment.set_discount", "discount", payment.set_discount("DAI", "eth", 3))
    await step("static_wallet.create", "wallet", wallet.create("USDT", "BSC", f"{prefix}-2", url_callback=hook))
    await step("static_wallet.generate_qr_code", "qr", wallet.generate_qr_code(task["wallet"]))
    await step("static_wallet.block", "block", wallet.block(uuid=task["wallet"]))
    refund = wallet.blocked_address_refund(task["address"], uuid=task["blocked"])
    await step("static_wallet.blocked_address_refund", "blocked refund", refund)


async def payouts(task, client):
    payout, finance = await client.payout(), await client.finance()
    order, address = f"{task['prefix']}-3", task["address"]
    made = payout.create_invoice("5", "USDT", order, address, True, "BSC", url_callback=task["hookUrl"])
    await step("payout.create_invoice", "payout", made)
    await step("payout.calc", "calculation", payout.calc("5", address, "USDT", True, None, "bsc", None, None))
    await step("payout.get_info", "payout info", payout.get_info(order_id=order))
    await step("payout.get_services", "services", payout.get_services())
    await step("payout.personal_transfer", "transfer", payout.personal_transfer("1", "USDT"))
    await step("payout.business_transfer", "transfer", payout.business_transfer("1", "USDT"))
    await step("finance.exchange_rate", "rates", finance.exchange_rate("USD"))
    await step("finance.balance", "balance", finance.balance())


async def main():
    task = read_task()
    if task["webhooks"] is not None:
        return
    client = HeleketClient(task["merchant"], task["paymentKey"], task["payoutKey"])
    await payments(task, client)
    await payouts(task, client)
    await client.close_session()


asyncio.run(main())
