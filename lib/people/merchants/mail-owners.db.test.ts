import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { notifyPerson } from "@/lib/people/identity/second-factor-mail";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { changeMemberRole } from "@/lib/people/members/change-member-role";
import { removeMember } from "@/lib/people/members/remove-member";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { addMember } from "@/lib/people/merchants/members-repo";
import { changeMerchantSettings, requireSecondFactor } from "@/lib/people/settings/change-merchant-settings";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";
import { retryHeldSends } from "@/lib/sending/sends/funding-alarms";

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
afterAll(closeDatabase);

const newPerson = (name: string, isBlocked = false) =>
  database().user.create({ data: { email: `${randomUUID()}@people.test`, name, passwordHash: "none", isBlocked } });
type Person = Awaited<ReturnType<typeof newPerson>>;

let [ada, grace, suspended, manager, viewer]: Person[] = [];
let merchantId: string;

beforeAll(async () => {
  [ada, grace, manager, viewer] = await Promise.all(["Ada", "Grace", "Alan", "Edsger"].map((name) => newPerson(name)));
  suspended = await newPerson("Mallory", true);
  await withTransaction(async (tx) => {
    merchantId = (await createMerchant(tx, { name: "Paper Lantern", ownerUserId: ada?.id ?? "" })).id;
    for (const [person, role] of [
      [grace, "owner"],
      [suspended, "owner"],
      [manager, "manager"],
      [viewer, "viewer"],
    ] as const)
      await addMember(tx, { merchantId, userId: person?.id ?? "", role });
  });
});
beforeEach(async () => {
  await database().mail.deleteMany();
});

const by = () => ({ merchantId, userId: ada?.id ?? "", actorId: ada?.id ?? "" });
const session = () => ({ user: { id: ada?.id }, secondFactorAt: new Date() }) as unknown as SessionRow;
const memberChange = (person: Person | undefined) => ({ ...by(), userId: person?.id ?? "" });
const factorOf = (person: Person | undefined, kind: "totp-off" | "removed-by-operator") =>
  withTransaction((tx) => notifyPerson(tx, person?.id ?? "", { kind }));

/** Maps each owner's name to the text mailed to them. */
async function mailed(): Promise<Map<string, string>> {
  const mails = await database().mail.findMany({ where: { kind: "owners" } });
  const people = [ada, grace, suspended, manager, viewer];
  return new Map(
    mails.map(({ recipient, subject, text }) => [
      people.find((person) => person?.email === recipient)?.name ?? recipient,
      `${subject}\n${text}`,
    ]),
  );
}

test.each<[what: string, act: () => Promise<unknown>, says: string]>([
  [
    "a new payment key",
    () => rotateKey(by(), { kind: "payment", overlapSeconds: 0 }),
    "created the payment key of Paper Lantern",
  ],
  ["a replaced payment key", () => rotateKey(by(), { kind: "payment", overlapSeconds: 0 }), "rotated the payment key"],
  ["a new payout key", () => rotateKey(by(), { kind: "payout", overlapSeconds: 0 }), "It sends payouts."],
  ["a new limit", () => setOutflowLimits({ ...by(), dailyLimitUsd: "500" }), "24-hour limit: 500 USD (before: none)"],
  [
    "a change of the key that refunds require",
    () => setOutflowLimits({ ...by(), refundsNeedPayoutKey: true }),
    "API refunds require the payout key: yes (before: no)",
  ],
  [
    "automatic refunds",
    () => changeMerchantSettings(by(), { refundRequestPolicy: "automatic" }),
    "sent automatically (before: approval required)",
  ],
  [
    "required two-factor authentication",
    () => requireSecondFactor({ merchantId, session: session() }, true),
    "now requires two-factor authentication for all members",
  ],
  [
    "a member who can no longer pay out",
    () => changeMemberRole({ ...memberChange(manager), role: "viewer" }, new Date(), retryHeldSends),
    "now a viewer at Paper Lantern and can no longer pay out there",
  ],
])("every owner is notified by mail of %s and who did it, and no one else is", async (_, act, says) => {
  await act();
  const mails = await mailed();
  expect([...mails.keys()].sort()).toEqual(["Ada", "Grace"]);
  for (const text of mails.values()) expect(text).toContain(says);
  expect(mails.get("Grace")).toContain(`Ada (${ada?.email})`);
});

test("unchanged settings, and members who may not pay out, notify nobody", async () => {
  await setOutflowLimits({ ...by(), dailyLimitUsd: "500" });
  await changeMerchantSettings(by(), { refundRequestPolicy: "automatic" });
  await requireSecondFactor({ merchantId, session: session() }, true);
  await factorOf(viewer, "totp-off");
  await removeMember(memberChange(viewer), new Date());
  expect((await mailed()).size).toBe(0);
});

test.each(["totp-off", "removed-by-operator"] as const)(
  "a payer's second factor, %s, is mailed to the other owners, and to the person with its own text",
  async (kind) => {
    await factorOf(ada, kind);
    const mails = await mailed();
    expect([...mails.keys()]).toEqual(["Grace"]);
    expect(mails.get("Grace")).toContain(`Ada (${ada?.email}), who can pay out at Paper Lantern, `);
    expect(await database().mail.count({ where: { kind: "account-safety", recipient: ada?.email ?? "" } })).toBe(1);
  },
);
