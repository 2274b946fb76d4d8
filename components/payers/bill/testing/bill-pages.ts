import type { BillPageModel } from "@/components/payers/bill/bill-page-model";
import { renderBillPage } from "@/components/payers/bill/render-bill-page";
import type { Messages } from "@/lib/kernel/locales/messages";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { BillState } from "@/lib/money-in/bills/bill-rules";
import { billTotals } from "@/lib/money-in/bills/totals";
import { PLAIN_BRAND } from "@/lib/people/brands/brand-view";

const LINES = [
  { text: "Reading lamp, brass, with a green shade", quantity: decimal("3"), price: decimal("1234.5") },
  { text: "Repair", quantity: decimal("1.75"), price: decimal("40") },
];
const TAXES = [{ name: "VAT", percent: decimal("19") }];
const TOTALS = billTotals(LINES, TAXES, 2);

/** The pages of bills in one language, by name, for screenshots and checks of a browser. */
export function billPages(messages: Messages): readonly (readonly [name: string, html: Promise<string>])[] {
  const model = (state: BillState, arrived: Decimal = ZERO, openId: string | null = null): BillPageModel => ({
    view: {
      bill: {
        id: "0b5a4c57-6f4f-4b0e-9d8f-0d7a3f4b7f10",
        merchantId: "0b5a4c57-6f4f-4b0e-9d8f-0d7a3f4b7f11",
        number: "B-0007",
        position: 7,
        numberPrefix: "B-",
        customerName: "Ada Lovelace",
        customerEmail: "ada@example.com",
        customerAddress: "12 St James Square\nLondon",
        currencyCode: "USDT",
        decimals: 2,
        lines: LINES,
        taxes: TAXES,
        subtotal: TOTALS.subtotal,
        total: TOTALS.total,
        issueDate: "2026-11-14",
        dueDate: "2026-11-28",
        note: "Thank you for your order.",
        locale: messages.locale,
        reminderDays: [0, 7],
        secret: "A".repeat(43),
        sentAt: new Date(0),
        cancelledAt: null,
        createdAt: new Date(0),
        updatedAt: new Date(0),
      },
      totals: TOTALS,
      state,
      paid: { settled: ZERO, arrived, openId },
      due: TOTALS.total.minus(arrived),
      isPayable: true,
      merchantName: "Paper Lantern",
      supportContact: "help@paper-lantern.example",
      brand: PLAIN_BRAND,
    },
    formKey: "0b5a4c57-6f4f-4b0e-9d8f-0d7a3f4b7f10",
    error: null,
    messages,
    lang: null,
  });
  return [
    ["bill", renderBillPage(model("sent"))],
    ["bill partly paid", renderBillPage(model("overdue", decimal("1000"), "7"))],
    [
      "bill too small",
      renderBillPage({ ...model("sent"), error: messages.say("bill.small", { merchant: "Paper Lantern" }) }),
    ],
    ["bill paid", renderBillPage(model("paid", TOTALS.total))],
    ["bill cancelled", renderBillPage(model("cancelled"))],
  ];
}
