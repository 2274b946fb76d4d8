// Every method of Heleket/go-sdk, and its verifier of webhooks.
package main

import (
	"context"
	"encoding/json"
	"os"

	heleket "github.com/heleket/go-sdk"
	"github.com/heleket/go-sdk/webhook"
)

type task struct {
	Merchant, PaymentKey, PayoutKey, BaseURL, HookURL string
	Paid, Refunded, Wallet, Blocked, Address, Prefix  string
	Webhooks                                          []string
}

func step(call, operation string, work func() (any, error)) any {
	line := map[string]any{"call": call, "operation": operation}
	result, err := work()
	if err == nil {
		line["result"] = result
	} else {
		line["error"] = err.Error()
	}
	if err := json.NewEncoder(os.Stdout).Encode(line); err != nil {
		panic(err)
	}
	return result
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	var t task
	if err := json.NewDecoder(os.Stdin).Decode(&t); err != nil {
		panic(err)
	}
	if t.Webhooks != nil {
		verify(t)
		return
	}
	payments(t, must(heleket.NewPaymentClient(t.Merchant, t.PaymentKey, heleket.WithBaseURL(t.BaseURL))))
	payouts(t, must(heleket.NewPayoutClient(t.Merchant, t.PayoutKey, heleket.WithBaseURL(t.BaseURL))))
}

func verify(t task) {
	for _, body := range t.Webhooks {
		var about struct{ Type string }
		if err := json.Unmarshal([]byte(body), &about); err != nil {
			panic(err)
		}
		key := t.PaymentKey
		if about.Type == "payout" {
			key = t.PayoutKey
		}
		step("Verifier.VerifyRaw ("+about.Type+")", "webhook "+about.Type, func() (any, error) {
			return webhook.NewVerifier(key).VerifyRaw([]byte(body))
		})
	}
}

func payments(t task, client *heleket.PaymentClient) {
	ctx := context.Background()
	step("PaymentClient.CreateInvoice", "invoice", func() (any, error) {
		return client.CreateInvoice(ctx, heleket.CreateInvoiceRequest{
			Amount: "10", Currency: "USDT", Network: "bsc", OrderID: t.Prefix + "-1", URLCallback: t.HookURL + "?a=b&c=d",
			AdditionalData: "cart 7/8 <заказ>", Lifetime: 7200, AccuracyPaymentPercent: "1",
			Currencies: []heleket.CurrencyNetwork{{Currency: "USDT", Network: "bsc"}},
		})
	})
	step("PaymentClient.GetInfo", "info", func() (any, error) {
		return client.GetInfo(ctx, heleket.InfoOptions{UUID: t.Paid})
	})
	step("PaymentClient.ListHistory", "list", func() (any, error) {
		return client.ListHistory(ctx, heleket.HistoryOptions{DateFrom: "2024-01-01 00:00:00"})
	})
	made := step("PaymentClient.CreateStaticWallet", "wallet", func() (any, error) {
		return client.CreateStaticWallet(ctx, heleket.CreateStaticWalletRequest{
			Currency: "USDT", Network: "bsc", OrderID: t.Prefix + "-2", URLCallback: t.HookURL,
		})
	})
	step("PaymentClient.GenerateQRCode", "qr", func() (any, error) {
		request := heleket.GenerateQRCodeRequest{MerchantPaymentUUID: made.(*heleket.StaticWallet).UUID}
		return client.GenerateQRCode(ctx, request)
	})
	step("PaymentClient.BlockStaticWallet", "block", func() (any, error) {
		return client.BlockStaticWallet(ctx, heleket.BlockStaticWalletRequest{UUID: t.Wallet})
	})
	step("PaymentClient.RefundBlockedWallet", "blocked refund", func() (any, error) {
		return client.RefundBlockedWallet(ctx, heleket.RefundBlockedWalletRequest{UUID: t.Blocked, Address: t.Address})
	})
	step("PaymentClient.ResendWebhook", "resend", func() (any, error) {
		return nil, client.ResendWebhook(ctx, heleket.InfoOptions{UUID: t.Paid})
	})
	step("PaymentClient.TestWebhook", "test webhook", func() (any, error) {
		return nil, client.TestWebhook(ctx, heleket.TestWebhookRequest{
			Type: "payment", URLCallback: t.HookURL, Currency: "USDT", Network: "bsc", Status: "paid", UUID: t.Paid,
		})
	})
	step("PaymentClient.ListServices", "services", func() (any, error) { return client.ListServices(ctx) })
	step("PaymentClient.GetBalance", "balance", func() (any, error) { return client.GetBalance(ctx) })
	step("PaymentClient.GetExchangeRates", "rates", func() (any, error) { return client.GetExchangeRates(ctx, "USD") })
	step("PaymentClient.GetAmlLinks", "aml links", func() (any, error) {
		return client.GetAmlLinks(ctx, heleket.InfoOptions{UUID: t.Paid})
	})
}

func payouts(t task, client *heleket.PayoutClient) {
	ctx := context.Background()
	step("PayoutClient.CreatePayout", "payout", func() (any, error) {
		return client.CreatePayout(ctx, heleket.CreatePayoutRequest{
			Amount: "5", Currency: "USDT", Network: "bsc", OrderID: t.Prefix + "-3", Address: t.Address, IsSubtract: true,
			URLCallback: t.HookURL,
		})
	})
	step("PayoutClient.GetInfo", "payout info", func() (any, error) {
		return client.GetInfo(ctx, heleket.InfoOptions{OrderID: t.Prefix + "-3"})
	})
	step("PayoutClient.ListHistory", "payout list", func() (any, error) {
		return client.ListHistory(ctx, heleket.HistoryOptions{})
	})
	step("PayoutClient.CalculateWithdrawal", "calculation", func() (any, error) {
		return client.CalculateWithdrawal(ctx, heleket.CalculateRequest{Currency: "USDT", Network: "bsc", Amount: "5"})
	})
	step("PayoutClient.ListServices", "services", func() (any, error) { return client.ListServices(ctx) })
	transfer := heleket.TransferRequest{Amount: "1", Currency: "USDT"}
	step("PayoutClient.TransferToPersonal", "transfer", func() (any, error) {
		return client.TransferToPersonal(ctx, transfer)
	})
	step("PayoutClient.TransferToBusiness", "transfer", func() (any, error) {
		return client.TransferToBusiness(ctx, transfer)
	})
	step("PayoutClient.Refund", "refund", func() (any, error) {
		return client.Refund(ctx, heleket.RefundRequest{UUID: t.Refunded, Address: t.Address, IsSubtract: true})
	})
}
