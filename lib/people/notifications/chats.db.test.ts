import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { newShop } from "@/lib/people/identity/testing/people";
import { openChatSecret } from "@/lib/people/notifications/chat-address";
import { CHATS_MAX, changeChatInput, type NewChat, newChatInput } from "@/lib/people/notifications/chat-schema";
import {
  type ChatChanger,
  changeChat,
  createChat,
  disableChat,
  enableChat,
  listChats,
  removeChat,
  testChat,
} from "@/lib/people/notifications/chats";
import { BOT, CHAT_FORM, chatNow, insertChat } from "@/lib/people/notifications/testing/chat-rig";

vi.stubEnv("WEBHOOK_ALLOW_PRIVATE", "false");

let who: ChatChanger;
beforeEach(async () => {
  const { merchantId, owner } = await newShop();
  who = { merchantId, actorId: owner.id };
});
afterAll(closeDatabase);

const form = (changes: Partial<Record<keyof NewChat, unknown>> = {}) =>
  newChatInput.parse({ ...CHAT_FORM, ...changes });
const telegram = (changes: object = {}) =>
  form({ service: "telegram", bot: BOT, chatId: "-100200", url: "", ...changes });

/** The fields that a refusal names, by the form or by the server. */
async function wrongFields(changes: Partial<Record<keyof NewChat, unknown>>): Promise<readonly string[]> {
  const parsed = newChatInput.safeParse({ ...CHAT_FORM, ...changes });
  if (!parsed.success) return [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))];
  const error: unknown = await createChat(who, parsed.data).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? Object.keys(error.fields ?? {}) : [];
}

describe("a chat", () => {
  test("is stored with its secret encrypted, which the list does not return", async () => {
    const { id } = await createChat(who, telegram());
    const hook = "https://hooks.slack.com/services/T0/B0/abcSECRET";
    const slack = await createChat(who, form({ service: "slack", url: hook }));
    const shown = await listChats(who);
    expect(shown.items.map(({ service, target }) => [service, target])).toEqual([
      ["telegram", "-100200"],
      ["slack", "hooks.slack.com"],
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/SECRET|AAAAA/);
    const { sealed } = await chatNow(id);
    expect(Buffer.from(sealed).toString("latin1")).not.toContain(BOT);
    expect(openChatSecret(id, sealed)).toEqual({ bot: BOT });
    expect(openChatSecret(slack.id, (await chatNow(slack.id)).sealed)).toEqual({ url: hook });
    const audited = JSON.stringify(
      await database().auditEvent.findMany({ where: { merchantId: who.merchantId } }),
      (_, value) => (typeof value === "bigint" ? String(value) : value),
    );
    expect(audited).toContain("chat.create");
    expect(audited).not.toMatch(/SECRET|AAAAA/);
  });

  test("keeps its secret when it is changed without one, and is tried at once with another", async () => {
    const { id } = await createChat(who, telegram());
    const failing = { failureCount: 3, refusalCount: 3, waitUntil: new Date(Date.now() + 60_000) };
    await database().chat.update({ where: { id }, data: failing });
    const change = (changes: object) => changeChat(who, changeChatInput.parse({ ...telegram(), id, ...changes }));
    await change({ bot: "", name: "Till" });
    expect(await chatNow(id)).toMatchObject({ name: "Till", ...failing });
    expect(openChatSecret(id, (await chatNow(id)).sealed)).toEqual({ bot: BOT });
    const bot = `7654321:${"b".repeat(35)}`;
    await change({ bot, chatId: "@till" });
    expect(await chatNow(id)).toMatchObject({ target: "@till", failureCount: 0, refusalCount: 0, waitUntil: null });
    expect(openChatSecret(id, (await chatNow(id)).sealed)).toEqual({ bot });
    await expect(changeChat(who, changeChatInput.parse({ ...CHAT_FORM, id }))).rejects.toMatchObject({
      fields: { service: [expect.any(String)] },
    });
  });

  test("of another merchant or of the installation does not exist", async () => {
    const foreign = await insertChat({ merchantId: (await newShop()).merchantId });
    const ofAll = await insertChat({ merchantId: null });
    for (const id of [foreign, ofAll, randomUUID()]) {
      const change = changeChat(who, changeChatInput.parse({ ...CHAT_FORM, id }));
      const commands = [enableChat, disableChat, removeChat, testChat].map((command) => command(who, id));
      for (const result of await Promise.allSettled([change, ...commands]))
        expect(result).toMatchObject({ status: "rejected", reason: { code: "not_found" } });
    }
    await expect(disableChat({ ...who, merchantId: null }, foreign)).rejects.toMatchObject({ code: "not_found" });
    expect((await listChats(who)).items).toEqual([]);
    expect((await listChats({ merchantId: null })).items.map(({ id }) => id)).toEqual([ofAll]);
  });

  test("can be added ten times and no more, also at once", async () => {
    const results = await Promise.allSettled(Array.from({ length: CHATS_MAX + 3 }, () => createChat(who, form())));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(CHATS_MAX);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "refused" } });
  });
});

describe("a hostile or wrong address is refused with its field", () => {
  test.each([
    "http://chat.example/hook",
    "https://127.0.0.1/hook",
    "https://[::1]/hook",
    "https://169.254.169.254/latest",
    "https://0x7f000001/",
    "https://localhost/hook",
    "https://db.internal/",
    "https://user:pw@chat.example/",
    "https://chat.example:22/",
    "ftp://chat.example/",
    "javascript:alert(1)",
    "chat.example",
    "",
    `https://chat.example/${"a".repeat(500)}`,
  ])("%s", async (url) => expect(await wrongFields({ url })).toEqual(["url"]));

  test.each([
    ["slack", "https://hooks.slack.com.evil.example/services/T/B/x"],
    ["slack", "https://hooks.slack.com/other"],
    ["slack", "http://hooks.slack.com/services/T/B/x"],
    ["slack", "https://hooks.slack.com:8443/services/T/B/x"],
    ["discord", "https://evil.example/api/webhooks/1/x"],
    ["discord", "https://discord.com/api/webhooks/../users"],
    ["discord", "https://discord.com/channels/1"],
  ])("%s %s", async (service, url) => expect(await wrongFields({ service, url })).toEqual(["url"]));

  test.each([
    [{ bot: "x" }, "bot"],
    [{ bot: "1:x/../../getMe?" }, "bot"],
    [{ chatId: "someone" }, "chatId"],
    [{ name: "" }, "name"],
    [{ name: "a\nb" }, "name"],
    [{ kinds: [] }, "kinds"],
    [{ kinds: ["gas_low"] }, "kinds"],
    [{ kinds: ["everything"] }, "kinds"],
  ])("Telegram with %o", async (changes, field) =>
    expect(await wrongFields({ service: "telegram", bot: BOT, chatId: "-1", url: "", ...changes })).toEqual([field]),
  );

  test.each([
    ["discord", "https://discord.com/api/webhooks/123/abc-DEF_1?thread_id=5"],
    ["discord", "https://discordapp.com/api/v10/webhooks/123/abc"],
    ["slack", "https://hooks.slack.com/services/T0/B0/abc"],
    ["webhook", "https://chat.example:8443/hook?key=1"],
  ])("and a right one is not: %s %s", async (service, url) => expect(await wrongFields({ service, url })).toEqual([]));
});
