import type { Snippet } from "@/components/delivery/docs/snippets/snippet";

export const ruby: Snippet = {
  id: "ruby",
  label: "Ruby",
  sign: `require "digest"

# body: the very string that is sent
def sign(body, key)
  Digest::MD5.hexdigest([body].pack("m0") + key)
end`,
  signTimed: String.raw`require "openssl"
require "securerandom"

# The value of x-signature. path: with ? and what follows it; body: the very string that is sent
def sign_timed(method, path, body, key)
  at, nonce = Time.now.to_i, SecureRandom.hex(16)
  lines = ["v1", method, path, at, nonce, ""].join("\n")
  mac = OpenSSL::HMAC.hexdigest("SHA256", key, lines.b + body.b)
  "t=#{at},n=#{nonce},v1=#{mac}"
end`,
  verify: String.raw`require "digest"
require "openssl"

# The sign member. body: request.body.read, before any parser
def signed?(body, key)
  match = /,"sign":"([0-9a-f]{32})"}\z/n.match(body.b)
  return false unless match
  expected = Digest::MD5.hexdigest([match.pre_match + "}"].pack("m0") + key)
  OpenSSL.fixed_length_secure_compare(expected, match[1])
end

# The Standard Webhooks headers; names in lower case
def standard_signed?(body, headers, key)
  id, at = headers["webhook-id"].to_s, headers["webhook-timestamp"].to_s
  return false unless at.match?(/\A\d{1,12}\z/) && (Time.now.to_i - at.to_i).abs <= 300
  digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{at}.".b + body.b)
  expected = "v1," + [digest].pack("m0")
  headers["webhook-signature"].to_s.split(" ").any? do |one|
    one.bytesize == expected.bytesize && OpenSSL.fixed_length_secure_compare(one, expected)
  end
end`,
};
