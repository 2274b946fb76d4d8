import type { FindingGroup, FindingState } from "@/lib/fronts/doctor/schema";

/** What a check found about one thing. */
export type Finding = {
  /** Stable: `network:eth`. */
  readonly id: string;
  readonly name: string;
  readonly state: FindingState;
  /** One sentence: what is so. Never a secret: it is shown and printed. */
  readonly summary: string;
  readonly remedy: string | null;
  readonly measured: string | null;
  readonly since: Date | null;
};

/** What is known of the request that asked; null outside the web part. */
export type RequestFacts = {
  readonly host: string | null;
  /** The client's address as our own server told it. */
  readonly client: string | null;
  readonly forwardedFor: string | null;
};

export type CheckContext = {
  readonly now: Date;
  readonly request: RequestFacts | null;
  /** Aborted when the check's time is over. */
  readonly signal: AbortSignal;
};

/**
 * One question about the installation. It asks with a time limit, changes nothing, and may find
 * several things.
 */
export type Check = {
  readonly id: string;
  readonly group: FindingGroup;
  readonly name: string;
  /** Without the database it cannot be answered. */
  readonly needsDatabase: boolean;
  /**
   * It may take that long, where each of its own questions has a limit of its own; else what is
   * right for all holds.
   */
  readonly msMax?: number;
  readonly run: (context: CheckContext) => Promise<readonly Finding[]>;
};

type Subject = { readonly id: string; readonly name: string };
type Extras = { readonly measured?: string | null; readonly since?: Date | null };

export function okFinding(subject: Subject, summary: string, extras: Extras = {}): Finding {
  return {
    ...subject,
    state: "ok",
    summary,
    remedy: null,
    measured: extras.measured ?? null,
    since: extras.since ?? null,
  };
}

/** A person should look at it, though nothing is broken. */
export function warningFinding(subject: Subject, summary: string, remedy: string, extras: Extras = {}): Finding {
  return {
    ...subject,
    state: "warning",
    summary,
    remedy,
    measured: extras.measured ?? null,
    since: extras.since ?? null,
  };
}

export function errorFinding(subject: Subject, summary: string, remedy: string, extras: Extras = {}): Finding {
  return { ...warningFinding(subject, summary, remedy, extras), state: "error" };
}

/** Money is at risk, or the books are in doubt. */
export function criticalFinding(subject: Subject, summary: string, remedy: string, extras: Extras = {}): Finding {
  return { ...warningFinding(subject, summary, remedy, extras), state: "critical" };
}
