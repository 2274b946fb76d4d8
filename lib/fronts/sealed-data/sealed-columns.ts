import { HEADER_BYTES, KEY_MARK, keyring } from "@/lib/kernel/crypto/keyring";
import { connectionPool } from "@/lib/kernel/db";
import { mailContext } from "@/lib/kernel/mail/repo";
import { answersContext, documentContext } from "@/lib/money-in/questionnaires/submit-answers";
import { payerLinkContext } from "@/lib/money-in/recurrences/ask-for-link";
import { totpContext } from "@/lib/people/identity/second-factor-prove";
import { type ApiKeyRow, apiKeyContext } from "@/lib/people/keys/api-keys";
import { chatContext } from "@/lib/people/notifications/chat-address";

/** A column that is encrypted under SECRET_KEY, of a table with an `id`. */
export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  /** What `contextOf` reads of a row, as SQL. */
  readonly fields: string;
  /** The rows that anybody may still decrypt, as SQL. */
  readonly where: string;
  readonly contextOf: (row: ApiKeyRow) => string;
};

/** Every such column; a test compares them with the database's. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: "api_keys",
    column: "secret",
    fields: `id::text, merchant_id::text AS "merchantId", kind::text`,
    where: "(ends_at IS NULL OR ends_at > now())",
    contextOf: apiKeyContext,
  },
  column("users", "totp_secret", totpContext),
  column("chats", "sealed", chatContext),
  // The index of waiting mails finds them: only these may be sealed (check).
  { ...column("mails", "sealed", mailContext), where: "state = 'pending'" },
  column("recurrences", "payer_link_sealed", payerLinkContext),
  column("aml_questionnaires", "answers", answersContext),
  column("aml_documents", "content", documentContext),
];

function column(table: string, name: string, contextOf: (id: string) => string): SealedColumn {
  return { table, column: name, fields: "id::text", where: "true", contextOf: ({ id }) => contextOf(id) };
}

/** `keyId`: of the key that the rows name; null for rows of the form that names none. */
export type KeyCount = { readonly table: string; readonly keyId: string | null; readonly count: number };

/** Counts the rows of all sealed columns by table and key, with one statement. */
export async function countByKey(): Promise<readonly KeyCount[]> {
  const mark = `'\\x${KEY_MARK.toString("hex")}'::bytea`;
  const [from, bytes] = [KEY_MARK.length + 1, HEADER_BYTES - KEY_MARK.length];
  const counts = SEALED_COLUMNS.map(
    ({ table, column: name, where }) => `
      SELECT '${table}' AS "table", count(*)::int AS count, CASE WHEN substring(${name} FROM 1 FOR ${KEY_MARK.length}) = ${mark}
        THEN encode(substring(${name} FROM ${from} FOR ${bytes}), 'hex') END AS "keyId"
      FROM ${table} WHERE ${name} IS NOT NULL AND ${where} GROUP BY 3`,
  );
  return (await connectionPool().query<KeyCount>(counts.join(" UNION ALL "))).rows;
}

/** Returns the condition for rows of a column that do not name the current key, as SQL. */
export function isOutdated({ column: name, where }: SealedColumn): string {
  const current = `'\\x${keyring()[0].header.toString("hex")}'::bytea`;
  return `${name} IS NOT NULL AND ${where} AND substring(${name} FROM 1 FOR ${HEADER_BYTES}) <> ${current}`;
}
