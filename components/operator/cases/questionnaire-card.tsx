import { QUESTIONNAIRE_BADGES } from "@/components/money-in/aml/questionnaire-badges";
import { QuestionnaireAnswers } from "@/components/operator/cases/questionnaire-answers";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogButton } from "@/components/ui/dialog-button";
import { Moment } from "@/components/ui/moment";
import type { OperatorCaseDetailView } from "@/lib/fronts/admin/cases-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import type { AmlQuestionnaireView } from "@/lib/money-in/questionnaires/schema";

/** The questions to the payer of a held payment, and the answers. No decision is made here. */
export function QuestionnaireCard({ row }: { row: OperatorCaseDetailView }) {
  const { questionnaires, status } = row;
  const isOpen = status === "open";
  return (
    <Card
      title="Questionnaire"
      description="The payer tells you who they are and where the money comes from. The merchant sees only the status. The decision remains with you."
      action={isOpen && <AskButton id={row.id} isAgain={questionnaires.length > 0} />}
    >
      {questionnaires.length === 0 ? (
        <p className="text-small text-ink-soft">No questionnaire sent.</p>
      ) : (
        <ul aria-label="Questionnaires" className="flex flex-col divide-y divide-line">
          {questionnaires.map((questionnaire) => (
            <Item key={questionnaire.id} questionnaire={questionnaire} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Item({ questionnaire }: { questionnaire: AmlQuestionnaireView }) {
  const { id, status, link, createdAt, expiresAt, submittedAt, hasAnswers, isOpen } = questionnaire;
  const { label, tone, icon } = QUESTIONNAIRE_BADGES[status];
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
        <span className="text-small text-ink-soft">
          {submittedAt === null ? (
            <>
              Sent <Moment at={createdAt} />, open until <Moment at={expiresAt} />
            </>
          ) : (
            <>
              Answered <Moment at={submittedAt} />
            </>
          )}
        </span>
      </div>
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          <CopyButton text={link} what="link to the questionnaire" label="Copy link" />
          <DialogButton label="Extend…">{(close) => <ExtendDialog id={id} onClose={close} />}</DialogButton>
        </div>
      )}
      {submittedAt !== null && (hasAnswers ? <QuestionnaireAnswers id={id} /> : <Deleted />)}
    </li>
  );
}

function Deleted() {
  return <p className="text-small text-ink-soft">The answers and documents were deleted.</p>;
}

function AskButton({ id, isAgain }: { id: string; isAgain: boolean }) {
  return (
    <DialogButton label={isAgain ? "Ask again…" : "Ask the payer…"}>
      {(close) => (
        <ConfirmDialog
          title={isAgain ? "Ask the payer again?" : "Ask the payer?"}
          description="The payment page shows a new questionnaire, and the payer gets the link by e-mail if the merchant provided an address. Earlier links stop working; answers already received are kept."
          leave="Cancel"
          act="Send questionnaire"
          send={() => rpc.operator.cases.askPayer.mutate({ id })}
          done="Questionnaire sent."
          onClose={close}
        />
      )}
    </DialogButton>
  );
}

function ExtendDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Extend the questionnaire?"
      description="The payer can answer with the same link for 14 days from now. No e-mail is sent."
      leave="Cancel"
      act="Extend questionnaire"
      send={() => rpc.operator.questionnaires.extend.mutate({ id })}
      done="Questionnaire extended."
      onClose={onClose}
    />
  );
}
