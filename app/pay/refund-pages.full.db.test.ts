import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as getLink, POST as pressButton } from "@/app/pay/[uuid]/refund/confirm/route";
import { POST as ask, GET as reload } from "@/app/pay/[uuid]/refund/route";
import { POST as sign } from "@/app/pay/[uuid]/refund/sign/route";
import { GET as getPage } from "@/app/pay/[uuid]/route";
import { GET as getState } from "@/app/pay/[uuid]/state/route";
import { readUnconfirmedRequest } from "@/lib/exceptions/refund-requests/read-sign-message";
import {
  anyAddress,
  newClosed,
  newExtraCase,
  PAYER_EMAIL,
  requestNow,
  secretOf,
  setSender,
} from "@/lib/exceptions/refund-requests/testing/request-rig";
import { closeDatabase, database } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { fundHot } from "@/lib/money-out/payouts/testing/payout-rig";

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");

beforeAll(async () => {
  await openGateway(100);
  await fundHot("bsc", "USDT", "100000");
});
afterAll(closeDatabase);

type Handler = (request: Request, context: { params: Promise<{ uuid: string }> }) => Promise<Response>;

function call(handler: Handler, uuid: string, query = "", form?: Readonly<Record<string, string>>): Promise<Response> {
  const init = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) };
  return handler(new Request(`http://pay.test/pay/${uuid}${query}`, init), { params: Promise.resolve({ uuid }) });
}

const pageOf = async (uuid: string, query = "") => await (await call(getPage, uuid, query)).text();
const keyOf = async (uuid: string) => ((await (await call(getState, uuid)).json()) as { key: string }).key;
const lastRequest = (invoiceId: string) =>
  database().refundRequest.findFirstOrThrow({ where: { invoiceId }, orderBy: { createdAt: "desc" } });

describe("by mail, without any script", () => {
  test("the page offers a refund, accepts an address, and the link's button confirms; each step is shown", async () => {
    const { invoice } = await newClosed("60");
    expect(await pageOf(invoice.id)).toContain(`href="/pay/${invoice.id}?refund=1"`);
    const form = await pageOf(invoice.id, "?refund=1");
    expect(form).toContain(`action="/pay/${invoice.id}/refund"`);
    expect(form).toContain('name="money" value="short"');
    const before = await keyOf(invoice.id);

    const address = anyAddress();
    const left = await call(ask, invoice.id, "/refund", { money: "short", address });
    const { id } = await lastRequest(invoice.id);
    expect([left.status, left.headers.get("location")]).toEqual([303, `/pay/${invoice.id}?refund=${id}`]);
    expect(await pageOf(invoice.id, `?refund=${id}`)).toContain("We have sent a link");
    expect(await keyOf(invoice.id)).not.toBe(before);

    const token = await secretOf(id);
    const link = await call(getLink, invoice.id, `/refund/confirm?token=${token}`);
    const asking = await link.text();
    expect(link.status).toBe(200);
    expect(link.headers.get("referrer-policy")).toBe("no-referrer");
    expect(link.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(asking).toContain("Yes, this is my address");
    expect(asking.replace(/<[^>]+>/g, "")).toContain(address);
    expect((await requestNow(id)).status).toBe("unconfirmed");

    const pressed = await call(pressButton, invoice.id, "/refund/confirm", { token });
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, `/pay/${invoice.id}`]);
    const page = await pageOf(invoice.id);
    expect(page).toContain("decides now, and the answer will appear here");
    expect(page).not.toContain(address);
    expect(page).not.toContain(PAYER_EMAIL);
    expect(page).not.toContain("?refund=1");
    expect((await call(getLink, invoice.id, `/refund/confirm?token=${token}`)).status).toBe(303);
  });

  test("an error of an address is shown at its field, with the entered text", async () => {
    const { invoice } = await newClosed("60");
    for (const [address, messages] of [
      ["", "Type or paste the address"],
      ["<b>x</b>", "This is not an address on BNB Smart Chain."],
      ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "This is an address of another network."],
    ] as const) {
      const answer = await call(ask, invoice.id, "/refund", { money: "short", address });
      const html = await answer.text();
      expect([answer.status, html.includes(messages), html.includes('aria-describedby="refund-wrong')]).toEqual([
        422,
        true,
        true,
      ]);
      expect(html).not.toContain("<b>x</b>");
    }
    expect((await call(reload, invoice.id, "/refund")).headers.get("location")).toBe(`/pay/${invoice.id}?refund=1`);
  });

  test("an unknown or expired link says so and confirms nothing", async () => {
    const { invoice } = await newClosed("60");
    for (const handler of [getLink, pressButton]) {
      const form = handler === pressButton ? { token: "x".repeat(43) } : undefined;
      const answer = await call(handler, invoice.id, `/refund/confirm?token=${"x".repeat(43)}`, form);
      expect([answer.status, (await answer.text()).includes("This link is no longer valid")]).toEqual([410, true]);
    }
  });

  test("rejects a form that another site sent", async () => {
    const { invoice } = await newClosed("60");
    const body = new URLSearchParams({ money: "short", address: anyAddress() });
    const headers = { "sec-fetch-site": "cross-site" };
    const request = new Request(`http://pay.test/pay/${invoice.id}/refund`, { method: "POST", body, headers });
    await ask(request, { params: Promise.resolve({ uuid: invoice.id }) });
    expect(await database().refundRequest.count({ where: { invoiceId: invoice.id } })).toBe(0);
  });
});

describe("by the wallet that paid", () => {
  test("only the client that submitted the address sees the text to sign, and the signature confirms", async () => {
    const { invoice, sender, caseId } = await newExtraCase({ payer_email: null });
    const address = anyAddress();
    await call(ask, invoice.id, "/refund", { money: caseId, address });
    const { id, challenge } = await lastRequest(invoice.id);
    expect(await pageOf(invoice.id)).not.toContain(challenge);
    const page = await pageOf(invoice.id, `?refund=${id}`);
    expect(page).toContain(`data-signer="${sender.address}"`);
    expect(page).toContain(challenge);
    const message = (await readUnconfirmedRequest(invoice.id, id))?.signing?.message ?? "";
    expect(page).toContain(`data-sign="0x${Buffer.from(message, "utf8").toString("hex")}"`);

    const wrong = await call(sign, invoice.id, "/refund/sign", { request: id, signature: `0x${"1".repeat(130)}` });
    expect([wrong.status, (await wrong.text()).includes("not signed by the wallet that paid")]).toEqual([422, true]);
    const signature = await sender.signMessage({ message });
    expect((await call(sign, invoice.id, "/refund/sign", { request: id, signature })).status).toBe(303);
    expect(await requestNow(id)).toMatchObject({ status: "confirmed", proof: "signature" });
  });
});

test("if ownership cannot be proven, the page names whom to contact and the reference number", async () => {
  const { payer, invoice, caseId, depositId } = await newExtraCase({ payer_email: null });
  await setSender(depositId, null);
  await database().merchant.update({ where: { id: payer.merchantId }, data: { supportContact: "help@shop.example" } });
  const page = await pageOf(invoice.id, "?refund=1");
  expect(page).toContain("You cannot ask for it here");
  expect(page).toContain(`case ${caseId.slice(0, 8).toUpperCase()}`);
  expect(page).toContain("help@shop.example");
  expect(page).not.toContain('<input id="refund-address"');
});

test("an open payment offers no refund", async () => {
  const { invoice } = await newClosed("100");
  expect(await pageOf(invoice.id, "?refund=1")).not.toContain('id="refund"');
});
