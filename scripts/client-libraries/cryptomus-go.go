// Every method of copartner6412/cryptomus that is a merchant's, and its verifier of webhooks.
package main

import (
	"encoding/json"
	"os"
	"time"

	"github.com/copartner6412/cryptomus"
)

type task struct {
	Merchant, PaymentKey, PayoutKey, HookURL         string
	Paid, Refunded, Wallet, Blocked, Address, Prefix string
	Webhooks                                         []string
}

// Some methods of the library panic.
func step(call, operation string, work func() (any, error)) {
	line := map[string]any{"call": call, "operation": operation}
	defer func() {
		if failure := recover(); failure != nil {
			line["error"] = "panic in the library"
		}
		if err := json.NewEncoder(os.Stdout).Encode(line); err != nil {
			panic(err)
		}
	}()
	result, err := work()
	if err == nil {
		line["result"] = result
	} else {
		line["error"] = err.Error()
	}
}

// The library never stops when a history has a second page, so this asks for few items. Dates are at UTC+3.
func lastMinute() cryptomus.HistoryRequest {
	from := time.Now().UTC().Add(3*time.Hour - time.Minute).Format("2006-01-02 15:04:05")
	return cryptomus.HistoryRequest{DateFrom: &from}
}

func main() {
	var t task
	if err := json.NewDecoder(os.Stdin).Decode(&t); err != nil {
		panic(err)
	}
	m := cryptomus.NewMerchant(t.Merchant, t.PaymentKey, t.PayoutKey)
	if t.Webhooks != nil {
		verify(t, m)
		return
	}
	invoices(t, m)
	wallets(t, m)
	payouts(t, m)
}

func verify(t task, m *cryptomus.Merchant) {
	for _, body := range t.Webhooks {
		var update cryptomus.Update
		if err := json.Unmarshal([]byte(body), &update); err != nil {
			panic(err)
		}
		step("Merchant.VerifySign ("+*update.Type+")", "webhook "+*update.Type, func() (any, error) {
			return nil, m.VerifySign(update)
		})
	}
}

func invoices(t task, m *cryptomus.Merchant) {
	network, hook := "bsc", t.HookURL
	byUUID := cryptomus.RecordID{UUID: &t.Paid}
	step("Merchant.CreateInvoice", "invoice", func() (any, error) {
		return m.CreateInvoice(cryptomus.Invoice{
			Amount: "10", Currency: "USDT", Network: &network, OrderID: t.Prefix + "-1", URLCallback: &hook,
		})
	})
	step("Merchant.GetPaymentInformation", "info", func() (any, error) { return m.GetPaymentInformation(byUUID) })
	step("Merchant.ListPaymentHistory", "list", func() (any, error) {
		return m.ListPaymentHistory(lastMinute())
	})
	step("Merchant.GenerateQRCodeForInvoice", "qr", func() (any, error) {
		return m.GenerateQRCodeForInvoice(cryptomus.QRCodeForInvoiceRequest{MerchantPaymentUUID: t.Paid})
	})
	step("Merchant.ResendWebhook", "resend", func() (any, error) { return nil, m.ResendWebhook(byUUID) })
	step("Merchant.Refund", "refund", func() (any, error) {
		request := cryptomus.RefundRequest{Address: t.Address, IsSubtract: true}
		request.UUID = &t.Refunded
		return nil, m.Refund(request)
	})
	step("Merchant.ListPaymentServices", "services", func() (any, error) { return m.ListPaymentServices() })
	step("Merchant.ListDiscounts", "discounts", func() (any, error) { return m.ListDiscounts() })
	step("Merchant.SetDiscount", "discount", func() (any, error) {
		return m.SetDiscount(cryptomus.DiscountRequest{Network: "eth", Currency: "DAI", DiscountPercent: 3})
	})
	step("Merchant.GetBalance", "balance", func() (any, error) {
		merchant, _, err := m.GetBalance()
		return merchant, err
	})
	step("GetExchangeRate", "rates", func() (any, error) { return cryptomus.GetExchangeRate("USD") })
	test := cryptomus.TestWebhookRequest{Currency: "USDT", URLCallback: hook, Network: network, Status: "paid"}
	step("Merchant.TestWebhookPayment", "test webhook", func() (any, error) { return nil, m.TestWebhookPayment(test) })
	step("Merchant.TestWebhookPayout", "test webhook", func() (any, error) { return nil, m.TestWebhookPayout(test) })
	test.UUID = &t.Wallet
	step("Merchant.TestWebhookWallet", "test webhook", func() (any, error) { return nil, m.TestWebhookWallet(test) })
}

func wallets(t task, m *cryptomus.Merchant) {
	step("Merchant.CreateStaticWallet", "wallet", func() (any, error) {
		return m.CreateStaticWallet(cryptomus.StaticWalletRequest{
			Currency: "USDT", Network: "bsc", OrderID: t.Prefix + "-2", URLCallback: &t.HookURL,
		})
	})
	step("Merchant.GenerateQRCodeForStaticWallet", "qr", func() (any, error) {
		return m.GenerateQRCodeForStaticWallet(cryptomus.QRCodeForStaticWalletRequest{WalletAddressUUID: t.Wallet})
	})
	step("Merchant.BlockStaticWallet", "block", func() (any, error) {
		var request cryptomus.BlockStaticWalletRequest
		request.UUID = &t.Wallet
		return m.BlockStaticWallet(request)
	})
	step("Merchant.RefundBlockedAddress", "blocked refund", func() (any, error) {
		request := cryptomus.RefundBlockedAddressRequest{Address: t.Address}
		request.UUID = &t.Blocked
		return m.RefundBlockedAddress(request)
	})
}

func payouts(t task, m *cryptomus.Merchant) {
	network, isSubtract, orderID := "bsc", true, t.Prefix+"-3"
	step("Merchant.CreatePayout", "payout", func() (any, error) {
		return m.CreatePayout(cryptomus.Withdrawal{
			Amount: "5", Currency: "USDT", OrderID: orderID, Address: t.Address, IsSubtract: &isSubtract,
			Network: &network, URLCallback: &t.HookURL,
		})
	})
	step("Merchant.GetPayoutInformation", "payout info", func() (any, error) {
		return m.GetPayoutInformation(cryptomus.RecordID{OrderID: &orderID})
	})
	step("Merchant.ListPayoutHistory", "payout list", func() (any, error) {
		return m.ListPayoutHistory(lastMinute())
	})
	step("Merchant.ListPayoutServices", "services", func() (any, error) { return m.ListPayoutServices() })
	transfer := cryptomus.TransferRequest{Amount: "1", Currency: "USDT"}
	step("Merchant.TransferToPersonalWallet", "transfer", func() (any, error) {
		return m.TransferToPersonalWallet(transfer)
	})
	step("Merchant.TransferToBusinessWallet", "transfer", func() (any, error) {
		return m.TransferToBusinessWallet(transfer)
	})
}
