import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { diagramApproximations, type ReportedDiagram } from '#features/diagram-bulk/contract.ts'
import css from '../admin.module.css'

interface ApproximationsDialogProps {
  diagram: ReportedDiagram
  onClose: () => void
}

/** Lists the parts of a diagram that differ from the file that it was imported from. */
export function ApproximationsDialog({ diagram, onClose }: ApproximationsDialogProps) {
  const found = useEndpoint(diagramApproximations, { params: { attachmentId: diagram.attachmentId } })
  return (
    <Dialog title={t('Approximations in “{{name}}”', { name: diagram.name })} width={640} onClose={onClose}>
      <Loaded answer={found} failure={t('The list could not be read')} skeleton={3}>
        {({ total, results }) => (
          <>
            <ul className={css.list}>
              {results.map(({ path, message }, index) => (
                <li key={index}>
                  {message} <span className={css.sub}>{path}</span>
                </li>
              ))}
            </ul>
            {total > results.length && <p>{t('and {{count}} more', { count: total - results.length })}</p>}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
