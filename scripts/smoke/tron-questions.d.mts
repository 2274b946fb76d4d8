export type Question = { readonly name: string; readonly path: string; readonly body: object };
// biome-ignore lint/suspicious/noExplicitAny: answers of another program, judged by their shapes
export function tronQuestions(ask: (path: string, body: object) => Promise<any>): Promise<Question[]>;
