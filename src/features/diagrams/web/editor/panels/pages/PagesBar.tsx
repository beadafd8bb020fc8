import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Copy from 'lucide-react/icons/copy'
import PencilLine from 'lucide-react/icons/pencil-line'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import Share from 'lucide-react/icons/file-output'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import { addPage, duplicatePage, movePage, removePage, renamePage } from '#diagrams/operations/pages.ts'
import { LIMITS, type DiagramPage } from '#diagrams/model/document.ts'
import type { EditorContext } from '../../editor-context.ts'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { NameField } from '../parts/NameField.tsx'
import { offerUndo } from '../parts/offer-undo.ts'
import { useReorder } from '../parts/useReorder.ts'
import './pages.css'
import { ZoomBar } from './ZoomBar.tsx'

const CopyPageDialog = lazy(() =>
  import('./CopyPageDialog.tsx').then(({ CopyPageDialog: component }) => ({ default: component })),
)

/** Page tabs and zoom, below the canvas. */
export function PagesBar() {
  const editor = useEditor()
  const pages = useEditorState(state => state.document.pages)
  const pageId = useEditorState(state => state.pageId)
  const isReadOnly = useEditorState(state => state.isReadOnly)
  const list = useRef<HTMLUListElement>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [copied, setCopied] = useState<DiagramPage | null>(null)
  const move = (from: number, to: number) => {
    const page = pages[from]
    if (page) editor.change(movePage(editor.state().document, page.id, to), { name: 'Move page' })
  }
  const { gap, propsOf } = useReorder('x', !isReadOnly && pages.length > 1, move)
  useEffect(() => {
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pageId])
  return (
    <footer className="ox-de-foot">
      <nav className="ox-de-pages" aria-label={t('Pages')}>
        <ul ref={list}>
          {pages.map((page, index) => (
            <li
              key={page.id}
              data-current={page.id === pageId || undefined}
              data-gap={
                gap === index ? 'before' : gap === pages.length && index === pages.length - 1 ? 'after' : undefined
              }
              {...propsOf(index)}
            >
              {renaming === page.id ? (
                <NameField
                  label={t('Name of the page')}
                  name={page.name}
                  onRename={name =>
                    editor.change(renamePage(editor.state().document, page.id, name), { name: 'Rename page' })
                  }
                  onDone={() => setRenaming(null)}
                />
              ) : (
                <PageTab
                  page={page}
                  index={index}
                  isCurrent={page.id === pageId}
                  onRename={() => !isReadOnly && setRenaming(page.id)}
                  onMove={by => move(index, index + by)}
                />
              )}
              {page.id === pageId && !isReadOnly && renaming !== page.id && (
                <PageMenu
                  page={page}
                  index={index}
                  count={pages.length}
                  onRename={() => setRenaming(page.id)}
                  onMove={by => move(index, index + by)}
                  onCopy={() => setCopied(page)}
                />
              )}
            </li>
          ))}
        </ul>
        {!isReadOnly && (
          <IconButton
            label={t('Add a page')}
            placement="top"
            size="small"
            isDisabled={pages.length >= LIMITS.pages}
            onPress={() => addNewPage(editor)}
          >
            <Plus />
          </IconButton>
        )}
      </nav>
      <ZoomBar />
      {copied && <CopyPage page={copied} onClose={() => setCopied(null)} />}
    </footer>
  )
}

function addNewPage(editor: EditorContext): void {
  const { document } = editor.state()
  const { change, pageId: added } = addPage(document, t('Page {{number}}', { number: document.pages.length + 1 }))
  editor.change(change, { name: 'Add page', pageId: added, selection: [] })
}

function CopyPage(props: { page: DiagramPage; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <CopyPageDialog {...props} />
    </Suspense>
  )
}

interface TabProps {
  page: DiagramPage
  index: number
  onRename: () => void
  onMove: (by: 1 | -1) => void
}

function PageTab({ page, isCurrent, onRename, onMove }: TabProps & { isCurrent: boolean }) {
  const editor = useEditor()
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      title={page.name}
      onClick={() => editor.goTo(page.id)}
      onDoubleClick={onRename}
      onKeyDown={event => {
        const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
        if (event.key === 'F2') onRename()
        else if (by !== 0 && event.altKey) onMove(by)
        else if (by !== 0) neighbour(event.currentTarget, by)?.focus()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {page.name}
    </button>
  )
}

function neighbour(tab: HTMLElement, by: 1 | -1): HTMLElement | null {
  const item = tab.closest('li')
  const next = by === 1 ? item?.nextElementSibling : item?.previousElementSibling
  return next?.querySelector('button') ?? null
}

function PageMenu({ page, index, count, onRename, onMove, onCopy }: TabProps & { count: number; onCopy: () => void }) {
  const editor = useEditor()
  const { document } = editor.state()
  return (
    <Menu
      label={t('Page “{{name}}”', { name: page.name })}
      placement="top start"
      trigger={
        <IconButton label={t('Actions for the page')} placement="top" size="small">
          <ChevronDown size={14} strokeWidth={2} />
        </IconButton>
      }
    >
      <MenuItem label={t('Rename')} shortcut="F2" icon={<PencilLine />} onAction={onRename} />
      <MenuItem
        label={t('Duplicate')}
        icon={<Copy />}
        isDisabled={count >= LIMITS.pages}
        onAction={() => {
          const { change, pageId } = duplicatePage(document, page.id, t('Copy of {{name}}', { name: page.name }))
          editor.change(change, { name: 'Duplicate page', pageId, selection: [] })
        }}
      />
      <MenuItem label={t('Copy into a diagram…')} icon={<Share />} onAction={onCopy} />
      <MenuItem
        label={t('Move left')}
        shortcut="Alt+←"
        icon={<ArrowLeft />}
        isDisabled={index === 0}
        onAction={() => onMove(-1)}
      />
      <MenuItem
        label={t('Move right')}
        shortcut="Alt+→"
        icon={<ArrowRight />}
        isDisabled={index === count - 1}
        onAction={() => onMove(1)}
      />
      <MenuSeparator />
      <MenuItem
        label={t('Delete')}
        icon={<Trash2 />}
        isDangerous
        isDisabled={count === 1}
        onAction={() => {
          const next = document.pages[index + 1] ?? document.pages[index - 1]
          if (!next) return
          editor.change(removePage(document, page.id), { name: 'Delete page', pageId: next.id, selection: [] })
          offerUndo(editor, t('Page “{{name}}” was deleted', { name: page.name }))
        }}
      />
    </Menu>
  )
}
