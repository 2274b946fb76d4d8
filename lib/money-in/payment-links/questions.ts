/** Choices of a payment link. Safe to import in the browser. */

export const PAYER_QUESTIONS = ["no", "optional", "required"] as const;
/** Whether a payer is asked for something. */
export type PayerQuestion = (typeof PAYER_QUESTIONS)[number];

/** Most pieces of one order: the column's check allows no more. */
export const QUANTITY_MAX = 10_000;

/** The states of a link by which the list is filtered. */
export const LINK_GROUPS = ["open", "sold-out", "closed"] as const;
export type LinkGroup = (typeof LINK_GROUPS)[number];
