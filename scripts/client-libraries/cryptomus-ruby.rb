# frozen_string_literal: true

# Every method of senid231/cryptomus-ruby-sdk, and its verifier of webhooks.

require "json"
require "cryptomus"

def step(call, operation)
  line = { call:, operation: }
  begin
    line[:result] = yield
  rescue StandardError => e
    line[:error] = "#{e.class}: #{e.message}"
  end
  puts JSON.generate(line)
end

task = JSON.parse($stdin.read, symbolize_names: true)
Cryptomus.configure do |config|
  config.base_url = task[:baseUrl]
  config.merchant_id = task[:merchant]
  config.api_key = task[:paymentKey]
end

if task[:webhooks]
  task[:webhooks].each do |body|
    payload = JSON.parse(body)
    sign = payload.delete("sign")
    next if payload["type"] == "payout"

    step("WebhookValidator.validate (#{payload['type']})", "webhook #{payload['type']}") do
      raise "the signature is not believed" unless Cryptomus::WebhookValidator.validate(payload:, sign:)
    end
  end
  exit
end

client = Cryptomus::Client
order = { currency: "USDT", network: "bsc", url_callback: task[:hookUrl] }
step("Client.create_payment", "invoice") do
  client.create_payment({ **order, amount: "10", order_id: "#{task[:prefix]}-1", lifetime: 7200 })[:result]
end
step("Client.payment", "info") { client.payment(uuid: task[:paid])[:result] }
step("Client.list_payments", "list") { client.list_payments(date_from: "2024-01-01 0:00:00")[:result] }
step("Client.list_services", "services") { client.list_services[:result] }
step("Client.create_wallet", "wallet") { client.create_wallet({ **order, order_id: "#{task[:prefix]}-2" })[:result] }
step("Client.balance", "balance") { client.balance[:result] }
