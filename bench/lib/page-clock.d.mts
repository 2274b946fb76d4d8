import type { Page } from "@playwright/test";

export type Commits = { paidAt(uuid: string): Promise<number>; close(): Promise<void> };
export function watchCommits(databaseUrl: string): Promise<Commits>;
export function shownAt(page: Page, text: string): Promise<number>;
export function timePayment(page: Page, commits: Commits, invoice: { uuid: string; url: string }): Promise<number>;
