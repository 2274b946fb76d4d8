import type { Parameters, Row } from "@/app/v1/conformance/testing/rule";
import type { World } from "@/app/v1/conformance/testing/world";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";

/** The rules of one operation's parameters, as the specification's table of it says them. */
export type RuleTable = {
  readonly path: `/v1/${string}` | `/v2/${string}`;
  readonly key: ApiKeyKind;
  /** A request that breaks no rule; called for every row. */
  readonly valid: (world: World) => Parameters;
  /**
   * What that request is answered: success, or the refusal that comes after all checks of
   * parameters.
   */
  readonly answer: "success" | { readonly message: string };
  /**
   * For an operation that uses up what it is asked about: the world with a new one of it, made for
   * each row that is taken.
   */
  readonly renew?: (world: World) => Promise<World>;
  readonly rows: readonly Row[];
};
