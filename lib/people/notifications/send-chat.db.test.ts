import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { mailTo, newPerson, newShop, type Person } from "@/lib/people/identity/testing/people";
import { disableChat, enableChat, testChat } from "@/lib/people/notifications/chats";
import {
  chatNow,
  endWait,
  fakeService,
  insertChat,
  jobOf,
  notifyOfInvoice,
  runChat,
  statesOf,
} from "@/lib/people/notifications/testing/chat-rig";

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");

const FAILED = { kind: "failed", reason: "HTTP 503", retryAfterMs: null } as const;
const REFUSED = { kind: "refused", reason: "HTTP 404" } as const;

let merchantId: string;
let owner: Person;
let chat: string;
beforeEach(async () => {
  ({ merchantId, owner } = await newShop());
  chat = await insertChat({ merchantId });
});
afterAll(closeDatabase);

const who = () => ({ merchantId, actorId: owner.id });

describe("an event", () => {
  test("is sent once to each enabled chat that is notified of it, however often it is queued", async () => {
    const disabled = await insertChat({ merchantId, isDisabled: true });
    const other = await insertChat({ merchantId });
    await database().chat.update({ where: { id: other }, data: { kinds: ["payout_failed"] } });
    const foreign = await insertChat({ merchantId: (await newShop()).merchantId });
    for (let round = 0; round < 2; round += 1) await notifyOfInvoice(merchantId, "invoice-1");
    expect(await Promise.all([chat, disabled, other, foreign].map(statesOf))).toEqual([["pending"], [], [], []]);
    expect(await jobOf(chat)).not.toBeNull();
    const service = fakeService();
    await runChat(chat, service);
    await runChat(chat, service);
    expect(service.texts()).toEqual([expect.stringContaining("Invoice paid (Paper Lantern)\nA-1: 10 USDT\n")]);
    expect(await chatNow(chat)).toMatchObject({ lastError: null, claimedUntil: null });
  });

  test("is sent once by two workers at the same time", async () => {
    await notifyOfInvoice(merchantId);
    let release = () => {};
    const answered = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = fakeService(async () => {
      await answered;
      return { kind: "sent" };
    });
    const first = runChat(chat, slow);
    await vi.waitUntil(() => slow.calls.length === 1);
    const fast = fakeService();
    await runChat(chat, fast);
    expect(fast.calls).toEqual([]);
    // The second looks again when the first one's claim has ended.
    expect(await jobOf(chat)).toEqual((await chatNow(chat)).claimedUntil);
    release();
    await first;
    expect(await statesOf(chat)).toEqual(["sent"]);
  });

  test("is sent again if its worker died between the call and its record", async () => {
    await notifyOfInvoice(merchantId);
    const dying = fakeService(() => {
      throw new Error("killed");
    });
    await expect(runChat(chat, dying)).rejects.toThrow("killed");
    expect(await statesOf(chat)).toEqual(["pending"]);
    const next = fakeService();
    await runChat(chat, next);
    expect(next.calls).toEqual([]);
    await database().chat.update({ where: { id: chat }, data: { claimedUntil: new Date() } });
    await runChat(chat, next);
    expect([next.calls.length, await statesOf(chat)]).toEqual([1, ["sent"]]);
  });

  test("waits with those that follow within seconds, and they are sent together", async () => {
    const service = fakeService();
    await notifyOfInvoice(merchantId);
    await runChat(chat, service);
    for (let count = 0; count < 30; count += 1) await notifyOfInvoice(merchantId);
    await runChat(chat, service);
    expect(service.calls).toHaveLength(1);
    expect(await jobOf(chat)).toEqual((await chatNow(chat)).waitUntil);
    await endWait(chat);
    await runChat(chat, service);
    expect(service.texts()[1]).toMatch(/And 10 more: /);
    expect(new Set(await statesOf(chat))).toEqual(new Set(["sent"]));
  });
});

describe("a chat that fails", () => {
  test("is called again when it has asked for it, and the events wait", async () => {
    await notifyOfInvoice(merchantId);
    await runChat(
      chat,
      fakeService(() => ({ kind: "failed", reason: "HTTP 429", retryAfterMs: 90_000 })),
    );
    const { waitUntil, calledAt, lastError } = await chatNow(chat);
    expect([lastError, (waitUntil?.getTime() ?? 0) - (calledAt?.getTime() ?? 0)]).toEqual(["HTTP 429", 90_000]);
    expect(await jobOf(chat)).toEqual(waitUntil);
    const service = fakeService();
    // Another event does not shorten the wait.
    await notifyOfInvoice(merchantId);
    await runChat(chat, service);
    expect([service.calls.length, await jobOf(chat)]).toEqual([0, waitUntil]);
  });

  test("delays no other chat of the merchant", async () => {
    const healthy = await insertChat({ merchantId });
    await notifyOfInvoice(merchantId);
    await runChat(
      chat,
      fakeService(() => FAILED),
    );
    const service = fakeService();
    await runChat(healthy, service);
    expect([service.calls.length, await statesOf(chat), await statesOf(healthy)]).toEqual([1, ["pending"], ["sent"]]);
  });

  test("is given up for events of the day before", async () => {
    await notifyOfInvoice(merchantId);
    await database().$executeRaw`UPDATE chat_messages SET created_at = now() - interval '25 hours'`;
    const service = fakeService();
    await runChat(chat, service);
    expect([service.calls.length, await statesOf(chat)]).toEqual([0, ["failed"]]);
  });

  test("loses only the message that it does not accept", async () => {
    await notifyOfInvoice(merchantId);
    await runChat(
      chat,
      fakeService(() => ({ kind: "rejected", reason: "HTTP 400" })),
    );
    await notifyOfInvoice(merchantId);
    await endWait(chat);
    await runChat(chat, fakeService());
    expect(await statesOf(chat)).toEqual(["failed", "sent"]);
  });

  test("is disabled after five refusals in a row, and the owners are mailed once", async () => {
    const service = fakeService(() => REFUSED);
    await notifyOfInvoice(merchantId);
    for (let round = 0; round < 6; round += 1) {
      await runChat(chat, service);
      await endWait(chat);
    }
    expect(service.calls).toHaveLength(5);
    expect(await chatNow(chat)).toMatchObject({ isStopped: true, disabledAt: expect.any(Date), lastError: "HTTP 404" });
    expect(await statesOf(chat)).toEqual(["failed"]);
    expect(await mailTo(owner.email, "owners")).toContain(
      "The chat Sales channel (Other webhook) of Paper Lantern was disabled",
    );
    expect(await database().mail.count({ where: { recipient: owner.email } })).toBe(1);
    expect(await database().auditEvent.count({ where: { merchantId, action: "chat.stop" } })).toBe(1);

    await notifyOfInvoice(merchantId);
    expect(await statesOf(chat)).toEqual(["failed"]);
    await enableChat(who(), chat);
    await notifyOfInvoice(merchantId);
    await runChat(chat, fakeService());
    expect(await statesOf(chat)).toEqual(["failed", "sent"]);
  });

  test("of the installation is disabled with a mail to the operators", async () => {
    const operator = await newPerson(true);
    const ofAll = await insertChat({ merchantId: null });
    await database().chat.update({ where: { id: ofAll }, data: { refusalCount: 4 } });
    await database().chatMessage.create({ data: { chatId: ofAll, kind: "gas_low", reference: "bsc:1" } });
    await runChat(
      ofAll,
      fakeService(() => REFUSED),
    );
    expect(await mailTo(operator.email, "operators")).toContain("/operator/chats");
  });
});

describe("a test message", () => {
  test("is sent at once to a disabled or failing chat, and shows that it works again", async () => {
    await notifyOfInvoice(merchantId);
    await runChat(
      chat,
      fakeService(() => FAILED),
    );
    await testChat(who(), chat);
    await expect(testChat(who(), chat)).rejects.toThrow("already on its way");
    const service = fakeService();
    await runChat(chat, service);
    expect(service.texts()[0]).toContain("Test message");
    expect(await chatNow(chat)).toMatchObject({ failureCount: 0, lastError: null });
    await disableChat(who(), chat);
    await testChat(who(), chat);
    await runChat(chat, service);
    expect([service.calls.length, await statesOf(chat)]).toEqual([2, ["failed", "sent", "sent"]]);
  });

  test("that fails is tried once and disables nothing", async () => {
    await testChat(who(), chat);
    await runChat(
      chat,
      fakeService(() => REFUSED),
    );
    expect(await statesOf(chat)).toEqual(["failed"]);
    expect(await chatNow(chat)).toMatchObject({ refusalCount: 0, lastError: "HTTP 404", disabledAt: null });
  });
});

test("what waits for a chat that is removed or disabled meanwhile is not sent", async () => {
  await notifyOfInvoice(merchantId);
  await disableChat(who(), chat);
  const service = fakeService();
  await runChat(chat, service);
  expect(await statesOf(chat)).toEqual(["failed"]);
  await database().chat.delete({ where: { id: chat } });
  await runChat(chat, service);
  expect(service.calls).toEqual([]);
});
