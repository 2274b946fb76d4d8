import { database } from "@/lib/kernel/db";

export type MailFacts = {
  readonly pending: number;
  readonly oldestAt: Date | null;
  readonly failed: number;
  readonly lastError: string | null;
};

/** Mails that wait, and those that were given up since. */
export async function readMailFacts(failedSince: Date): Promise<MailFacts> {
  const [row] = await database().$queryRaw<MailFacts[]>`
    SELECT count(*) FILTER (WHERE state = 'pending')::int AS pending, min(created_at) FILTER (WHERE state = 'pending') AS "oldestAt",
      count(*) FILTER (WHERE state = 'failed')::int AS failed,
      (array_agg(last_error ORDER BY created_at DESC) FILTER (WHERE last_error IS NOT NULL))[1] AS "lastError"
    FROM mails WHERE state = 'pending' OR (state = 'failed' AND created_at > ${failedSince})`;
  return row ?? { pending: 0, oldestAt: null, failed: 0, lastError: null };
}

export type WebhookFacts = {
  readonly attempts: number;
  readonly failures: number;
  readonly merchantsFailing: number;
  /** Shops whose servers took none of several attempts, and since when. */
  readonly silentShops: readonly { readonly name: string; readonly attempts: number; readonly since: Date }[];
  readonly givenUp: number;
  /** When the delivery that has been due for longest was due. */
  readonly oldestDueAt: Date | null;
};

/** Of fewer attempts nothing follows. */
const SILENT_ATTEMPTS_MIN = 3;
const SILENT_SHOPS_MAX = 5;

/** Attempts of the last hour, deliveries given up within a day, and what is due. */
export async function readWebhookFacts(attemptsSince: Date, givenUpSince: Date): Promise<WebhookFacts> {
  const [[row], silentShops] = await Promise.all([
    selectWebhookCounts(attemptsSince, givenUpSince),
    selectSilentShops(attemptsSince),
  ]);
  const counts = row ?? { attempts: 0, failures: 0, merchantsFailing: 0, givenUp: 0, oldestDueAt: null };
  return { ...counts, silentShops };
}

function selectSilentShops(attemptsSince: Date): Promise<WebhookFacts["silentShops"][number][]> {
  return database().$queryRaw`
    SELECT m.name, count(*)::int AS attempts, min(a.started_at) AS since
    FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id JOIN merchants m ON m.id = d.merchant_id
    WHERE a.started_at > ${attemptsSince} GROUP BY m.id
    HAVING count(*) >= ${SILENT_ATTEMPTS_MIN} AND bool_and((a.http_status BETWEEN 200 AND 299 AND a.error IS NULL) IS NOT TRUE)
    ORDER BY attempts DESC, m.name LIMIT ${SILENT_SHOPS_MAX}`;
}

function selectWebhookCounts(attemptsSince: Date, givenUpSince: Date): Promise<Omit<WebhookFacts, "silentShops">[]> {
  return database().$queryRaw`
    WITH tries AS (
      SELECT d.merchant_id, a.http_status BETWEEN 200 AND 299 AND a.error IS NULL AS is_taken
      FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id WHERE a.started_at > ${attemptsSince})
    SELECT (SELECT count(*)::int FROM tries) AS attempts,
      (SELECT count(*)::int FROM tries WHERE is_taken IS NOT TRUE) AS failures,
      (SELECT count(DISTINCT merchant_id)::int FROM tries WHERE is_taken IS NOT TRUE) AS "merchantsFailing",
      (SELECT count(*)::int FROM webhook_deliveries WHERE state = 'failed' AND created_at > ${givenUpSince}) AS "givenUp",
      (SELECT min(next_attempt_at) FROM webhook_deliveries WHERE state = 'pending' AND next_attempt_at < now()) AS "oldestDueAt"`;
}
