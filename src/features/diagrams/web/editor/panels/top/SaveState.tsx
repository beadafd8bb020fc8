import Check from 'lucide-react/icons/check'
import CloudOff from 'lucide-react/icons/cloud-off'
import Pencil from 'lucide-react/icons/pencil'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { t } from '#platform/web/i18n.ts'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import { useHost, type EditorHost } from '../../services/host.ts'
import { useEditorState } from '../../store/useEditor.ts'

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const

/** Whether others see the changes of this user only once the connection is back. */
const isCutOff = ({ saveState, isShared, isOnline }: EditorHost): boolean =>
  isShared && !isOnline && (saveState === 'saved' || saveState === 'unsaved')

/** Save state: always visible, and announced when it changes. */
export function SaveState() {
  const host = useHost()
  const isReadOnly = useEditorState(state => state.isReadOnly)
  const { saveState, problem, isNew } = host
  const words = isReadOnly ? t('Read only') : sayState(host)
  return (
    <span
      className="ox-de-state"
      role="status"
      data-state={isReadOnly ? 'saved' : saveState}
      title={isCutOff(host) ? t('Others see your changes once the connection is back.') : (problem ?? undefined)}
    >
      {saveState === 'saving' ? (
        <Spinner label={words} />
      ) : isCutOff(host) ? (
        <CloudOff {...icon} />
      ) : isReadOnly || (saveState === 'saved' && !isNew) ? (
        <Check {...icon} />
      ) : saveState === 'saved' ? null : saveState === 'unsaved' ? (
        <Pencil {...icon} />
      ) : saveState === 'offline' ? (
        <CloudOff {...icon} />
      ) : (
        <TriangleAlert {...icon} />
      )}
      <span>{words}</span>
    </span>
  )
}

function sayState(host: EditorHost): string {
  const { saveState, problem, isNew } = host
  if (isCutOff(host)) return saveState === 'saved' ? t('Saved, no connection') : t('Unsaved changes, no connection')
  switch (saveState) {
    case 'saved':
      return isNew ? t('Nothing drawn yet') : t('Saved')
    case 'saving':
      return t('Saving …')
    case 'unsaved':
      return t('Unsaved changes')
    case 'conflict':
      return t('Not saved: another user has saved the diagram')
    case 'offline':
      return t('Not saved: {{problem}}', { problem: problem ?? t('no connection') })
    case 'failed':
      return t('Not saved: {{problem}}', { problem: problem ?? t('the server refused it') })
  }
}
