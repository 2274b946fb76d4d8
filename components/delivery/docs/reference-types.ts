/**
 * A parameter of a request or a member of an answer; parts of lists and objects have their whole
 * path (`limit.min_amount`).
 */
export type FieldRow = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** In words: `1 to 128 characters`. */
  readonly limits: readonly string[];
  readonly fallback: string | null;
  readonly meaning: string;
  /** Other forms that are understood. */
  readonly alsoAccepted: string | null;
};

export type ReferenceOperation = {
  /** Of the section on the page, and in the OpenAPI document. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly group: string;
  readonly title: string;
  readonly description: string;
  /** Kinds of keys that may sign it; none: it is public. */
  readonly keys: readonly string[];
  readonly parameters: readonly FieldRow[];
  /** Parameters of which at least one is needed. */
  readonly choices: readonly string[];
  /** What `result` is as a whole: `an object`, `a list`. */
  readonly result: string;
  readonly members: readonly FieldRow[];
  /** The operation whose answer has the same members, which are listed there alone. */
  readonly sameAs: { readonly id: string; readonly title: string } | null;
  readonly refusals: readonly string[];
  /** A shell script that signs the example and sends it. */
  readonly request: string;
  readonly answer: string;
};

export type ReferenceGroup = { readonly name: string; readonly operations: readonly ReferenceOperation[] };

export type ReferenceWebhook = { readonly name: string; readonly members: readonly FieldRow[] };

export type NamedMeaning = { readonly name: string; readonly meaning: string };

/** Everything that the reference page shows and that is made from the interface itself. */
export type Reference = {
  readonly baseUrl: string;
  readonly groups: readonly ReferenceGroup[];
  readonly webhooks: readonly ReferenceWebhook[];
  /** Answers that every operation may give: `401`, and when. */
  readonly answers: readonly (NamedMeaning & { readonly body: string })[];
  readonly codes: readonly NamedMeaning[];
};
