import type { Page } from "@playwright/test";

/** Failures of a gateway: its own error, an error of the proxy before it, or no response at all. */
export type CommandFailure = "error" | "proxy" | "offline";

const OWN = { error: { code: "internal", message: "Something went wrong on our side. Try again in a moment." } };

/** Makes every command of the page fail from now on, but not its queries. */
export async function failEveryCommand(page: Page, failure: CommandFailure): Promise<void> {
  await page.route("**/api/**", async (route) => {
    if (route.request().method() === "GET") return await route.fallback();
    if (failure === "offline") return await route.abort("internetdisconnected");
    if (failure === "error") return await route.fulfill({ status: 500, json: OWN });
    await route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" });
  });
}
