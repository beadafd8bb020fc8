import { useState } from 'react'
import { formatDateTime } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import {
  getDraftState,
  listDraftStates,
  type DraftState,
  type DraftStateText,
} from '#features/live-editing/contract.ts'
import type { EditorSession } from './session.ts'

interface DraftHistoryDialogProps {
  session: EditorSession
  onClose: () => void
}

/** States of the draft in the last 30 days, each compared with the text as it is, and restored as a change of it. */
export default function DraftHistoryDialog({ session, onClose }: DraftHistoryDialogProps) {
  const { id } = session.view
  const list = useEndpoint(listDraftStates, { params: { id } }, { staleTime: 0 })
  const [chosen, setChosen] = useState<string>()
  const states = list.data?.states ?? []
  const shown = states.find(state => state.id === chosen) ?? states[0]
  return (
    <Dialog title={t('Draft history')} width={960} height={640} onClose={onClose}>
      <Loaded answer={list} failure={t('The history could not be read')}>
        {() =>
          shown ? (
            <div className="ox-draft-history">
              <States states={states} shown={shown} onChoose={setChosen} />
              <Preview
                key={shown.id}
                contentId={id}
                state={shown}
                suggestions={session.live?.suggestions(session.editor.state).length ?? 0}
                onRestore={text => {
                  restore(session, text)
                  showSuccess(t('The earlier text is back. Undo takes the change back.'))
                  onClose()
                }}
              />
            </div>
          ) : (
            <EmptyState title={t('The draft has no history yet. It is kept for 30 days.')} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** Makes an earlier text that of the editor, as a change and not as a suggestion. */
function restore(session: EditorSession, text: DraftStateText): void {
  const { live, editor, isSuggesting } = session
  const suggest = (on: boolean) => {
    if (live && isSuggesting) editor.view.dispatch(live.setSuggesting(editor.state.tr, on))
  }
  suggest(false)
  session.replace({ ...text, baseVersion: session.baseVersion })
  suggest(true)
}

interface StatesProps {
  states: readonly DraftState[]
  shown: DraftState
  onChoose: (id: string) => void
}

function States({ states, shown, onChoose }: StatesProps) {
  return (
    <ol className="ox-draft-states" aria-label={t('States of the draft')}>
      {states.map(state => (
        <li key={state.id}>
          <button type="button" aria-current={state === shown ? 'true' : undefined} onClick={() => onChoose(state.id)}>
            <time dateTime={state.at}>{formatDateTime(state.at)}</time>
            <span className="ox-hint">{state.authors.map(({ name }) => name).join(', ') || t('Merged')}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

interface PreviewProps {
  contentId: string
  state: DraftState
  /** Number of suggestions in the text as it is. */
  suggestions: number
  onRestore: (text: DraftStateText) => void
}

function Preview({ contentId, state, suggestions, onRestore }: PreviewProps) {
  const answer = useEndpoint(getDraftState, { params: { id: contentId, state: state.id } }, { staleTime: 0 })
  return (
    <div className="ox-draft-preview">
      <Loaded answer={answer} failure={t('The history could not be read')}>
        {text => (
          <>
            <div className="ox-draft-preview-head">
              <p className="ox-hint">
                {text.isCompared
                  ? t('Marked is what restoring this text would add and remove.')
                  : t('The texts are too different to compare. This is the earlier one.')}{' '}
                {suggestions > 0 && t('It also removes {{count}} suggestions from the text.', { count: suggestions })}
              </p>
              <Button variant="primary" size="small" onPress={() => onRestore(text)}>
                {t('Restore')}
              </Button>
            </div>
            <section className="ox-draft-text" aria-label={t('Text of this state')}>
              <p className="ox-draft-title">{text.title}</p>
              <div className="ox-article wiki-content" dangerouslySetInnerHTML={{ __html: text.html }} />
            </section>
          </>
        )}
      </Loaded>
    </div>
  )
}
