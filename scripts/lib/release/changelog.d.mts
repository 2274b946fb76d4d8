export function sectionOf(changelog: string, name: string): string | null;
export function releaseChangelog(changelog: string, version: string, date: string): string;
