import type { Page } from "@playwright/test";
import { sandbox } from "../machine-api";

/**
 * Returns the headers of a request from the dashboard's pages: from our own origin, for the
 * merchant that this user's pages show, if any.
 */
export async function onPage(page: Page): Promise<Record<string, string>> {
  const html = await (await page.request.get(`${sandbox.baseUrl}/settings/account`)).text();
  const merchantId = /data-merchant="([0-9a-f-]{36})"/.exec(html)?.[1];
  return { origin: sandbox.baseUrl, ...(merchantId && { "x-merchant": merchantId }) };
}
