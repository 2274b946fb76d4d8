import type { Page } from "@playwright/test";

/**
 * What a gateway in trouble answers: an error of its own, one of the proxy before it, or nothing at
 * all.
 */
export type CommandFailure = "error" | "proxy" | "offline";

const OWN = { error: { code: "internal", message: "Something went wrong on our side. Try again in a moment." } };

/** Everything that the page sends to be kept fails from now on; what it only reads does not. */
export async function failEveryCommand(page: Page, failure: CommandFailure): Promise<void> {
  await page.route("**/api/**", async (route) => {
    if (route.request().method() === "GET") return await route.fallback();
    if (failure === "offline") return await route.abort("internetdisconnected");
    if (failure === "error") return await route.fulfill({ status: 500, json: OWN });
    await route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" });
  });
}
