import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as postAccept } from "@/app/recurring/[uuid]/accept/route";
import { POST as postCancel } from "@/app/recurring/[uuid]/cancel/route";
import { POST as postLink } from "@/app/recurring/[uuid]/link/route";
import { GET } from "@/app/recurring/[uuid]/route";
import { PAY_SCRIPT } from "@/components/payers/pay/generated-assets";
import { closeDatabase } from "@/lib/kernel/db";
import { OFFERED_LOCALES } from "@/lib/kernel/locales/catalogues";
import { loadMessages } from "@/lib/kernel/locales/messages";
import { newMerchant } from "@/lib/money-in/invoices/testing/gateway-rig";
import { advanceRecurrence } from "@/lib/money-in/recurrences/advance-recurrence";
import {
  type Accepted,
  lastMail,
  newActivePlan,
  newEmail,
  newPlan,
  openRecurrences,
  planNow,
  secretIn,
  statesOf,
} from "@/lib/money-in/recurrences/testing/recurrence-rig";

/**
 * The hosted page of a plan: plain forms that work without a script, in every language, and no data
 * of the payer for anybody else.
 */

/** Same as for the payment page. */
const BYTES_MAX = 40 * 1024;
const NAME = "Tea <b>club</b>";

type Handler = (request: Request, context: { params: Promise<{ uuid: string }> }) => Promise<Response>;

async function ask(handler: Handler, uuid: string, query = "", form?: Readonly<Record<string, string>>) {
  const sent = form && { method: "POST", body: new URLSearchParams(form) };
  const request = new Request(`http://pay.test/recurring/${uuid}${query}`, sent);
  const response = await handler(request, { params: Promise.resolve({ uuid }) });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

let merchantId: string;
let active: Accepted;
let ended: Accepted;
beforeAll(async () => {
  await openRecurrences();
  merchantId = await newMerchant();
  active = await newActivePlan(merchantId, { name: NAME });
  ended = await newActivePlan(merchantId, { name: NAME });
  await ask(postCancel, ended.plan.id, "", { token: ended.secret });
  await advanceRecurrence(ended.plan.id);
});
afterAll(closeDatabase);

const newWaiting = () => newPlan(merchantId, { name: NAME, discount_days: 40, discount_amount: "5" });

describe.each(OFFERED_LOCALES)("in the language %s", (locale) => {
  test("everybody reads the terms and the promise, and the payer sees more", async () => {
    const messages = await loadMessages(locale);
    const [waiting, email] = [await newWaiting(), newEmail()];
    await ask(postLink, waiting.id, `?lang=${locale}`, { email });
    const mail = await lastMail("recurrence-accept", email);
    const token = secretIn(mail);
    expect(mail.text).toContain(messages.say("plan.promise"));
    expect(mail.text).toContain(`lang=${locale}`);
    const pages = [
      [waiting.id, "", "plan.ask.label"],
      [waiting.id, `&token=${token}`, "plan.confirm.body"],
      [active.plan.id, "", "plan.active.title"],
      [active.plan.id, `&token=${active.secret}`, "plan.cancel.title"],
      [ended.plan.id, `&token=${ended.secret}`, "plan.state.cancelled"],
      [ended.plan.id, "", "plan.ended.title"],
    ] as const;
    for (const [uuid, query, says] of pages) {
      const { status, html, headers } = await ask(GET, uuid, `?lang=${locale}${query}`);
      expect([status, headers.get("content-language"), headers.get("referrer-policy")]).toEqual([
        200,
        locale,
        "no-referrer",
      ]);
      expect(html).toContain(`<html lang="${locale}" dir="${messages.direction}"`);
      for (const key of ["plan.promise", says] as const) expect(html).toContain(messages.say(key));
      expect(html).toContain("Tea &lt;b&gt;club&lt;/b&gt;");
      // The payer's own page has times, which the payment page's script converts to the reader's
      // time zone.
      const isTimed = query.includes(active.secret) || query.includes(ended.secret);
      expect(html.includes(`<script>${PAY_SCRIPT}</script>`)).toBe(isTimed);
      expect(html.replace(`<script>${PAY_SCRIPT}</script>`, "")).not.toMatch(/<script|\{[a-z]+\}/);
      expect(gzipSync(html).length).toBeLessThanOrEqual(BYTES_MAX);
    }
  });
});

describe("the forms", () => {
  test("lead a payer from an address to an accepted plan, and to its cancellation, without a script", async () => {
    const plan = await newPlan(await newMerchant());
    const email = newEmail();
    const sent = await ask(postLink, plan.id, "", { email });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `/recurring/${plan.id}?sent=1`]);
    const token = secretIn(await lastMail("recurrence-accept", email));
    expect((await ask(GET, plan.id, `?token=${token}`)).html).toContain(`value="${token}"`);
    expect((await planNow(plan)).status).toBe("wait_accept");
    const accepted = await ask(postAccept, plan.id, "/accept", { token });
    expect([accepted.status, accepted.headers.get("location")]).toEqual([303, `/recurring/${plan.id}?token=${token}`]);
    await advanceRecurrence(plan.id);
    const own = await ask(GET, plan.id, `?token=${token}`);
    expect(own.html).toMatch(/href="\/pay\/[0-9a-f-]{36}"/);
    expect((await ask(postCancel, plan.id, "/cancel", { token })).status).toBe(303);
    await advanceRecurrence(plan.id);
    expect([(await planNow(plan)).status, await statesOf(plan)]).toEqual(["cancel_by_user", ["cancelled"]]);
  });

  test("report an invalid address, keep the input, and respond to the payer's address as to any other", async () => {
    const wrong = await ask(postLink, (await newWaiting()).id, "", { email: '"><script>' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('value="&quot;&gt;&lt;script&gt;"');
    const [stranger, payer] = [
      await ask(postLink, active.plan.id, "", { email: newEmail() }),
      await ask(postLink, active.plan.id, "", { email: active.email }),
    ];
    expect([stranger.status, stranger.headers.get("location")]).toEqual([payer.status, payer.headers.get("location")]);
  });

  test("do nothing for another site, for a wrong secret, or for somebody who was only invited", async () => {
    const cross = new Request(`http://pay.test/recurring/${active.plan.id}/cancel`, {
      method: "POST",
      headers: { "sec-fetch-site": "cross-site" },
      body: new URLSearchParams({ token: active.secret }),
    });
    await postCancel(cross, { params: Promise.resolve({ uuid: active.plan.id }) });
    for (const token of ["", "x".repeat(43), ended.secret])
      expect((await ask(postCancel, active.plan.id, "", { token })).status).toBe(410);
    const [waiting, email] = [await newWaiting(), newEmail()];
    await ask(postLink, waiting.id, "", { email });
    const token = secretIn(await lastMail("recurrence-accept", email));
    expect((await ask(postCancel, waiting.id, "", { token })).status).toBe(410);
    expect([(await planNow(active.plan)).status, (await planNow(waiting)).status]).toEqual(["active", "wait_accept"]);
  });
});

test("the page reveals neither the payer nor what they have paid", async () => {
  const { html } = await ask(GET, active.plan.id);
  expect(html).not.toContain(active.email);
  expect(html).not.toMatch(/\/pay\/[0-9a-f]/);
  expect((await ask(GET, "00000000-0000-4000-8000-000000000001")).status).toBe(404);
});
