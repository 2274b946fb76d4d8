export function findBrowser(installed: string): Promise<{ executablePath: string; args: string[] }>;
