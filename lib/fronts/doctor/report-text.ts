import { GROUP_NAMES } from "@/lib/fronts/doctor/group-names";
import { type DoctorView, FINDING_GROUPS, type FindingView } from "@/lib/fronts/doctor/schema";

const STATE_WORDS = { good: "good ", look: "LOOK ", wrong: "WRONG" } as const;

/** The findings for a terminal, grouped, with how to mend what is not good; the count of each at the end. Pure. */
export function reportText({ findings, tookMs }: Pick<DoctorView, "findings" | "tookMs">): string {
  const groups = FINDING_GROUPS.map((group) => ({ group, own: findings.filter((finding) => finding.group === group) }));
  const told = groups
    .filter(({ own }) => own.length > 0)
    .map(({ group, own }) => [GROUP_NAMES[group], ...own.map(findingText)].join("\n"));
  const count = (state: FindingView["state"]) => findings.filter((finding) => finding.state === state).length;
  const sum = `${count("wrong")} wrong, ${count("look")} to look at, ${count("good")} good (${tookMs} ms)`;
  return `${[...told, sum].join("\n\n")}\n`;
}

function findingText({ state, name, says, measured, since, mend }: FindingView): string {
  const facts = [...(measured === null ? [] : [measured]), ...(since === null ? [] : [`since ${since}`])].join("; ");
  const line = `  ${STATE_WORDS[state]}  ${name}: ${says}${facts === "" ? "" : ` (${facts})`}`;
  return mend === null ? line : `${line}\n         ${mend}`;
}
