import { NodeSelection } from '@tiptap/pm/state'
import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import {
  dateSource,
  dateView,
  statusColours,
  statusSource,
  statusView,
  type StatusColour,
} from '#language/editor/index.ts'
import type { EditorTools } from '../tools.ts'

/** Edits the selected or just inserted status or date. */
export default function AtomDialogs({ tools, dialog }: { tools: EditorTools; dialog: 'status' | 'date' }) {
  const [at] = useState(() => placeOf(tools, dialog))
  const source = at === undefined ? undefined : String(tools.editor.state.doc.nodeAt(at)?.attrs['source'] ?? '')
  if (at === undefined || source === undefined) return null
  const store = (next: string) => {
    tools.close()
    tools.editor.view.dispatch(tools.editor.state.tr.setNodeAttribute(at, 'source', next))
  }
  if (dialog === 'status') return <StatusDialog source={source} onStore={store} onClose={tools.close} />
  return <DateDialog source={source} onStore={store} onClose={tools.close} />
}

function placeOf({ editor }: EditorTools, type: string): number | undefined {
  const { selection } = editor.state
  if (selection instanceof NodeSelection && selection.node.type.name === type) return selection.from
  return selection.$from.nodeBefore?.type.name === type ? selection.from - 1 : undefined
}

interface FormProps {
  source: string
  onStore: (source: string) => void
  onClose: () => void
}

function Footer({ onClose, onApply }: { onClose: () => void; onApply: () => void }) {
  return (
    <DialogFooter onCancel={onClose} onPress={onApply}>
      {t('Apply')}
    </DialogFooter>
  )
}

function StatusDialog({ source, onStore, onClose }: FormProps) {
  const [before] = useState(() => statusView(source))
  const [title, setTitle] = useState(before.title)
  const [colour, setColour] = useState<StatusColour>(before.colour)
  const apply = () => onStore(statusSource(title.trim(), colour, source))
  return (
    <Dialog
      title={t('Status')}
      width={400}
      focusesField
      onClose={onClose}
      footer={<Footer onClose={onClose} onApply={apply} />}
    >
      <form
        className="ox-dialog-form"
        onSubmit={event => {
          event.preventDefault()
          apply()
        }}
      >
        <TextField label={t('Text')} value={title} onChange={setTitle} maxLength={300} />
        <Select
          label={t('Colour')}
          value={colour}
          onChange={value => setColour(value as StatusColour)}
          options={statusColours.map(id => ({ id, label: t(id) }))}
        />
      </form>
    </Dialog>
  )
}

function DateDialog({ source, onStore, onClose }: FormProps) {
  const [day, setDay] = useState(() => dateView(source))
  const apply = () => {
    if (/^\d{4}-\d{2}-\d{2}$/.test(day)) onStore(dateSource(day))
  }
  return (
    <Dialog
      title={t('Date')}
      width={360}
      focusesField
      onClose={onClose}
      footer={<Footer onClose={onClose} onApply={apply} />}
    >
      <form
        className="ox-dialog-form"
        onSubmit={event => {
          event.preventDefault()
          apply()
        }}
      >
        <label className="ox-date-field">
          {t('Day')} {/* With a last day, browsers take four digits for the year instead of six. */}
          <input type="date" max="9999-12-31" value={day} onChange={event => setDay(event.target.value)} />
        </label>
        <button type="submit" hidden aria-label={t('Apply')} />
      </form>
    </Dialog>
  )
}
