<?php
/**
 * Calls one operation of the machine API, signed as PHP libraries of this API family do it.
 *
 *     php call.php https://gateway.example MERCHANT_UUID API_KEY /v1/payment '{"amount":"15","currency":"USD","order_id":"1"}'
 *
 * Prints the HTTP status and the answer. Ends with 0 when the answer's state is 0, else with 1.
 */
declare(strict_types=1);

/** Encodes once, signs those bytes, sends those bytes. */
function call_gateway(string $base, string $merchant, string $key, string $path, array $parameters): array
{
    $body = $parameters === [] ? '' : json_encode($parameters, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
    $headers = [
        'Content-Type: application/json',
        'merchant: ' . $merchant,
        'sign: ' . md5(base64_encode($body) . $key),
    ];
    $http = ['method' => 'POST', 'header' => $headers, 'content' => $body, 'ignore_errors' => true, 'timeout' => 30];
    $answer = file_get_contents($base . $path, false, stream_context_create(['http' => $http]));
    if ($answer === false) {
        throw new RuntimeException("no answer from $base");
    }
    preg_match('/ (\d{3})/', $http_response_header[0], $status);
    return ['status' => (int) $status[1], 'body' => json_decode($answer, true, 512, JSON_THROW_ON_ERROR)];
}

if ($argc !== 6) {
    fwrite(STDERR, "usage: php call.php BASE_URL MERCHANT_UUID API_KEY PATH JSON\n");
    exit(2);
}
[, $base, $merchant, $key, $path, $json] = $argv;
$answer = call_gateway($base, $merchant, $key, $path, json_decode($json, true, 512, JSON_THROW_ON_ERROR));
echo $answer['status'], ' ', json_encode($answer['body'], JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), "\n";
exit(($answer['body']['state'] ?? 1) === 0 ? 0 : 1);
