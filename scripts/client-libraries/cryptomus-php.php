<?php
/** Every method of CryptomusCom/api-php-sdk. It has no verifier of webhooks. */
declare(strict_types=1);

require __DIR__ . '/steps.php';
$task = read_task();
load_classes('Cryptomus\\Api\\', $task['folder'] . '/src/');

use Cryptomus\Api\Client;

if ($task['webhooks'] !== null) exit;

$payment = Client::payment($task['paymentKey'], $task['merchant']);
$payout = Client::payout($task['payoutKey'], $task['merchant']);
['prefix' => $prefix, 'address' => $address, 'hookUrl' => $hook] = $task;

step('Payment::services', 'services', static fn () => $payment->services());
step('Payment::create', 'invoice', static fn () => $payment->create([
    'amount' => '10', 'currency' => 'USDT', 'network' => 'BSC', 'order_id' => "$prefix-1", 'url_callback' => $hook,
    'url_return' => 'https://shop.example/back', 'is_payment_multiple' => '1', 'lifetime' => '7200',
]));
step('Payment::info', 'info', static fn () => $payment->info(['uuid' => $task['paid']]));
step('Payment::history', 'list', static fn () => $payment->history());
step('Payment::balance', 'balance', static fn () => $payment->balance());
step(
    'Payment::reSendNotifications',
    'resend',
    static fn () => $payment->reSendNotifications(['uuid' => $task['paid']])
);
step('Payment::createWallet', 'wallet', static fn () => $payment->createWallet([
    'network' => 'BSC', 'currency' => 'USDT', 'order_id' => "$prefix-2", 'url_callback' => $hook,
]));
step('Payout::create', 'payout', static fn () => $payout->create([
    'amount' => '5', 'currency' => 'USDT', 'network' => 'BSC', 'order_id' => "$prefix-3", 'address' => $address,
    'is_subtract' => '1', 'url_callback' => $hook,
]));
step('Payout::info', 'payout info', static fn () => $payout->info(['order_id' => "$prefix-3"]));
