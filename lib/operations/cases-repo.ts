import { database } from "@/lib/db";
import type { CaseStatus } from "@/lib/generated/prisma/client";
import type { OperatorCaseGroup } from "@/lib/operations/cases-schema";
import type { ListPlace } from "@/lib/paging/list-cursor";

export type OperatorCaseFilter = {
  readonly group: OperatorCaseGroup;
  readonly statuses: readonly CaseStatus[];
  readonly before: ListPlace | null;
};

/** Newest first, each with its deposit, its merchant and what the lists said of its sender when they were last asked. */
export async function selectOperatorCases({ group, statuses, before }: OperatorCaseFilter, limit: number) {
  const older = before && {
    OR: [{ openedAt: { lt: before.at } }, { openedAt: before.at, id: { lt: before.id } }],
  };
  const isAsked =
    group === "locked" ? { kind: "locked" as const } : { merchantId: null, kind: { not: "locked" as const } };
  const cases = await database().case.findMany({
    where: { ...isAsked, status: { in: [...statuses] }, ...older },
    orderBy: [{ openedAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  const depositIds = cases.map(({ depositId }) => depositId);
  const [deposits, merchants, verdicts] = await Promise.all([
    database().deposit.findMany({
      where: { id: { in: depositIds } },
      select: { id: true, transactionId: true, fromAddress: true, toAddress: true, status: true },
    }),
    database().merchant.findMany({
      where: { id: { in: cases.flatMap(({ merchantId }) => merchantId ?? []) } },
      select: { id: true, name: true },
    }),
    database().screeningVerdict.findMany({
      where: { subjectKind: "deposit", subjectId: { in: depositIds }, isHit: true },
      orderBy: { at: "desc" },
      select: { subjectId: true, lists: true, at: true },
    }),
  ]);
  return cases.map((row) => ({
    ...row,
    deposit: deposits.find(({ id }) => id === row.depositId) ?? null,
    merchantName: merchants.find(({ id }) => id === row.merchantId)?.name ?? null,
    verdict: verdicts.find(({ subjectId }) => subjectId === row.depositId) ?? null,
  }));
}
export type OperatorCaseRow = Awaited<ReturnType<typeof selectOperatorCases>>[number];
