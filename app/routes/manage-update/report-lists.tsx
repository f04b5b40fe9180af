import type { RehearsalReport, WorkflowProblem } from '#app/domain/instance/rehearsal/report.ts';
import { t } from '#app/i18n/t.ts';

/** The breaks and changes of a version, and how much of the workspace is fine. */
export function ReportLists({ report, target }: { report: RehearsalReport; target: string }) {
  const { workflows, problems, changes, announced, isCut } = report;
  const affected = new Set([...problems, ...changes].map(({ workflowId }) => workflowId));
  return (
    <>
      <h3>{t('manage.update.breaksTitle')}</h3>
      {problems.length === 0 ? (
        <p>{t('manage.update.breaksNothing')}</p>
      ) : (
        <ul className="stack">
          {problems.map((problem) => (
            <li key={[problem.workflowId, problem.node, problem.kind, problem.detail].join(' ')}>
              <Problem problem={problem} target={target} />
            </li>
          ))}
        </ul>
      )}
      <h3>{t('manage.update.changesTitle')}</h3>
      {changes.length === 0 && !announced && (
        <p>{t(problems.length === 0 ? 'manage.update.breaksNothing' : 'manage.update.changesNothing')}</p>
      )}
      {changes.length > 0 && (
        <ul className="stack">
          {changes.map(({ workflowId, workflow, fields }) => (
            <li key={workflowId}>
              {fields.length > 0
                ? t('manage.update.changed', { workflow, fields: fields.join(', ') })
                : t('manage.update.changedWhole', { workflow })}
            </li>
          ))}
        </ul>
      )}
      {announced && (
        <p>
          {t('manage.update.changesAnnounced', {
            count: announced.workflows,
            target,
            fields: announced.fields.join(', '),
          })}
        </p>
      )}
      <h3>{t('manage.update.fineTitle')}</h3>
      <p>
        {workflows === 0
          ? t('manage.update.fineNone')
          : t('manage.update.fine', { count: Math.max(0, workflows - affected.size), total: workflows })}
      </p>
      {isCut && <p className="text-muted">{t('manage.update.cut')}</p>}
    </>
  );
}

function Problem({ problem, target }: { problem: WorkflowProblem; target: string }) {
  const { workflow, node, kind, detail, isActive } = problem;
  return (
    <>
      <strong>{node === null ? workflow : t('manage.update.place', { workflow, node })}</strong>{' '}
      <span className="text-muted">{t(isActive ? 'manage.update.active' : 'manage.update.inactive')}</span>
      <br />
      {t(`manage.update.problem.${kind}`, { detail, target })}
    </>
  );
}
