export function generatePrismaClient(outputDir: string): Promise<void>;
