export function waitUntil<Found>(
  what: string,
  check: () => Found | Promise<Found>,
  limitMs: number,
  pollMs?: number,
): Promise<Found>;
