import { TextSelection, type Transaction } from '@tiptap/pm/state'
import TicketPlus from 'lucide-react/icons/ticket-plus'
import { t } from '#platform/web/i18n.ts'
import type { Slots } from '#platform/web/slots.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import type {} from '#features/editor/web/index.ts'
import { CREATE_ISSUE } from '../shared.ts'
import { source } from './state.ts'

/** Button that creates an issue of the selected text, which is shown after it. */
export default function EditorTool({ editor, Button }: Slots['editor.tools']) {
  const run = () => {
    const { selection, doc } = editor.state
    const text = doc.textBetween(selection.from, selection.to, ' ', ' ').trim()
    if (text === '') showToast({ kind: 'warning', title: t('Select the text that the issue is about.') })
    else {
      let end = TextSelection.near(doc.resolve(selection.to), -1).to
      const follow = ({ transaction }: { transaction: Transaction }) => {
        end = transaction.mapping.map(end)
      }
      editor.on('transaction', follow)
      source.set({ kind: 'editor', text, editor, to: () => end, close: () => void editor.off('transaction', follow) })
    }
  }
  return (
    <Button label={t(CREATE_ISSUE.label)} onPress={run}>
      <TicketPlus />
    </Button>
  )
}
