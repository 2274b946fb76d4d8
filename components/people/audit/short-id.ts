/** Every uuid in a text. */
export const UUIDS = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi;

/** The beginning of a uuid, enough to compare two by eye. */
export function shortId(uuid: string): string {
  return `${uuid.slice(0, 8)}…`;
}
