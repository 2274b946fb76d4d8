/** The member of a stored payload with the id of the object, or request, that caused the job. */
export const TRACE_MEMBER = "_trace";

/** Splits a stored payload into that of the job and the id; null: it has none. */
export function splitPayload(stored: unknown): { readonly payload: unknown; readonly trace: string | null } {
  if (typeof stored !== "object" || stored === null) return { payload: stored, trace: null };
  const { [TRACE_MEMBER]: trace, ...payload } = stored as Record<string, unknown>;
  return { payload, trace: typeof trace === "string" ? trace : null };
}
