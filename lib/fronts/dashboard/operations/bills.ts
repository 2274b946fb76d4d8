import { member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { getBillDetail, getBillsDue, listBills } from "@/lib/money-in/bills/dashboard-queries";
import {
  billDetailView,
  billInput,
  billListQuery,
  billPageView,
  billsDueView,
  changeBillInput,
} from "@/lib/money-in/bills/dashboard-schema";
import { cancelBill, sendBill, sendBillAgain } from "@/lib/money-in/bills/send-bill";
import { changeBill, createBill, discardBill } from "@/lib/money-in/bills/write-bill";

type Caller = { readonly merchantId: string; readonly session: { readonly user: { readonly id: string } } };

const actorOf = ({ merchantId, session }: Caller) => ({ merchantId, actorId: session.user.id });

/** Bills that customers get by mail. */
export const bills = router({
  list: operation(member("merchant.read"))
    .input(billListQuery)
    .output(billPageView)
    .query(({ ctx: { member }, input }) => listBills(member.merchantId, input)),

  /** What customers still owe, by currency. */
  due: operation(member("merchant.read"))
    .output(billsDueView)
    .query(({ ctx: { member } }) => getBillsDue(member.merchantId)),

  detail: operation(member("merchant.read"))
    .input(byId)
    .output(billDetailView)
    .query(({ ctx: { member }, input }) => getBillDetail(member.merchantId, input.id)),

  create: operation(member("invoice.create"))
    .input(billInput)
    .output(byId)
    .mutation(({ ctx: { member }, input }) => createBill(actorOf(member), input)),

  change: operation(member("invoice.create"))
    .input(changeBillInput)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await changeBill(actorOf(member), input.id, input.bill);
      return {};
    }),

  discard: operation(member("invoice.create"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await discardBill(actorOf(member), input.id);
      return {};
    }),

  send: operation(member("invoice.create"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await sendBill(actorOf(member), input.id);
      return {};
    }),

  sendAgain: operation(member("invoice.create"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await sendBillAgain(actorOf(member), input.id);
      return {};
    }),

  cancel: operation(member("invoice.create"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await cancelBill(actorOf(member), input.id);
      return {};
    }),
});
