<?php
/**
 * Verifies a webhook as PHP libraries of this API family do it: decode, take `sign` out, encode again, compare.
 *
 *     php verify.php API_KEY < webhook.json
 *
 * Ends with 0 when the webhook is to be believed, else with 1.
 */
declare(strict_types=1);

/** $body: file_get_contents('php://input') */
function is_believable(string $body, string $key): bool
{
    $members = json_decode($body, true);
    if (!is_array($members) || !is_string($members['sign'] ?? null)) {
        return false;
    }
    $sign = $members['sign'];
    unset($members['sign']);
    return hash_equals(md5(base64_encode(json_encode($members, JSON_UNESCAPED_UNICODE)) . $key), $sign);
}

if ($argc !== 2) {
    fwrite(STDERR, "usage: php verify.php API_KEY < webhook.json\n");
    exit(2);
}
exit(is_believable(file_get_contents('php://stdin'), $argv[1]) ? 0 : 1);
