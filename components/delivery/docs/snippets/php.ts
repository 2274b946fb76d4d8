import type { Snippet } from "@/components/delivery/docs/snippets/snippet";

export const php: Snippet = {
  id: "php",
  label: "PHP",
  sign: `/** $body: the very string that is sent. */
function sign(string $body, string $key): string {
    return md5(base64_encode($body) . $key);
}`,
  signTimed: String.raw`/** The value of x-signature. $path: with ? and what follows it; $body: the very string that is sent. */
function sign_timed(string $method, string $path, string $body, string $key): string {
    $at = time();
    $nonce = bin2hex(random_bytes(16));
    $mac = hash_hmac('sha256', "v1\n$method\n$path\n$at\n$nonce\n$body", $key);
    return "t=$at,n=$nonce,v1=$mac";
}`,
  verify: String.raw`/** The sign member. $body: file_get_contents('php://input') */
function is_signed(string $body, string $key): bool {
    if (!preg_match('/,"sign":"([0-9a-f]{32})"}$/D', $body, $match, PREG_OFFSET_CAPTURE)) return false;
    $signed = substr($body, 0, $match[0][1]) . '}';
    return hash_equals(md5(base64_encode($signed) . $key), $match[1][0]);
}

/** The Standard Webhooks headers; names in lower case. */
function is_standard_signed(string $body, array $headers, string $key): bool {
    $id = $headers['webhook-id'] ?? '';
    $at = $headers['webhook-timestamp'] ?? '';
    if (!preg_match('/^\d{1,12}$/D', $at) || abs(time() - (int) $at) > 300) return false;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $one) {
        if (hash_equals($expected, $one)) return true;
    }
    return false;
}`,
};
