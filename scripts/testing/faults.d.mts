export type Fault = {
  readonly name: string;
  readonly concerns: "money" | "access" | "pages";
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly near: readonly string[];
  readonly browser?: boolean;
};
export const FAULTS: readonly Fault[];
