import { HTTPS_REQUIRED_MESSAGE, isCallbackAllowed } from "@/lib/delivery/webhooks/callback-address";
import { hostOf } from "@/lib/delivery/webhooks/host-bulkhead";
import { chooseSigningKey, writeWebhookRequest } from "@/lib/delivery/webhooks/sign-payload";
import { findTest, toTestView } from "@/lib/fronts/test-webhooks/console-queries";
import { insertTest, markQueued } from "@/lib/fronts/test-webhooks/console-repo";
import { type PrepareTestInput, SEND_WITHIN_MS, type TestView } from "@/lib/fronts/test-webhooks/console-schema";
import { enqueuePreparedTest } from "@/lib/fronts/test-webhooks/jobs";
import {
  createSampleWalletTest,
  makePaymentTest,
  makePayoutTest,
  makeWalletTest,
} from "@/lib/fronts/test-webhooks/make-test-webhook";
import { type TestWebhook, testPaymentInput, testPayoutInput } from "@/lib/fronts/test-webhooks/schema";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { OutboundError } from "@/lib/kernel/http/outbound-error";
import { parseTargetUrl } from "@/lib/kernel/http/resolve-target";
import { incrementAttempts } from "@/lib/people/identity/limit-attempts";
import { findSigningKeys } from "@/lib/people/keys/api-keys";

export type TestCaller = { readonly merchantId: string; readonly actorId: string };

/** People read each result; a program that creates more has another purpose. */
const TESTS_A_MINUTE = 20;
const MINUTE_MS = 60_000;

/**
 * Serializes a test webhook completely and stores it, so that exactly what is shown is sent. Does
 * not send it.
 *
 * @throws AppError `not_found` for an object that is not this merchant's; `refused` without a
 *   signing key; `rate_limited`
 */
export async function prepareTest(caller: TestCaller, asked: PrepareTestInput, now = new Date()): Promise<TestView> {
  const { merchantId, actorId } = caller;
  checkTarget(asked.url);
  await limitTests(merchantId, now);
  const test = await makeTest(merchantId, asked);
  const key = chooseSigningKey(await findSigningKeys(merchantId, test.keyKind), test.createdAt, now);
  if (key === null) {
    throw new AppError("refused", `There is no ${test.keyKind} key to sign with. Create one under Developers.`);
  }
  const request = writeWebhookRequest(test, key.secret, now);
  const { id } = test;
  return toTestView(
    await withTransaction((tx) => insertTest(tx, { id, merchantId, actorId, asked, request, createdAt: now })),
  );
}

/**
 * Rejects URLs that can never be called; whether the host may be called is decided when sending.
 */
function checkTarget(url: string): void {
  if (!isCallbackAllowed(url))
    throw new AppError("invalid_request", HTTPS_REQUIRED_MESSAGE, { fields: { url: [HTTPS_REQUIRED_MESSAGE] } });
  try {
    parseTargetUrl(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new AppError("invalid_request", error.publicMessage, { fields: { url: [error.publicMessage] } });
  }
}

async function limitTests(merchantId: string, now: Date): Promise<void> {
  const windowAt = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const count = await withTransaction((tx) => incrementAttempts(tx, `webhook-test:merchant:${merchantId}`, windowAt));
  if (count <= TESTS_A_MINUTE) return;
  const retryAfterSeconds = Math.ceil((windowAt.getTime() + MINUTE_MS - now.getTime()) / 1_000);
  throw new AppError("rate_limited", "Too many tests. Wait a minute.", { retryAfterSeconds });
}

function makeTest(merchantId: string, asked: PrepareTestInput): Promise<TestWebhook> {
  const { kind, status, url, currency, network, objectId } = asked;
  const common = { url_callback: url, currency, network, uuid: objectId, order_id: null };
  if (kind === "payout") return makePayoutTest(merchantId, { ...common, status: payoutStatus(status) });
  const input = { ...common, status: paymentStatus(status) };
  if (kind === "payment") return makePaymentTest(merchantId, input);
  return objectId === null ? createSampleWalletTest(merchantId, input) : makeWalletTest(merchantId, input);
}

const paymentStatus = (status: string) => testPaymentInput.shape.status.parse(status);
const payoutStatus = (status: string) => testPayoutInput.shape.status.parse(status);

/**
 * Enqueues a prepared test, which is sent as shown. Only once: to send the same again, prepare it
 * again.
 *
 * @throws AppError `not_found`; `refused` when it was sent before, or receivers would reject its
 *   timestamp as too old
 */
export async function sendPreparedTest(caller: TestCaller, id: string, now = new Date()): Promise<TestView> {
  const { merchantId, actorId } = caller;
  const preparedAfter = new Date(now.getTime() - SEND_WITHIN_MS);
  const queued = await withTransaction(async (tx) => {
    const row = await markQueued(tx, { merchantId, id, preparedAfter, now });
    if (row === null) return null;
    const detail = { kind: row.kind, status: row.eventStatus, host: hostOf(row.url), object: row.objectId };
    await recordAudit(tx, { actorId, merchantId, action: "webhook.test", target: id, detail });
    await enqueuePreparedTest(tx, id);
    return row;
  });
  return queued === null ? await refuse(merchantId, id) : toTestView(queued);
}

async function refuse(merchantId: string, id: string): Promise<never> {
  const test = await findTest(merchantId, id);
  if (test === null) throw new AppError("not_found", "Test not found.");
  if (test.state !== "shown")
    throw new AppError("refused", "This test was already sent. Prepare it again to send another one.");
  throw new AppError("refused", "This test is too old: receivers would reject its timestamp. Prepare it again.");
}
