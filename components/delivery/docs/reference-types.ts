/**
 * A parameter of a request or a member of a response; nested ones have their full path
 * (`limit.min_amount`).
 */
export type FieldRow = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** As text: `1 to 128 characters`. */
  readonly limits: readonly string[];
  readonly fallback: string | null;
  readonly meaning: string;
  /** Other accepted forms. */
  readonly alsoAccepted: string | null;
};

export type ReferenceOperation = {
  /** Id of the section on the page, and in the OpenAPI document. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly group: string;
  readonly title: string;
  readonly description: string;
  /** Kinds of keys that may sign it; none if it is public. */
  readonly keys: readonly string[];
  readonly parameters: readonly FieldRow[];
  /** Parameters of which at least one is required. */
  readonly choices: readonly string[];
  /** The type of `result`: `an object`, `a list`. */
  readonly result: string;
  readonly members: readonly FieldRow[];
  /** The operation whose response has the same members; they are listed only there. */
  readonly sameAs: { readonly id: string; readonly group: string; readonly title: string } | null;
  readonly refusals: readonly string[];
  /** A shell script that signs the example and sends it. */
  readonly request: string;
  readonly answer: string;
};

export type ReferenceGroup = { readonly name: string; readonly operations: readonly ReferenceOperation[] };

export type ReferenceWebhook = { readonly name: string; readonly members: readonly FieldRow[] };

export type NamedMeaning = { readonly name: string; readonly meaning: string };

/** Everything on the reference page that is generated from the API itself. */
export type Reference = {
  readonly baseUrl: string;
  readonly groups: readonly ReferenceGroup[];
  readonly webhooks: readonly ReferenceWebhook[];
  /** Responses that every operation may return: `401`, and when. */
  readonly answers: readonly (NamedMeaning & { readonly body: string })[];
  readonly codes: readonly NamedMeaning[];
};
