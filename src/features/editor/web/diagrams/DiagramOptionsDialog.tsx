import { NodeSelection } from '@tiptap/pm/state'
import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { diagramVersions, loadDiagram } from '#features/diagrams/contract.ts'
import { pinnedPage, previewPath, type DiagramReference } from '#features/diagrams/reference-shared.ts'
import type { EditorTools } from '../tools.ts'
import { diagramIn } from './picture.ts'
import { resized, sizeOf, sizesFor } from './size-choice.ts'
import { withReference } from './with-reference.ts'

/** How the text shows the selected diagram: size, border, bar, version and page. */
export default function DiagramOptionsDialog({ tools }: { tools: EditorTools }) {
  const { editor, session } = tools
  const [at] = useState(() => editor.state.selection.from)
  const node = editor.state.selection instanceof NodeSelection ? editor.state.doc.nodeAt(at) : null
  const [reference] = useState(() => node && diagramIn(node, session.view.id))
  if (!node || !reference) return null
  const store = (changed: DiagramReference) => {
    const { state, view } = editor
    const source = withReference(String(state.doc.nodeAt(at)?.attrs['source']), changed, Number(session.view.id))
    tools.close()
    const tr = state.tr.setNodeAttribute(at, 'source', source)
    view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)))
  }
  return <OptionsForm reference={reference} onStore={store} onClose={tools.close} />
}

interface OptionsFormProps {
  reference: DiagramReference
  onStore: (reference: DiagramReference) => void
  onClose: () => void
}

function OptionsForm({ reference, onStore, onClose }: OptionsFormProps) {
  const [size, setSize] = useState(() => sizeOf(reference))
  const [border, setBorder] = useState(reference.border)
  const [hasBar, setHasBar] = useState(reference.chrome === 'full')
  const [version, setVersion] = useState(reference.version === undefined ? '' : String(reference.version))
  const [pagePin, setPagePin] = useState(reference.pagePin)
  const { ownerPageId, name } = reference
  const about = { pageId: String(ownerPageId), name }
  const newest = useEndpoint(diagramVersions, { query: about }).data?.numRevisions
  const isWrong = version !== '' && !(/^[1-9]\d{0,8}$/.test(version) && Number(version) <= (newest ?? Infinity))
  const shownVersion = isWrong || version === '' ? {} : { version: Number(version) }
  const { data } = useEndpoint(loadDiagram, { query: { ...about, ...shownVersion } }, { keepPrevious: true })
  const pages = (data?.document['pages'] ?? []) as { id: string; name: string }[]
  const { pagePin: _before, version: _pinned, ...others } = resized(reference, size)
  const changed: DiagramReference = {
    ...others,
    border,
    chrome: hasBar ? 'full' : 'min',
    ...shownVersion,
    ...(pagePin === undefined ? {} : { pagePin }),
  }
  const sizes = sizesFor(reference)
  const apply = () => {
    if (!isWrong) onStore(changed)
  }
  return (
    <Dialog
      id="diagram-options"
      title={t('Diagram options')}
      width={460}
      onClose={onClose}
      footer={
        <DialogFooter onCancel={onClose} isDisabled={isWrong} onPress={apply}>
          {t('Apply')}
        </DialogFooter>
      }
    >
      <form
        className="ox-dialog-form"
        onSubmit={event => {
          event.preventDefault()
          apply()
        }}
      >
        <img className="ox-diagram-preview" src={previewPath(changed)} alt={t('Diagram {{name}}', { name })} />
        <Select
          label={t('Size')}
          value={size}
          onChange={id => setSize(sizes.find(one => one.id === id)?.id ?? 'O')}
          options={sizes.map(({ id, label }) => ({ id, label: t(label) }))}
        />
        <Checkbox isSelected={border} onChange={setBorder}>
          {t('Border')}
        </Checkbox>
        <Checkbox isSelected={hasBar} onChange={setHasBar}>
          {t('Bar with the name and buttons')}
        </Checkbox>
        {/* A macro of draw.io always shows the newest. */}
        {!reference.macro && <VersionField newest={newest} isWrong={isWrong} value={version} onChange={setVersion} />}
        {(pages.length > 1 || pagePin !== undefined) && (
          <Select
            label={t('Page of the diagram')}
            value={pinnedPage(pages, pagePin) ?? ''}
            onChange={id => setPagePin(id === '' ? undefined : id)}
            options={[{ id: '', label: t('The first') }, ...pages.map(page => ({ id: page.id, label: page.name }))]}
          />
        )}
        {/* Implicit submission by Enter needs a button when a form has several fields. */}
        <button type="submit" hidden aria-label={t('Apply')} />
      </form>
    </Dialog>
  )
}

interface VersionFieldProps {
  /** Undefined until it is known. */
  newest: number | undefined
  isWrong: boolean
  value: string
  onChange: (text: string) => void
}

function VersionField({ newest, isWrong, value, onChange }: VersionFieldProps) {
  return (
    <TextField
      label={t('Version')}
      description={
        newest === undefined
          ? t('Empty: always the newest.')
          : t('Empty: always the newest, now {{newest}}.', { newest })
      }
      inputMode="numeric"
      value={value}
      onChange={text => onChange(text.trim())}
      maxLength={9}
      {...(isWrong ? { error: t('There is no such version') } : {})}
    />
  )
}
