import { member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { changeItem, changeSettings, createItem } from "@/lib/money-in/point-of-sale/change-catalog";
import { chargeSale } from "@/lib/money-in/point-of-sale/charge";
import {
  changeItemInput,
  chargeInput,
  newItemInput,
  receiptInput,
  saleView,
  settingsInput,
  terminalView,
  todayQuery,
  todayView,
} from "@/lib/money-in/point-of-sale/dashboard-schema";
import { mailSaleReceipt } from "@/lib/money-in/point-of-sale/mail-receipt";
import { getSale, readToday } from "@/lib/money-in/point-of-sale/sales";
import { readTerminal } from "@/lib/money-in/point-of-sale/terminal";

/** The point of sale: its terminal, its items, and its sales. */
export const pointOfSale = router({
  /** What a terminal needs to sell. */
  read: operation(member("merchant.read"))
    .output(terminalView)
    .query(({ ctx: { member } }) => readTerminal(member.merchantId)),

  sale: operation(member("merchant.read"))
    .input(byId)
    .output(saleView)
    .query(({ ctx: { member }, input }) => getSale(member.merchantId, input.id)),

  today: operation(member("merchant.read"))
    .input(todayQuery)
    .output(todayView)
    .query(({ ctx: { member }, input }) => readToday(member.merchantId, input.zone)),

  /** Makes the invoice of a sale; may be repeated with the same key. */
  charge: operation(member("invoice.create"))
    .input(chargeInput)
    .output(byId)
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return chargeSale({ merchantId, actorId: session.user.id }, input);
    }),

  mailReceipt: operation(member("invoice.create"))
    .input(receiptInput)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      await mailSaleReceipt({ merchantId, actorId: session.user.id, ...input });
      return {};
    }),

  changeSettings: operation(member("invoice.create"))
    .input(settingsInput)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      await changeSettings({ merchantId, actorId: session.user.id }, input);
      return {};
    }),

  createItem: operation(member("invoice.create"))
    .input(newItemInput)
    .output(byId)
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return createItem({ merchantId, actorId: session.user.id }, input);
    }),

  /** Changes an item's name and price, and whether it is offered. */
  changeItem: operation(member("invoice.create"))
    .input(changeItemInput)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      await changeItem({ merchantId, actorId: session.user.id }, input);
      return {};
    }),
});
