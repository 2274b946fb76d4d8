const ANY_ORIGIN = "https://own.invalid";

/**
 * A path of our own pages to go back to after signing in, from an address that anybody may have written; null for anything else. Another
 * site, in whatever spelling, is none, nor is an address that is no page.
 */
export function ownPath(text: string | null | undefined): string | null {
  if (!text?.startsWith("/") || !URL.canParse(text, ANY_ORIGIN)) return null;
  const url = new URL(text, ANY_ORIGIN);
  if (url.origin !== ANY_ORIGIN || url.pathname.startsWith("//")) return null;
  if (/^\/(api|confirm|sign-in|setup|_next)(\/|$)/.test(url.pathname)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** How browser and server tell each other which merchant a page shows. Safe for the browser. */

/** On every request of a page. An operation of a member acts for this merchant, whichever the browser has opened since in another tab. */
export const MERCHANT_HEADER = "x-merchant";

/** The same in the address of what is only read and cannot have headers: files, frames. */
export const MERCHANT_PARAMETER = "of-merchant";

/** Which of a person's merchants the next page is drawn for; only ever a choice among their memberships. */
export const MERCHANT_COOKIE = "chaintill.merchant";

/** On the frame of every signed-in page. */
export const MERCHANT_ATTRIBUTE = "data-merchant";
