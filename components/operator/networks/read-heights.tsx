import { EmptyCell } from "@/components/ui/empty-cell";
import { Moment } from "@/components/ui/moment";
import type { NetworkRowView } from "@/lib/fronts/admin/overview-schema";
import { groupDigits } from "@/lib/kernel/money/format";

/** The height a network is read up to, and the height of its chain. */
export function ReadHeight({ height, headHeight }: Pick<NetworkRowView, "height" | "headHeight">) {
  if (height === null) return <EmptyCell />;
  return (
    <span className="tabular-nums">
      {groupDigits(height)}
      <span className="text-label text-ink-quiet"> of {groupDigits(headHeight ?? height)}</span>
    </span>
  );
}

/** Time of its newest block. */
export function NewestBlock({ headAt }: Pick<NetworkRowView, "headAt">) {
  return headAt === null ? <EmptyCell /> : <Moment at={headAt} style="relative" />;
}
