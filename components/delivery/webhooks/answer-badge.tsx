import { CircleCheck, CircleX } from "lucide-react";
import { Badge } from "@/components/ui/badge";

/** Shows whether a response counts as delivered. */
export function AnswerBadge({ httpStatus }: { httpStatus: number | null }) {
  const isTaken = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  return (
    <Badge tone={isTaken ? "good" : "wrong"} icon={isTaken ? CircleCheck : CircleX}>
      {isTaken ? "Delivered" : httpStatus === null ? "No response" : "Refused"}
    </Badge>
  );
}
