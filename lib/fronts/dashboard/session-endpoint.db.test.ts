import { encode } from "next-auth/jwt";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { SESSION_CLAIM, sessionCookieName } from "@/lib/fronts/dashboard/cookies";
import { type Gate, member, operator, person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { MERCHANT_COOKIE, MERCHANT_HEADER, MERCHANT_PARAMETER } from "@/lib/fronts/paths/routes";
import { database, withTransaction } from "@/lib/kernel/db";
import { env, requiredSetting } from "@/lib/kernel/env";
import { createUser } from "@/lib/people/identity/complete-setup";
import { signIn } from "@/lib/people/identity/sign-in";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { addMember } from "@/lib/people/merchants/members-repo";
import { MEMBER_ROLES, type MemberRole } from "@/lib/people/merchants/role";
import { offerNetworks } from "@/lib/pricing/catalog/testing/offer-networks";

const PASSWORD = "a long enough password";
const URL_OF_ENDPOINT = "http://127.0.0.1:3000/api/things";

const cookies = new Map<string, string>();
let shopId: string;
let otherShopId: string;

/** Signs in for real, and returns the cookie that next-auth would set. */
async function signInAs(email: string): Promise<string> {
  const opened = await signIn({ email, password: PASSWORD, ip: "192.0.2.1", userAgent: null }, new Date());
  const value = await encode({ token: { [SESSION_CLAIM]: opened?.sessionId }, secret: requiredSetting("AUTH_SECRET") });
  return `${sessionCookieName()}=${value}`;
}

beforeAll(async () => {
  await withTransaction(async (tx) => {
    const create = (name: string, isOperator = false) =>
      createUser(tx, { email: `${name}@example.com`, name, password: PASSWORD, isOperator });
    const owner = await create("owner");
    shopId = (await createMerchant(tx, { name: "Shop", ownerUserId: owner.id })).id;
    for (const role of ["manager", "developer", "viewer"] as const) {
      await addMember(tx, { merchantId: shopId, userId: (await create(role)).id, role });
    }
    otherShopId = (await createMerchant(tx, { name: "Other shop", ownerUserId: (await create("stranger")).id })).id;
    await create("operator", true);
  });
  for (const name of [...MEMBER_ROLES, "stranger", "operator"])
    cookies.set(name, await signInAs(`${name}@example.com`));
});

/** `shown`: the merchant of the requesting page. */
type CallOptions = {
  as?: string;
  cookie?: string;
  origin?: string | null;
  method?: string;
  body?: string;
  shown?: string | null;
};

function request(options: CallOptions): Request {
  const method = options.method ?? "POST";
  const headers = new Headers({
    host: "127.0.0.1:3000",
    cookie: options.cookie ?? cookies.get(options.as ?? "") ?? "",
  });
  const origin = options.origin === undefined ? env().BASE_URL : options.origin;
  if (origin !== null) headers.set("origin", origin);
  const shown = options.shown === undefined ? shopId : options.shown;
  if (shown !== null) headers.set(MERCHANT_HEADER, shown);
  return new Request(URL_OF_ENDPOINT, { method, headers, ...(method === "GET" ? {} : { body: options.body ?? "{}" }) });
}

/** Creates an endpoint that counts the calls of its handler. */
function counted<Caller>(access: Gate<Caller>) {
  const calls: unknown[] = [];
  const endpoint = sessionEndpoint({
    access,
    input: z.object({ amount: z.string().regex(/^\d+$/, "Enter an amount.").optional() }),
    output: z.object({ ok: z.literal(true) }),
    handle: (call) => {
      calls.push(call);
      return Promise.resolve({ ok: true as const });
    },
  });
  return { endpoint, calls };
}

const who: Record<"change" | "read", MemberRole[]> = {
  change: ["owner"],
  read: ["owner", "manager", "developer", "viewer"],
};

test("allows each role exactly what its permissions say", async () => {
  for (const [permission, allowed] of [
    ["merchant.change", who.change],
    ["merchant.read", who.read],
  ] as const) {
    const { endpoint } = counted(member(permission));
    for (const role of MEMBER_ROLES) {
      const response = await endpoint(request({ as: role }));
      expect([role, response.status]).toEqual([role, allowed.includes(role) ? 200 : 403]);
    }
  }
});

/** Signs in a member of both shops whose browser opened the other one last. */
async function inTwoTabs(): Promise<string> {
  const email = "both@example.com";
  await withTransaction(async (tx) => {
    const { id: userId } = await createUser(tx, { email, name: "Both", password: PASSWORD, isOperator: false });
    await addMember(tx, { merchantId: shopId, userId, role: "manager" });
    await addMember(tx, { merchantId: otherShopId, userId, role: "viewer" });
  });
  return `${await signInAs(email)}; ${MERCHANT_COOKIE}=${otherShopId}`;
}

test("in two tabs with two merchants, each acts on its own, as far as the role there allows", async () => {
  const { endpoint, calls } = counted(member("invoice.create"));
  const cookie = await inTwoTabs();

  expect((await endpoint(request({ cookie, shown: shopId }))).status).toBe(200);
  expect((await endpoint(request({ cookie, shown: otherShopId }))).status).toBe(403);

  expect(calls).toEqual([
    expect.objectContaining({ member: expect.objectContaining({ merchantId: shopId, role: "manager" }) }),
  ]);
});

test("rejects a page of a merchant the caller is not a member of, and a mutation that names none", async () => {
  const { endpoint, calls } = counted(member("merchant.read"));
  for (const shown of [otherShopId, "rubbish", "", null])
    expect([shown, (await endpoint(request({ as: "owner", shown }))).status]).toEqual([shown, 403]);
  const inAddress = `${URL_OF_ENDPOINT}?${MERCHANT_PARAMETER}=${shopId}`;
  const change = request({ as: "owner", shown: null });
  expect((await endpoint(new Request(inAddress, change))).status).toBe(403);
  expect(calls).toEqual([]);
});

test("a link that names no merchant reads one of the caller's own, whatever merchant the cookie names", async () => {
  const { endpoint, calls } = counted(member("merchant.read"));
  const cookie = `${cookies.get("stranger")}; ${MERCHANT_COOKIE}=${shopId}`;

  await endpoint(request({ cookie, shown: null, method: "GET" }));

  expect(calls).toEqual([expect.objectContaining({ member: expect.objectContaining({ merchantId: otherShopId }) })]);
});

test("does nothing without a live session", async () => {
  const { endpoint, calls } = counted(member("merchant.read"));
  const revoked = await signInAs("owner@example.com");
  await database().session.updateMany({
    where: { user: { email: "owner@example.com" }, createdAt: { gt: new Date(Date.now() - 60_000) } },
    data: { revokedAt: new Date() },
  });
  cookies.set("owner", await signInAs("owner@example.com"));
  const forged = await encode({
    token: { [SESSION_CLAIM]: "anything" },
    secret: "another secret of enough characters",
  });

  for (const cookie of ["", revoked, `${sessionCookieName()}=${forged}`, `${sessionCookieName()}=rubbish`]) {
    const response = await endpoint(request({ cookie }));
    expect([response.status, await response.json()]).toMatchObject([401, { error: { code: "signed_out" } }]);
  }
  expect(calls).toEqual([]);
});

test("rejects a mutation from another or no origin before reading anything", async () => {
  const { endpoint, calls } = counted(member("merchant.read"));
  for (const origin of ["https://evil.example", "null", null]) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await endpoint(request({ as: "owner", origin, method }));
      expect(response.status).toBe(403);
    }
  }
  expect(calls).toEqual([]);
});

test("a read needs no origin", async () => {
  const { endpoint } = counted(member("merchant.read"));
  expect((await endpoint(request({ as: "viewer", origin: null, method: "GET" }))).status).toBe(200);
});

test("restricts the operator's operations to operators", async () => {
  const { endpoint } = counted(operator());
  expect((await endpoint(request({ as: "operator" }))).status).toBe(200);
  expect((await endpoint(request({ as: "owner" }))).status).toBe(403);
});

test("an operator without a membership sees no merchant", async () => {
  const { endpoint } = counted(member("merchant.read"));
  expect((await endpoint(request({ as: "operator" }))).status).toBe(403);
});

test("reports invalid input by field, and does not call the handler", async () => {
  const { endpoint, calls } = counted(person());
  const wrong = await endpoint(request({ as: "owner", body: '{"amount":"-1"}' }));
  expect([wrong.status, await wrong.json()]).toEqual([
    422,
    { error: { code: "invalid_request", message: "Enter an amount.", fields: { amount: "Enter an amount." } } },
  ]);
  for (const body of ["{", "[]", "null", '"text"']) {
    expect((await endpoint(request({ as: "owner", body }))).status).toBe(422);
  }
  expect((await endpoint(request({ as: "owner", body: `{"amount":"${"1".repeat(70_000)}"}` }))).status).toBe(413);
  expect(calls).toEqual([]);
});

test("returns a 500 without details for a response that violates its schema, and for a bug", async () => {
  const leaking = sessionEndpoint({
    access: person(),
    input: z.object({}),
    output: z.object({ ok: z.literal(true) }),
    handle: () => Promise.resolve({ ok: false, secret: "s3cret" } as unknown as { ok: true }),
  });
  const response = await leaking(request({ as: "owner" }));

  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("s3cret");
});

test("with real money, an operator without a second factor can read everything and change nothing", async () => {
  const { endpoint, calls } = counted(operator());
  const act = async () => (await endpoint(request({ as: "operator" }))).status;
  expect(await act()).toBe(200);
  // A mainnet node was configured in the sandbox.
  await offerNetworks("eth");
  const refused = await endpoint(request({ as: "operator" }));
  expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
    403,
    "second_factor_needed",
  ]);
  expect((await endpoint(request({ as: "operator", method: "GET" }))).status).toBe(200);
  await database().session.updateMany({ where: { user: { isOperator: true } }, data: { secondFactorAt: new Date() } });
  expect(await act()).toBe(200);
  expect(calls).toHaveLength(3);
});

test("passes a file operation the unchanged bytes up to its limit, and its other input from the URL", async () => {
  const taken: string[] = [];
  const respond = sessionEndpoint({
    access: operator(),
    input: z.object({ name: z.string() }),
    output: z.object({}),
    fileBytesMax: 10,
    handle: async ({ input, file }) => {
      for await (const chunk of file) taken.push(`${input.name} ${Buffer.from(chunk).toString()}`);
      return {};
    },
  });
  const send = async (body: string) => {
    const { headers } = request({ as: "operator" });
    return (await respond(new Request(`${URL_OF_ENDPOINT}?name=a`, { method: "POST", headers, body }))).status;
  };
  expect(await send("0123456789")).toBe(200);
  expect(await send("01234567890")).toBe(413);
  expect(taken).toEqual(["a 0123456789"]);
});
