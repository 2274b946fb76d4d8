import type { Page } from "@playwright/test";
import { askedOf } from "./fake-wallet";

/** Helpers for the browser wallet button and its result. */

export const BNB_CHAIN = "0x38";

export const payButton = (page: Page) => page.getByRole("button", { name: "Pay with a browser wallet" });
export const said = (page: Page) => page.locator(".browser-wallet > p");
export const transfersAsked = async (page: Page) =>
  (await askedOf(page)).filter((call) => call.endsWith("eth_sendTransaction")).length;
