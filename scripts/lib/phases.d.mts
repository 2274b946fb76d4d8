export type Phase = "expand" | "contract" | "all";
export const PHASES: readonly Phase[];
export const LAST_UNPHASED: string;
export function isContract(name: string): boolean;
