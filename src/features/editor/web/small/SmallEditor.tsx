import '../editor.css'
import './small-editor.css'
import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import {
  type DragEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import type { EditorMacro } from '../../contract.ts'
import { listMacros } from '../../macros-contract.ts'
import { EditorDialogs } from '../dialogs/EditorDialogs.tsx'
import { Suggestions } from '../suggest/Suggestions.tsx'
import { TextSession, type TextView } from '../text-session.ts'
import { linkAddress } from '../tiptap/link-address.ts'
import { EditorTools } from '../tools.ts'
import { SmallToolbar } from './SmallToolbar.tsx'
import { addQuote, focusEnd, smallStorage } from './small-text.ts'

export interface SmallText {
  /** Storage format; empty for a text without words, pictures or the like. */
  storage: string
  /** Whether it differs from what the editor began with. */
  isChanged: boolean
  /** Display names of those whom it mentions, and perhaps others, by key and user name. */
  people: Readonly<Record<string, string>>
}

export interface SmallEditorHandle {
  /** Adds a quote at the end, and puts the cursor behind it. */
  quote: (text: string) => void
  /** Storage format, when all files have been uploaded. @throws Error when one was not */
  finish: () => Promise<string>
}

export interface SmallEditorProps {
  ref: Ref<SmallEditorHandle>
  /** Page that the text belongs to. */
  view: TextView
  label: string
  hasToolbar: boolean
  /** Storage format to begin with; whatever it holds is preserved. */
  storage: string
  people: Readonly<Record<string, string>>
  /** While it is sent, what would be typed would be lost. */
  isLocked: boolean
  onChange: (text: SmallText) => void
  /** Ctrl or ⌘ with Enter. */
  onSend: () => void
  /** Escape. */
  onLeave: () => void
}

function Tools({ ref, tools }: { ref: Ref<HTMLDivElement>; tools: EditorTools }) {
  return (
    <div ref={ref} className="ox-small-tools">
      <SmallToolbar tools={tools} />
    </div>
  )
}

/** The editor of pages for short texts, such as comments. Takes the focus when it appears. */
export function SmallEditor(props: SmallEditorProps) {
  const [hasBody] = useState(() => props.storage.includes('<ac:rich-text-body>'))
  const { data, isLoading } = useQuery({ ...queryOptionsFor(listMacros), enabled: hasBody, retry: false })
  const [isOpen, setIsOpen] = useState(false)
  // Once there is an editor it stays: a later question must not replace its text.
  if (!isOpen && !isLoading) setIsOpen(true)
  if (!isOpen) return null
  // Without an answer, macros are shown as a whole and kept.
  return <OpenText {...props} macros={data?.macros ?? []} />
}

function OpenText(props: SmallEditorProps & { macros: readonly EditorMacro[] }) {
  const { ref, view, label, hasToolbar, storage, people, macros, isLocked, onChange, onSend, onLeave } = props
  const [session] = useState(
    () =>
      new TextSession(view, {
        storage,
        people,
        macros,
        placeholder: label,
        attributes: { 'aria-label': label },
      }),
  )
  const { editor } = session
  const [tools] = useState(() => new EditorTools(session, ['mention', 'page', 'emoji']))
  const place = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  useShownText(session, place, onChange)
  useLock(editor, isLocked)
  useImperativeHandle(ref, () => handleOf(session), [session])
  // Before the editor's own keys.
  const onKeyDown = (event: KeyboardEvent) => {
    const isMod = event.ctrlKey || event.metaKey
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && isMod) onSend()
    else if (event.key === 'k' && isMod) tools.open('link')
    else if (event.key === 'F10' && event.altKey) toolbar.current?.querySelector('button')?.focus()
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // The text takes what is dropped on it; files beside it would be opened by the browser.
  const onDrop = (event: DragEvent) => {
    const files = [...event.dataTransfer.files]
    if (event.defaultPrevented || files.length === 0) return
    event.preventDefault()
    void session.insertFiles(files, editor.state.selection.from)
  }
  const onDragOver = (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault()
  }
  return (
    <>
      <div className="ox-editor ox-small-editor" onDragOver={onDragOver} onDrop={onDrop}>
        {hasToolbar && <Tools ref={toolbar} tools={tools} />}
        <div ref={place} className="ox-small-text" onKeyDownCapture={onKeyDown} />
      </div>
      <Suggestions tools={tools} />
      <EditorDialogs tools={tools} />
    </>
  )
}

/** Shows the text and reports its changes. */
function useShownText(
  session: TextSession,
  place: RefObject<HTMLElement | null>,
  onChange: SmallEditorProps['onChange'],
): void {
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    const { editor } = session
    place.current?.append(session.element)
    focusEnd(editor)
    const before = smallStorage(editor)
    editor.on('update', () => {
      const now = smallStorage(editor)
      tell({ storage: now, isChanged: now !== before, people: session.people })
    })
    return () => editor.destroy()
  }, [session, place])
}

function useLock(editor: Editor, isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return
    const { isFocused } = editor
    editor.setEditable(false, false)
    return () => {
      if (editor.isDestroyed) return
      editor.setEditable(true, false)
      // Unless something that has to be mended took it.
      if (isFocused && document.activeElement === document.body) editor.view.focus()
    }
  }, [editor, isLocked])
}

function handleOf(session: TextSession): SmallEditorHandle {
  const { editor } = session
  return {
    quote: text => addQuote(editor, text),
    finish: async () => {
      if (!(await session.uploaded()))
        throw new Error(t('A file could not be uploaded. Add it again or go on without.'))
      linkAddress(editor)
      return smallStorage(editor)
    },
  }
}
