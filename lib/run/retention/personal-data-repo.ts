import type { Tx } from "@/lib/kernel/db";
import { cutoff, isFinishedInvoice } from "@/lib/run/retention/finished-repo";
import type { Step } from "@/lib/run/retention/rule";
import { markOf } from "@/lib/run/retention/time-lines-repo";

/** Statements below find what is left to do, so that a full page is followed by another one. */
const PAGE = 500;

function stepOf(count: number): Step {
  return { count, next: count < PAGE ? null : 0n };
}

/**
 * Clears old mails that were sent or given up. Their rows stay: they keep a mail from being sent
 * twice.
 */
export async function clearMails(tx: Tx, days: number): Promise<Step> {
  const count = await tx.$executeRaw`
    UPDATE mails SET recipient = '', subject = '', text = '', html = NULL, last_error = NULL
    WHERE id IN (
      SELECT id FROM mails WHERE recipient <> '' AND state <> 'pending' AND created_at < ${cutoff(days)}
      ORDER BY created_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED)`;
  return stepOf(count);
}

/** Deletes old messages to chats that were sent or given up. */
export async function deleteChatMessages(tx: Tx, days: number): Promise<Step> {
  const count = await tx.$executeRaw`
    DELETE FROM chat_messages WHERE id IN (
      SELECT id FROM chat_messages WHERE state <> 'pending' AND created_at < ${cutoff(days)}
      ORDER BY created_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED)`;
  return stepOf(count);
}

/** Deletes the notes of payers in orders of payment links whose invoices are finished. */
export async function clearNotesOfOrders(tx: Tx, days: number): Promise<Step> {
  const count = await tx.$executeRaw`
    UPDATE payment_link_orders SET note = NULL WHERE invoice_id IN (
      SELECT o.invoice_id FROM payment_link_orders o JOIN invoices i ON i.id = o.invoice_id
      WHERE o.note IS NOT NULL AND ${isFinishedInvoice(days)}
      ORDER BY i.final_at LIMIT ${PAGE} FOR UPDATE OF o SKIP LOCKED)`;
  return stepOf(count);
}

/** Deletes the payer's e-mail address of finished invoices; an event of their time line says so. */
export async function clearPayersOfInvoices(tx: Tx, days: number): Promise<Step> {
  const [cleared] = await tx.$queryRaw<{ count: number }[]>`
    WITH finished AS (
      SELECT i.id FROM invoices i WHERE i.payer_email IS NOT NULL AND ${isFinishedInvoice(days)}
      ORDER BY i.final_at LIMIT ${PAGE} FOR NO KEY UPDATE SKIP LOCKED),
    cleared AS (UPDATE invoices i SET payer_email = NULL FROM finished f WHERE i.id = f.id RETURNING i.id),
    marked AS (
      INSERT INTO invoice_events (invoice_id, kind, detail) SELECT id, 'data-deleted', ${markOf("payer", days)} FROM cleared)
    SELECT count(*)::int AS count FROM cleared`;
  return stepOf(cleared?.count ?? 0);
}

/** Deletes the e-mail address of who accepted a plan that ended long ago. */
export async function clearPayersOfPlans(tx: Tx, days: number): Promise<Step> {
  const count = await tx.$executeRaw`
    UPDATE recurrences SET payer_email = NULL WHERE id IN (
      SELECT id FROM recurrences WHERE payer_email IS NOT NULL AND ended_at < ${cutoff(days)}
      ORDER BY ended_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED)`;
  return stepOf(count);
}

/** Deletes sessions that ended long ago, with their client address and browser. */
export async function deleteSessions(tx: Tx, days: number): Promise<Step> {
  const count = await tx.$executeRaw`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE least(expires_at, revoked_at) < ${cutoff(days)} LIMIT ${PAGE} FOR UPDATE SKIP LOCKED)`;
  return stepOf(count);
}

/** Deletes mailed links that were used or expired long ago. */
export async function deleteAccountLinks(tx: Tx, days: number): Promise<Step> {
  const count = await tx.$executeRaw`
    DELETE FROM account_links WHERE id IN (
      SELECT id FROM account_links WHERE least(expires_at, used_at) < ${cutoff(days)} LIMIT ${PAGE} FOR UPDATE SKIP LOCKED)`;
  return stepOf(count);
}

/** Deletes invitations accepted or revoked long ago. An expired one can still be sent again. */
export async function deleteInvitations(tx: Tx, days: number): Promise<Step> {
  const count = await tx.$executeRaw`
    DELETE FROM invitations WHERE id IN (
      SELECT id FROM invitations WHERE coalesce(accepted_at, revoked_at) < ${cutoff(days)} LIMIT ${PAGE} FOR UPDATE SKIP LOCKED)`;
  return stepOf(count);
}
