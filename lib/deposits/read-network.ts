/** What reading needs to know of a network; from the catalog. */
export type ReadNetwork = {
  readonly code: string;
  readonly family: string;
  readonly isSandbox: boolean;
  readonly lagLimitSeconds: number;
};

/** `more`: there are blocks left to read; `idle`: at the head, or waiting for the node or the operator. */
export type ReadOutcome = "more" | "idle";
