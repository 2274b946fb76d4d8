export function drawGroups(): string;
export function replaceDrawing(page: string, drawing: string): string;
