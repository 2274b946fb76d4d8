import { database } from "@/lib/kernel/db";

export function countOpenCases(merchantId: string | null): Promise<number> {
  return database().case.count({ where: { merchantId, status: "open" } });
}
