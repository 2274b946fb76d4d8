/**
 * The tables that are compared with a copy partitioned by month, with rows as the gateway writes
 * them.
 */

export type GrowingTable = {
  readonly name: string;
  /** The column by whose month the copy is partitioned. */
  readonly time: string;
  /**
   * Keys and indexes of the plain copy, `T` being its name. In the partitioned one unique keys
   * contain the time.
   */
  readonly indexes: (unique: (columns: string) => string) => readonly string[];
  /** Rows of a month: number `n` of the row, time `at`. */
  readonly row: string;
  readonly columns: string;
  /**
   * What pages and jobs ask, `T` being the table; `$n` is the number of a row, `$end` the last
   * time.
   */
  readonly questions: Readonly<Record<string, string>>;
  /** What the retention settings clear, of rows before the second month. */
  readonly clear: string | null;
};

const HEADERS = `jsonb_build_object('content-type', 'application/json', 'user-agent', 'Chaintill/1.0', 'x-webhook-id', md5(n::text), 'content-length', '612')`;
const ANSWER = `jsonb_build_object('date', at::text, 'content-type', 'text/plain', 'server', 'nginx', 'connection', 'keep-alive')`;
/** One of 200 merchants, 500 people, 2,000,000 objects, in no order. */
const uuidOf = (kind: string, number: string) => `md5('${kind}' || (${number})::text)::uuid`;

export const GROWING_TABLES: readonly GrowingTable[] = [
  {
    name: "audit_events",
    time: "at",
    indexes: (unique) => [
      unique("id"),
      "CREATE INDEX ON T (merchant_id, id)",
      "CREATE INDEX ON T (actor_id, id)",
      "CREATE INDEX ON T (target, id)",
    ],
    columns: "id, at, actor_id, merchant_id, action, target, ip, detail, before, after",
    row: `n, at, ${uuidOf("actor", "hashint8(n) % 500")}, ${uuidOf("merchant", "hashint8(n) % 200")}, 'payment.refund', ${uuidOf("object", "n / 3")}::text,
      '203.0.113.7', jsonb_build_object('amount', n::text, 'currency', 'USDT'), null, null`,
    questions: {
      "a merchant's newest page": `SELECT * FROM T WHERE merchant_id = ${uuidOf("merchant", "hashint8($n) % 200")} ORDER BY id DESC LIMIT 26`,
      "an object's entries": `SELECT * FROM T WHERE target = ${uuidOf("object", "$n / 3")}::text ORDER BY id DESC LIMIT 26`,
      "the operator's newest page": "SELECT * FROM T ORDER BY id DESC LIMIT 26",
    },
    clear: null,
  },
  {
    name: "webhook_attempts",
    time: "started_at",
    indexes: (unique) => [unique("id"), unique("delivery_id, number"), "CREATE INDEX ON T USING brin (started_at)"],
    columns:
      "id, delivery_id, number, started_at, duration_ms, http_status, error, sign, request_headers, response_headers, response_excerpt",
    row: `n, ${uuidOf("delivery", "n")}, 1, at, 80, 200, null, md5(n::text), ${HEADERS}, ${ANSWER}, 'OK'`,
    questions: {
      "attempts of a webhook": `SELECT * FROM T WHERE delivery_id = ${uuidOf("delivery", "$n")} ORDER BY number`,
      "attempts of the last day": "SELECT count(*) FROM T WHERE started_at > $end - interval '1 day'",
    },
    clear: `UPDATE T SET sign = NULL, request_headers = NULL, response_headers = NULL, response_excerpt = NULL WHERE started_at < $month`,
  },
];
