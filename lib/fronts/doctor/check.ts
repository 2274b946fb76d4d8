import type { FindingGroup, FindingState } from "@/lib/fronts/doctor/schema";

/** What a check found about one subject. */
export type Finding = {
  /** Stable: `network:eth`. */
  readonly id: string;
  readonly name: string;
  readonly state: FindingState;
  /** One sentence with the state. Never contains a secret: it is displayed and printed. */
  readonly summary: string;
  readonly remedy: string | null;
  readonly measured: string | null;
  readonly since: Date | null;
};

/** Facts about the current request; null outside the web process. */
export type RequestFacts = {
  readonly host: string | null;
  /** The client's address as determined by our own server. */
  readonly client: string | null;
  readonly forwardedFor: string | null;
};

export type CheckContext = {
  readonly now: Date;
  readonly request: RequestFacts | null;
  /** Aborted when the check's time is up. */
  readonly signal: AbortSignal;
};

/**
 * One check of the installation. It has a time limit, changes nothing, and may return several
 * findings.
 */
export type Check = {
  readonly id: string;
  readonly group: FindingGroup;
  readonly name: string;
  /** It cannot run without the database. */
  readonly needsDatabase: boolean;
  /** Time limit for a check whose own queries have limits; otherwise the common limit applies. */
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

/** Needs attention, but nothing is broken. */
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

/** Money is at risk, or the books may be wrong. */
export function criticalFinding(subject: Subject, summary: string, remedy: string, extras: Extras = {}): Finding {
  return { ...warningFinding(subject, summary, remedy, extras), state: "critical" };
}
