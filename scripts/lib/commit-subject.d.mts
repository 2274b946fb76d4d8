export function judgeSubject(message: string): string | null;
