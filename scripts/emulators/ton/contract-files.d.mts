import type { Cell } from "@ton/core";

export function sourceSha256(contract: string): string;
export function readCode(contract: string): Cell;
