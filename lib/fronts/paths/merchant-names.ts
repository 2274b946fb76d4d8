/** How browser and server tell each other which merchant a page shows. Safe for the browser. */

/** On every request of a page. An operation of a member acts for this merchant, whichever the browser has opened since in another tab. */
export const MERCHANT_HEADER = "x-merchant";

/** The same in the address of what is only read and cannot have headers: files, frames. */
export const MERCHANT_PARAMETER = "of-merchant";

/** Which of a person's merchants the next page is drawn for; only ever a choice among their memberships. */
export const MERCHANT_COOKIE = "chaintill.merchant";

/** On the frame of every signed-in page. */
export const MERCHANT_ATTRIBUTE = "data-merchant";
