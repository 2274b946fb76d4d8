import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { upsertProbe } from "@/lib/fronts/doctor/probe-repo";
import { watchInstallation } from "@/lib/fronts/doctor/watch-installation";
import { runBatch } from "@/lib/kernel/batch";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { createUser } from "@/lib/people/identity/complete-setup";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { addMember } from "@/lib/people/merchants/members-repo";
import type { MemberRole } from "@/lib/people/merchants/role";
import { mailNotifications } from "@/lib/people/notifications/mail-notifications";
import {
  type NotificationEvent,
  notifyPeople,
  notifyPeopleJob,
  queueNotification,
} from "@/lib/people/notifications/notify-people";
import {
  chooseNotification,
  listNotificationPreferences,
  listNotifications,
  readNotifications,
} from "@/lib/people/notifications/queries";
import { offerNetworks } from "@/lib/pricing/catalog/testing/offer-networks";

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");

const LATER = () => new Date(Date.now() + 3 * 60_000);

let merchantId: string;
let people: Record<MemberRole, string>;

async function newUser(isOperator = false): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const create = { email, name: "Vera", password: "a long enough password", isOperator };
  const { id } = await withTransaction((tx) => createUser(tx, create));
  await database().user.update({ where: { id }, data: { emailVerifiedAt: new Date() } });
  return id;
}

beforeEach(async () => {
  await database().notification.deleteMany();
  await database().mail.deleteMany();
  const owner = await newUser();
  merchantId = (await withTransaction((tx) => createMerchant(tx, { name: "Paper Lantern", ownerUserId: owner }))).id;
  const join = async (role: MemberRole) => {
    const userId = await newUser();
    await withTransaction((tx) => addMember(tx, { merchantId, userId, role }));
    return userId;
  };
  people = { owner, manager: await join("manager"), developer: await join("developer"), viewer: await join("viewer") };
});
afterAll(closeDatabase);

const notificationEvent = (changes: Partial<NotificationEvent> = {}): NotificationEvent => ({
  kind: "invoice_paid",
  merchantId,
  reference: randomUUID(),
  detail: { orderId: "order-1", amount: "12.5 USDT" },
  ...changes,
});
const notify = (event: NotificationEvent) => withTransaction((tx) => notifyPeople(tx, [event]));
const seenBy = async (id: string, isOperator = false) =>
  (await listNotifications({ id, isOperator, secondFactorAt: null }, undefined)).items.map(({ kind }) => kind);
const mails = () => database().mail.findMany({ where: { kind: "notifications" } });

describe("people are notified", () => {
  test("of what their role may see, once, however often it is queued", async () => {
    const event = (["invoice_paid", "webhook_failing", "case_opened"] as const).map((kind) =>
      notificationEvent({ kind }),
    );
    for (const one of [...event, ...event]) await notify(one);
    expect((await seenBy(people.owner)).toSorted()).toEqual(["case_opened", "invoice_paid", "webhook_failing"]);
    expect((await seenBy(people.manager)).toSorted()).toEqual(["case_opened", "invoice_paid", "webhook_failing"]);
    expect((await seenBy(people.developer)).toSorted()).toEqual(["invoice_paid", "webhook_failing"]);
    expect(await seenBy(people.viewer)).toEqual(["invoice_paid"]);
  });

  test("as they have chosen, and of nothing from a merchant that they have left", async () => {
    await chooseNotification(people.owner, { kind: "invoice_paid", inApp: false, byMail: true });
    await chooseNotification(people.manager, { kind: "invoice_paid", inApp: false, byMail: false });
    await notify(notificationEvent());
    expect(await seenBy(people.owner)).toEqual([]);
    expect(await seenBy(people.manager)).toEqual([]);
    expect(await database().notification.count({ where: { userId: people.manager } })).toBe(0);
    expect(await seenBy(people.viewer)).toEqual(["invoice_paid"]);
    await database().merchantMember.deleteMany({ where: { userId: people.viewer } });
    await notify(notificationEvent());
    expect(await seenBy(people.viewer)).toEqual([]);
    expect(await database().notification.count({ where: { userId: people.viewer } })).toBe(1);
  });

  test("a hundred at once with two statements", async () => {
    const users = Array.from({ length: 100 }, () => ({
      email: `${randomUUID()}@example.com`,
      name: "M",
      passwordHash: "x",
    }));
    const rows = await database().user.createManyAndReturn({ data: users, select: { id: true } });
    await database().merchantMember.createMany({
      data: rows.map(({ id }) => ({ merchantId, userId: id, role: "viewer" })),
    });
    const statements: string[] = [];
    await withTransaction(async (tx) => {
      const counting = new Proxy(tx, {
        get: (target, name) => {
          statements.push(String(name));
          const member: unknown = Reflect.get(target, name);
          return typeof member === "function" ? member.bind(target) : member;
        },
      });
      await notifyPeople(counting, [notificationEvent()]);
    });
    // The second finds the merchant's chats.
    expect(statements).toEqual(["$executeRaw", "$queryRaw"]);
    expect(await database().notification.count()).toBe(104);
  });

  test("and reading marks only their own notifications as read", async () => {
    await notify(notificationEvent());
    await notify(notificationEvent());
    const owner = { id: people.owner, isOperator: false, secondFactorAt: null };
    const { items, unread } = await listNotifications(owner, undefined);
    expect([items.length, unread]).toEqual([2, 2]);
    await readNotifications(people.viewer, { upTo: items[0]?.id ?? "" });
    expect((await listNotifications(owner, undefined)).unread).toBe(2);
    await readNotifications(people.owner, { id: items[1]?.id ?? "" });
    const after = await listNotifications(owner, undefined);
    expect([after.unread, after.items.map(({ isRead }) => isRead)]).toEqual([1, [false, true]]);
  });

  test("as operators of problems with the installation, once a day", async () => {
    const operator = await newUser(true);
    await offerNetworks("eth");
    await database().alarm.create({ data: { kind: "gas-low", subject: "bsc", message: "low" } });
    const lagging = new Map();
    for (let round = 0; round < 4; round += 1) await watchInstallation(lagging);
    // For all other networks no node is configured, which is not a problem.
    expect(await seenBy(operator, true)).toEqual(["gas_low"]);
    await upsertProbe({
      subject: "node:ton:n",
      state: "error",
      summary: ".",
      remedy: null,
      measured: null,
      detail: {},
    });
    for (let round = 0; round < 4; round += 1) await watchInstallation(lagging);
    expect((await seenBy(operator, true)).toSorted()).toEqual(["gas_low", "node_lagging"]);
    expect(await seenBy(people.owner)).toEqual([]);
    const { choices } = await listNotificationPreferences({ id: operator, isOperator: true });
    expect(choices.map(({ kind }) => kind)).toEqual(["gas_low", "node_lagging", "aml_answered"]);
  });
});

describe("mails", () => {
  test("bundle what happened within minutes, wait for it, and are sent once", async () => {
    await chooseNotification(people.owner, { kind: "invoice_paid", inApp: true, byMail: true });
    for (let count = 0; count < 30; count += 1)
      await notify(notificationEvent({ detail: { orderId: `o-${count}`, amount: "1 USDT" } }));
    await mailNotifications();
    expect(await mails()).toEqual([]);
    await Promise.all([mailNotifications(LATER()), mailNotifications(LATER())]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Invoice paid, 30 times (Paper Lantern)");
    expect(mail?.text).toContain("o-19: 1 USDT\nhttp://127.0.0.1:3000/invoices/");
    expect(mail?.text).toContain("And 10 more");
    expect(mail?.text).toContain("/settings/account#notifications");
    await mailNotifications(LATER());
    expect((await mails()).length).toBe(1);
  });

  test("wait while another worker mails the same person, and are not split between the two", async () => {
    await chooseNotification(people.owner, { kind: "invoice_paid", inApp: true, byMail: true });
    await notify(notificationEvent());
    await notify(notificationEvent());
    await withTransaction(async (other) => {
      await other.$queryRaw`SELECT 1 FROM users WHERE id = ${people.owner}::uuid FOR NO KEY UPDATE`;
      await mailNotifications(LATER());
      expect(await mails()).toEqual([]);
    });
    await mailNotifications(LATER());
    expect((await mails()).map(({ subject }) => subject)).toEqual(["Invoice paid, 2 times (Paper Lantern)"]);
  });

  test("are not sent to people who left, lost the role, are blocked, or have an unproven address", async () => {
    const kind = "case_opened";
    await database().user.update({ where: { id: people.manager }, data: { emailVerifiedAt: null } });
    await notify(notificationEvent({ kind, detail: { amount: "1 USDT", case: "late" } }));
    await database().merchantMember.updateMany({ where: { userId: people.owner }, data: { role: "viewer" } });
    await mailNotifications(LATER());
    expect(await mails()).toEqual([]);
    await database().merchantMember.updateMany({ where: { userId: people.owner }, data: { role: "owner" } });
    await notify(notificationEvent({ kind, detail: { amount: "1 USDT", case: "late" } }));
    await database().user.update({ where: { id: people.owner }, data: { isBlocked: true } });
    await mailNotifications(LATER());
    expect(await mails()).toEqual([]);
  });
});

test("an event takes effect while nobody can be notified, and people are notified later", async () => {
  const event = notificationEvent();
  await database().$executeRaw`ALTER TABLE notifications RENAME TO notifications_away`;
  try {
    await withTransaction((tx) => queueNotification(tx, event));
    await expect(notifyPeopleJob.run({ events: [event] }, { signal: new AbortController().signal })).rejects.toThrow();
  } finally {
    await database().$executeRaw`ALTER TABLE notifications_away RENAME TO notifications`;
  }
  await notifyPeopleJob.run({ events: [event] }, { signal: new AbortController().signal });
  expect(await seenBy(people.owner)).toEqual(["invoice_paid"]);
});

test("of many events at once each is told of once, to whom it concerns, by one job of a batch", async () => {
  const events = Array.from({ length: 120 }, (_, index) => notificationEvent({ reference: `payment-${index}` }));
  const other = notificationEvent({ kind: "gas_low", merchantId: null, detail: { network: "eth" } });
  await withTransaction((tx) =>
    runBatch(
      tx,
      [...events, other].map((event) => () => queueNotification(tx, event)),
    ),
  );
  const jobs = await database().$queryRaw<{ payload: unknown }[]>`
    SELECT payload FROM graphile_worker._private_jobs AS j JOIN graphile_worker._private_tasks AS t ON t.id = j.task_id
    WHERE t.identifier = 'notify-people' AND payload::text LIKE '%payment-1%'`;
  expect(jobs.length).toBe(2);
  for (const again of [false, true]) {
    for (const { payload } of jobs)
      await notifyPeopleJob.run(notifyPeopleJob.payload.parse(payload), { signal: new AbortController().signal });
    expect(await database().notification.count({ where: { userId: people.owner } }), String(again)).toBe(120);
  }
});

test("a job of an earlier version, with one event, still tells of it", async () => {
  const payload = notifyPeopleJob.payload.parse(notificationEvent());
  await notifyPeopleJob.run(payload, { signal: new AbortController().signal });
  expect(await seenBy(people.owner)).toEqual(["invoice_paid"]);
});

test("an invalid notification does not fail its event", async () => {
  const odd = notificationEvent({ detail: { orderId: "x".repeat(5_000), amount: "1\0" } });
  await withTransaction(async (tx) => {
    await queueNotification(tx, odd);
    await queueNotification(tx, { ...odd, reference: "" });
  });
  const jobs = await database().$queryRaw<{ payload: unknown }[]>`
    SELECT payload FROM graphile_worker._private_jobs AS j JOIN graphile_worker._private_tasks AS t ON t.id = j.task_id
    WHERE t.identifier = 'notify-people' AND payload::text LIKE '%xxxx%'`;
  expect(jobs.length).toBe(1);
  const payload = notifyPeopleJob.payload.parse(jobs[0]?.payload);
  await notifyPeopleJob.run(payload, { signal: new AbortController().signal });
  expect(await seenBy(people.owner)).toEqual(["invoice_paid"]);
});
