<?php
/** Every method of Heleket/php-sdk, and its verifier of webhooks. */
declare(strict_types=1);

require __DIR__ . '/steps.php';
$task = read_task();
load_classes('Heleket\\', $task['folder'] . '/src/');

use Heleket\Config;
use Heleket\PaymentClient;
use Heleket\PayoutClient;
use Heleket\Webhook\WebhookVerifier;

if ($task['webhooks'] !== null) {
    foreach ($task['webhooks'] as $body) {
        $type = json_decode($body, true)['type'];
        $key = $type === 'payout' ? $task['payoutKey'] : $task['paymentKey'];
        step("WebhookVerifier::verifyRawBody ($type)", "webhook $type", static function () use ($key, $body) {
            (new WebhookVerifier($key))->verifyRawBody($body);
        });
    }
    exit;
}

$payment = new PaymentClient(new Config($task['merchant'], $task['paymentKey'], $task['baseUrl']));
$payout = new PayoutClient(new Config($task['merchant'], $task['payoutKey'], $task['baseUrl']));
['prefix' => $prefix, 'address' => $address, 'hookUrl' => $hook] = $task;

step('PaymentClient::createInvoice', 'invoice', static fn () => $payment->createInvoice([
    'amount' => '10', 'currency' => 'USDT', 'network' => 'bsc', 'order_id' => "$prefix-1", 'url_callback' => $hook,
    'additional_data' => 'cart 7/8 заказ', 'lifetime' => 7200, 'is_payment_multiple' => false,
]));
step('PaymentClient::getInfo', 'info', static fn () => $payment->getInfo($task['paid']));
step('PaymentClient::listHistory', 'list', static fn () => $payment->listHistory('2024-01-01 0:00:00'));
$wallet = step('PaymentClient::createStaticWallet', 'wallet', static fn () => $payment->createStaticWallet([
    'currency' => 'USDT', 'network' => 'bsc', 'order_id' => "$prefix-2", 'url_callback' => $hook,
]));
step('PaymentClient::generateQrCode', 'qr', static fn () => $payment->generateQrCode($wallet['uuid']));
step('PaymentClient::blockStaticWallet', 'block', static fn () => $payment->blockStaticWallet($task['wallet']));
step(
    'PaymentClient::refundBlockedWallet',
    'blocked refund',
    static fn () => $payment->refundBlockedWallet($task['blocked'], $address)
);
step('PaymentClient::resendWebhook', 'resend', static fn () => $payment->resendWebhook($task['paid']));
step(
    'PaymentClient::testWebhook',
    'test webhook',
    static fn () => $payment->testWebhook('payment', $hook, 'USDT', 'bsc', 'paid', $task['paid'])
);
step('PaymentClient::listServices', 'services', static fn () => $payment->listServices());
step('PaymentClient::getBalance', 'balance', static fn () => $payment->getBalance());
step('PaymentClient::getExchangeRates', 'rates', static fn () => $payment->getExchangeRates('USD'));
step('PaymentClient::getAmlLinks', 'aml links', static fn () => $payment->getAmlLinks($task['paid']));

step('PayoutClient::createPayout', 'payout', static fn () => $payout->createPayout([
    'amount' => '5', 'currency' => 'USDT', 'network' => 'bsc', 'order_id' => "$prefix-3", 'address' => $address,
    'is_subtract' => true, 'url_callback' => $hook,
]));
step('PayoutClient::getInfo', 'payout info', static fn () => $payout->getInfo(null, "$prefix-3"));
step('PayoutClient::listHistory', 'payout list', static fn () => $payout->listHistory());
step(
    'PayoutClient::calculateWithdrawalAmount',
    'calculation',
    static fn () => $payout->calculateWithdrawalAmount('USDT', 'bsc', '5')
);
step('PayoutClient::listServices', 'services', static fn () => $payout->listServices());
step('PayoutClient::transferToPersonal', 'transfer', static fn () => $payout->transferToPersonal('1', 'USDT'));
step('PayoutClient::transferToBusiness', 'transfer', static fn () => $payout->transferToBusiness('1', 'USDT'));
step('PayoutClient::refund', 'refund', static fn () => $payout->refund([
    'uuid' => $task['refunded'], 'address' => $address, 'is_subtract' => true,
]));
