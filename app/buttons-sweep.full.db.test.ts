import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { MADE_FOR_MEMBERS, type Maker } from "@/app/api/testing/made-for-members";
import { expectedOf, readOperations, type SweptOperation } from "@/app/api/testing/sweep-operations";
import { openSweepWorld, type SweepWorld } from "@/app/api/testing/sweep-world";
import { ACTS, NEEDS, SHOWING } from "@/app/testing/acts";
import { type Drawing, dashboardPages, drawPage } from "@/app/testing/draw-page";
import { type Control, readControls } from "@/app/testing/read-controls";
import { commandsFor } from "@/components/fronts/palette/palette-commands";
import { MERCHANT_COOKIE, MERCHANT_HEADER } from "@/lib/fronts/paths/routes";
import { env } from "@/lib/kernel/env";
import { MEMBER_ROLES, type MemberRole } from "@/lib/people/merchants/role";

/**
 * Renders every dashboard page for each role, with an object of every kind: no control leads to a
 * forbidden operation, and every allowed operation has a control. Menus and dialogs are rendered
 * open.
 */
const browser = vi.hoisted(() => ({ cookies: new Map<string, string>() }));
vi.mock("next/headers", () => ({
  cookies: async () => ({
    get: (name: string) => (browser.cookies.has(name) ? { value: browser.cookies.get(name) } : undefined),
  }),
  headers: async () => new Headers(),
}));
vi.mock("next/navigation", () => {
  const away = (to = "nowhere") => {
    throw new Error(`on to ${to}`);
  };
  return { notFound: away, redirect: away, usePathname: () => "/", useRouter: () => ({}) };
});
vi.mock("@/components/ui/menu", async () => await import("@/app/testing/drawn-open"));
vi.mock("@/components/ui/dialog", async () => await import("@/app/testing/drawn-open"));
afterAll(() => {
  vi.doUnmock("next/headers");
  vi.doUnmock("next/navigation");
  vi.doUnmock("@/components/ui/menu");
  vi.doUnmock("@/components/ui/dialog");
});

const OPERATIONS = await readOperations();
const NAMED = new Map(OPERATIONS.map((operation) => [operation.name, operation]));
const changes = OPERATIONS.filter(
  ({ method, path, access }) => access.includes("member:") && method !== "GET" && !/[/.]preview$/.test(path),
);

/** The user's own account page. */
const OWN_PAGE = "/settings/account";

/** Appears once for each key: counted below. */
const KEYS = "/developers Rotate…";

let world: SweepWorld;
/** The controls of each role, by page. */
const seen = new Map<MemberRole, ReadonlyMap<string, readonly Control[]>>();
/** Failed reads of the pages. */
const refusals: unknown[] = [];

beforeAll(async () => {
  world = await openSweepWorld();
  vi.stubGlobal("fetch", answer);
  await make("merchant.removeLogo", "owner");
  await make("reviews.decide", "owner");
  for (const role of MEMBER_ROLES) seen.set(role, await lookAround(role));
});

async function make(name: string, role: MemberRole): Promise<Record<string, string>> {
  const maker: Maker | undefined = MADE_FOR_MEMBERS[name];
  const made = await maker?.({ shop: world.own, userId: world.callerIds.get(role) ?? "", role });
  return { id: typeof made?.id === "string" ? made.id : "" };
}

/** Parameters for pages that need an object, or that show some controls only for certain ones. */
async function drawingsOf(page: string, role: MemberRole): Promise<readonly Partial<Drawing>[]> {
  const { own } = world;
  if (page === "/balances/statement") return [{ search: { coin: "USDT" } }];
  if (page === "/bills/[id]") return [{ params: { id: own.billId } }, { params: { id: own.billDraftId } }];
  if (page === "/bills/[id]/edit") return [{ params: { id: own.billDraftId } }];
  if (page === "/invoices/[id]")
    return [{ params: { id: own.invoiceId } }, { params: { id: own.paidId }, search: { webhook: own.deliveryId } }];
  if (page === "/payment-links/[id]") return [{ params: { id: own.paymentLinkId } }];
  if (page === "/point-of-sale/[id]") return [{ params: { id: own.saleId } }];
  if (page === "/payouts") return [{}, { search: { tab: "reviews" } }];
  if (page === "/payouts/[id]") return [{ params: { id: own.payoutId } }];
  if (page === "/payouts/batches/[id]")
    return [
      { params: await make("payoutBatches.confirm", role) },
      { params: await make("payoutBatches.approve", role) },
    ];
  if (page === "/recurring-payments/[id]") return [{ params: { id: own.recurrenceId } }];
  if (page === "/wallets/[id]")
    return [{ params: { id: own.walletId } }, { params: await make("refunds.wallet.order", role) }];
  if (page === "/webhooks") return [{ search: { webhook: own.deliveryId } }];
  if (page === "/webhooks/test") return [{}, { search: { test: own.testId } }];
  return [{}];
}

async function lookAround(role: MemberRole): Promise<ReadonlyMap<string, readonly Control[]>> {
  const { own } = world;
  const [name = "", value = ""] = world.cookies[role].split(/=(.*)/s);
  browser.cookies = new Map([
    [name, value],
    [MERCHANT_COOKIE, own.merchantId],
  ]);
  const found = new Map<string, readonly Control[]>();
  for (const page of dashboardPages()) {
    const controls: Control[] = [];
    for (const { params = {}, search = {} } of await drawingsOf(page, role)) {
      const html = await drawPage(page, { params, search }).catch((error: Error) => {
        if (error.message.startsWith("on to ")) return "";
        throw new Error(`${page} cannot be drawn for ${role}`, { cause: error });
      });
      controls.push(...readControls(html));
    }
    found.set(page, controls);
  }
  return found;
}

/** Responds as the server does to the pages' own requests. */
async function answer(address: string): Promise<Response> {
  const url = new URL(address, env().BASE_URL);
  const found = readAt(url.pathname);
  if (found === null) throw new Error(`Nothing is at ${address}`);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const request = new Request(url, { headers: { cookie, [MERCHANT_HEADER]: world.own.merchantId } });
  const response = await found.operation.handler(request, { params: Promise.resolve(found.params) });
  if (response.status !== 200) refusals.push([address, response.status]);
  return response;
}

function readAt(pathname: string): { operation: SweptOperation; params: Record<string, string> } | null {
  for (const operation of OPERATIONS.toSorted((a, b) => a.parameters.length - b.parameters.length)) {
    const pattern = new RegExp(`^${operation.path.replaceAll(/\[(\w+)\]/g, "(?<$1>[^/]+)")}$`);
    const found = operation.method === "GET" && pattern.exec(pathname);
    if (found) return { operation, params: { ...found.groups } };
  }
  return null;
}

const says = ({ kind, name, href }: Control) =>
  kind === "link" ? (href.split("?")[0] ?? "") : kind === "file" || kind === "box" ? `(${kind})` : name;

const isAllowed = (role: MemberRole, name: string) => expectedOf(NAMED.get(name)?.access ?? "?", role) === "passes";

function everything(role: MemberRole): readonly (readonly [page: string, control: Control])[] {
  return [...(seen.get(role) ?? [])].flatMap(([page, controls]) => controls.map((control) => [page, control] as const));
}

test("every change that members can make has a control listed here, and every listed one exists", () => {
  const begun = new Set(ACTS.map(({ does }) => does));
  const missing = changes.map(({ name }) => name).filter((name) => !begun.has(name) && !name.startsWith("keys."));
  const gone = ACTS.filter(({ page, does }) => !dashboardPages().includes(page) || !NAMED.has(does));
  expect({ missing, gone }).toEqual({ missing: [], gone: [] });
});

describe.each(MEMBER_ROLES)("the pages as the %s gets them", (role) => {
  test("have controls for what the role may do, and none for what it may not", () => {
    const wrong = ACTS.flatMap(({ page, control, does }) => {
      const isThere = (seen.get(role)?.get(page) ?? []).some((one) => says(one) === control);
      return isThere === isAllowed(role, does) ? [] : [[page, control, isThere ? "is there" : "is missing"]];
    });
    expect(wrong).toEqual([]);
  });

  test("have no button whose action is not declared", () => {
    const known = new Set(ACTS.map(({ page, control }) => `${page} ${control}`));
    const strange = everything(role)
      .filter(([page, { kind }]) => page !== OWN_PAGE && kind !== "view" && kind !== "link")
      .map(([page, control]) => `${page} ${says(control)}`)
      .filter((place) => !known.has(place) && place !== KEYS)
      .filter((place) => !SHOWING.some((words) => words.test(place.slice(place.indexOf(" ") + 1))));
    expect([...new Set(strange)]).toEqual([]);
  });

  test("link to no forbidden page or file, and request nothing forbidden", () => {
    const wrong = everything(role).flatMap(([page, control]) => {
      const target = control.kind === "link" ? says(control) : "";
      const does = NEEDS.get(target) ?? (target.startsWith("/api/") ? readAt(target)?.operation.name : undefined);
      return does !== undefined && !isAllowed(role, does) ? [[page, control.name, target]] : [];
    });
    expect({ wrong, refusals }).toEqual({ wrong: [], refusals: [] });
  });

  test("are offered by the palette and by keys if the role may open them", () => {
    const commands = commandsFor({ role, isOperator: false });
    for (const [page, does] of NEEDS) {
      // Payout files have no command: the payouts page links to them.
      const isOffered = commands.some(({ href }) => href === page);
      if (isOffered || page !== "/payouts/batches/new")
        expect([page, isOffered]).toEqual([page, isAllowed(role, does)]);
    }
  });

  test("offer to rotate each key that the role may replace", () => {
    const buttons = everything(role).filter(([page, control]) => `${page} ${says(control)}` === KEYS);
    const may = ["keys.rotatePayment", "keys.rotatePayout"].filter((name) => isAllowed(role, name));
    expect(buttons).toHaveLength(may.length);
  });
});
