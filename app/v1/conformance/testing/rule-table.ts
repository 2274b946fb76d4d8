import type { Parameters, Row } from "@/app/v1/conformance/testing/rule";
import type { World } from "@/app/v1/conformance/testing/world";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";

/** The rules of one operation's parameters, from its table in the specification. */
export type RuleTable = {
  readonly path: `/v1/${string}` | `/v2/${string}`;
  readonly key: ApiKeyKind;
  /** A request that breaks no rule; called for every row. */
  readonly valid: (world: World) => Parameters;
  /** The response to that request: success, or the refusal that follows all parameter checks. */
  readonly answer: "success" | { readonly message: string };
  /**
   * For an operation that consumes its object: the world with a new one, created for each accepted
   * row.
   */
  readonly renew?: (world: World) => Promise<World>;
  readonly rows: readonly Row[];
};
