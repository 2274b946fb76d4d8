export const WEB_GRANTS: Readonly<Record<string, string>>;
export const WORKER_DELETES: readonly string[];
