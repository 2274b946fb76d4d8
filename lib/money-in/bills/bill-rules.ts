/** Choices and limits of bills. Safe to import in the browser. */

export const BILL_STATES = ["draft", "sent", "overdue", "paid", "cancelled"] as const;
/** `overdue` is sent, not paid, and due before today. */
export type BillState = (typeof BILL_STATES)[number];

export const LINES_MAX = 50;
export const TAXES_MAX = 5;
export const LINE_CHARACTERS_MAX = 200;
export const NOTE_CHARACTERS_MAX = 1_000;
export const ADDRESS_CHARACTERS_MAX = 400;
/** Reminders of one bill: the column's check allows no more. */
export const REMINDERS_MAX = 5;
/** Days before and after the due date on which a reminder may be sent. */
export const REMINDER_DAYS = { least: -30, most: 60 } as const;
/** Bills that a merchant may send in 24 hours, for the first time or again: mails to strangers. */
export const MAILS_A_DAY = 50;
/** How often one bill may be sent again. */
export const AGAIN_MAX = 5;
