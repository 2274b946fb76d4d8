export function startRateServer(file: string): Promise<{ url: string; stop: () => Promise<void> }>;
