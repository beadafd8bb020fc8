import './diagrams.css'
import { NodeSelection } from '@tiptap/pm/state'
import { useState } from 'react'
import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup'
import { macroSource } from '#language/editor/index.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { usePages } from '#platform/web/query.ts'
import { RadioGroup } from '#platform/web/ui/Choices.tsx'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { findDiagrams, type FoundDiagram } from '#features/diagrams/contract.ts'
import { addDiagramReference, plainReference, thumbnailPath } from '#features/diagrams/reference-shared.ts'
import type { EditorTools } from '../tools.ts'

/** Puts a diagram that there is into the text, of this page or another. */
export default function InsertDiagramDialog({ tools }: { tools: EditorTools }) {
  const { editor, session } = tools
  const pageId = session.view.id
  const [words, setWords] = useState('')
  const [place, setPlace] = useState('all')
  const [chosen, setChosen] = useState<FoundDiagram>()
  const query = { words: useDebounced(words.trim()), ...(place === 'page' ? { pageId } : {}) }
  const found = growingList(usePages(findDiagrams, { query }))
  const insert = (diagram: FoundDiagram | undefined) => {
    if (!diagram) return
    const reference = plainReference(Number(diagram.pageId), diagram.name)
    const at = editor.state.selection.from
    tools.close()
    addDiagramReference(reference, Number(pageId), (macro, parameters) => {
      editor
        .chain()
        .focus()
        .insertContent({ type: 'opaqueInline', attrs: { source: macroSource(macro, parameters) } })
        .command(({ tr }) => {
          // Selected, so that its options are at hand.
          if (tr.doc.nodeAt(at)?.type.name === 'opaqueInline') tr.setSelection(NodeSelection.create(tr.doc, at))
          return true
        })
        .run()
    })
  }
  return (
    <Dialog
      id="insert-diagram"
      title={t('Insert a diagram')}
      width={680}
      height={560}
      onClose={tools.close}
      footer={
        <DialogFooter onCancel={tools.close} isDisabled={!chosen} onPress={() => insert(chosen)}>
          {t('Insert')}
        </DialogFooter>
      }
    >
      <div className="ox-diagram-find">
        <SearchField label={t('Search diagrams')} value={words} onChange={setWords} />
        <RadioGroup
          label={t('Where')}
          orientation="horizontal"
          value={place}
          onChange={setPlace}
          options={[
            { id: 'all', label: t('All pages') },
            { id: 'page', label: t('This page') },
          ]}
        />
      </div>
      <Listing
        list={found}
        failure={t('The diagrams could not be read')}
        empty={
          <EmptyState title={t('No diagrams were found')}>
            <p>{t('Diagrams are found by their names and the titles of their pages.')}</p>
          </EmptyState>
        }
      >
        {rows => <Choices rows={rows} chosen={chosen} onChoose={setChosen} />}
      </Listing>
    </Dialog>
  )
}

interface ChoicesProps {
  rows: readonly FoundDiagram[]
  chosen: FoundDiagram | undefined
  onChoose: (diagram: FoundDiagram | undefined) => void
}

function Choices({ rows, chosen, onChoose }: ChoicesProps) {
  return (
    <AriaRadioGroup
      className="ox-diagram-choices"
      aria-label={t('Diagrams')}
      value={chosen?.attachmentId ?? null}
      onChange={id => onChoose(rows.find(row => row.attachmentId === id))}
    >
      {rows.map(({ attachmentId, pageId, name, version, pageTitle, space }) => (
        <Radio key={attachmentId} value={attachmentId} className="ox-diagram-choice">
          <img src={thumbnailPath({ ownerPageId: Number(pageId), name, version })} alt="" loading="lazy" />
          <strong>{name}</strong>
          <small>{`${pageTitle} · ${space.name}`}</small>
        </Radio>
      ))}
    </AriaRadioGroup>
  )
}
