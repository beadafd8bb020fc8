import { baseKeymap, splitBlockKeepMarks, toggleMark, selectAll } from '@tiptap/pm/commands'
import { history, redo, undo } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import { Slice, Fragment } from '@tiptap/pm/model'
import { EditorState, TextSelection, type Command } from '@tiptap/pm/state'
import { EditorView } from '@tiptap/pm/view'
import { currentSelection } from '#platform/web/editing/current-selection.ts'
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent } from 'react'
import { t } from '#platform/web/i18n.ts'
import { isMac } from '#platform/web/shortcuts/is-mac.ts'
import { LIMITS, type TextBlock } from '#diagrams/model/document.ts'
import type { Editing } from '../store/state.ts'
import { useEditor, useEditorState } from '../store/useEditor.ts'
import { runCommand, type CommandId } from '../tools/commands.ts'
import { endText, editedText, goToNextTitle } from '../tools/text.ts'
import type { TextFields } from '../tools/tools.ts'
import { formatSelection } from './format-text.ts'
import { marksOf, schema, toBlock, toDoc } from './rich-text.ts'
import { TextBar } from './TextBar.tsx'
import { placeOfText } from './text-place.ts'

/** Keys that go on to what comes next; on a Mac they move the caret by words. */
const AFTER: readonly (readonly [key: string, command: CommandId])[] = isMac()
  ? []
  : [
      ['Alt-ArrowRight', 'nextRight'],
      ['Alt-ArrowLeft', 'nextLeft'],
      ['Alt-ArrowUp', 'nextUp'],
      ['Alt-ArrowDown', 'nextDown'],
    ]

export interface TextEditorProps {
  editing: Editing
  /** Editing ended; the canvas takes the focus. */
  onDone: () => void
}

/**
 * In-place text editor, styled and positioned as rendered. Escape, Ctrl+Enter, a press elsewhere and blur commit, in
 * one step of undo.
 */
export function TextEditor({ editing, onDone }: TextEditorProps) {
  const editor = useEditor()
  const camera = useEditorState(state => state.camera)
  const page = useEditorState((_, { page: shown }) => shown)
  const root = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const [, setVersion] = useState(0)
  const before = view && editedText(editor, editing)
  const place = placeOfText(editor, editing, before && toBlock(view.state.doc, before))
  const isGone = place === null

  useLayoutEffect(() => {
    const block = editedText(editor, editing)
    if (!block || !host.current) return
    const { tools } = editor
    const made = mount(
      host.current,
      block,
      editing.typed,
      () => tools.finishText?.(),
      {
        Tab: () => goToNextTitle(editor, editing.objectId),
        ...Object.fromEntries(AFTER.map(([key, command]) => [key, () => runCommand(editor, command)])),
      },
      () => setVersion(version => version + 1),
    )
    let isDone = false
    const finish = () => {
      if (isDone) return
      isDone = true
      tools.finishText = null
      tools.formatText = null
      endText(editor, toBlock(made.state.doc, block))
      onDone()
    }
    tools.finishText = finish
    tools.formatText = (fields: TextFields) => formatSelection(made, fields)
    setView(made)
    made.focus()
    return () => {
      if (tools.finishText === finish) {
        tools.finishText = null
        tools.formatText = null
      }
      made.destroy()
    }
    // The text is read once, then owned by the view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [editor, editing])

  // Undone, removed or on another page: nothing to edit any more.
  useEffect(() => {
    if (isGone) editor.set({ editing: null })
  }, [editor, isGone, page])

  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLDivElement>) => {
    // Another window or an unfocusable element does not end editing.
    if (
      relatedTarget instanceof Node &&
      !currentTarget.contains(relatedTarget) &&
      !(
        relatedTarget instanceof Element &&
        relatedTarget.closest('[data-keeps-text], .ox-de-canvas') &&
        !relatedTarget.matches('.ox-de-canvas')
      )
    ) {
      editor.tools.finishText?.()
    }
  }
  if (!place) return null
  return (
    <div ref={root} className="ox-de-above ox-de-writing" onBlur={onBlur}>
      <div className="ox-de-text-place" style={place.style(camera)}>
        <div ref={host} className="ox-de-text" data-vertical={place.vertical} style={place.inner} />
      </div>
      {view && <TextBar view={view} at={place.barAt(camera)} />}
    </div>
  )
}

/**
 * @param typed replaces the text; undefined selects all of it
 * @param after what keys do that end it first
 */
function mount(
  host: HTMLElement,
  block: TextBlock,
  typed: string | undefined,
  finish: () => void,
  after: Readonly<Record<string, () => void>>,
  changed: () => void,
): EditorView {
  const doc = toDoc(block)
  const isEmpty = doc.textContent === ''
  const leave: Command = () => {
    finish()
    return true
  }
  const lineBreak: Command = (state, dispatch) => {
    dispatch?.(
      state.tr
        .replaceSelectionWith(schema.node('break', null, [], state.storedMarks ?? state.selection.$from.marks()))
        .scrollIntoView(),
    )
    return true
  }
  const state = EditorState.create({
    doc,
    plugins: [
      currentSelection(),
      history(),
      keymap({
        Escape: leave,
        'Mod-Enter': leave,
        ...Object.fromEntries(
          Object.entries(after).map(([key, action]): [string, Command] => [
            key,
            () => {
              finish()
              action()
              return true
            },
          ]),
        ),
        Enter: splitBlockKeepMarks,
        'Shift-Enter': lineBreak,
        'Mod-z': undo,
        'Mod-y': redo,
        'Mod-Shift-z': redo,
        'Mod-a': selectAll,
        'Mod-b': toggleMark(schema.marks.bold),
        'Mod-i': toggleMark(schema.marks.italic),
        'Mod-u': toggleMark(schema.marks.underline),
        'Mod-Shift-x': toggleMark(schema.marks.strike),
      }),
      keymap(baseKeymap),
    ],
  })
  const view: EditorView = new EditorView(
    { mount: host },
    {
      state,
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': t('Text'), spellcheck: 'true' },
      // Plain text only, in this text's style.
      handlePaste: (_, event) => {
        const text = event.clipboardData?.getData('text/plain') ?? ''
        insertText(view, text)
        return true
      },
      handleDrop: () => true,
      dispatchTransaction: transaction => {
        if (transaction.docChanged && transaction.doc.textContent.length > LIMITS.text) return
        view.updateState(view.state.apply(transaction))
        changed()
      },
    },
  )
  const { tr } = view.state
  const face = block.paragraphs[0]?.runs[0]
  if (isEmpty) view.dispatch(tr.setStoredMarks(face ? marksOf(face) : []))
  else view.dispatch(tr.setSelection(TextSelection.create(doc, 1, doc.content.size - 1)))
  if (typed !== undefined) insertText(view, typed)
  return view
}

function insertText(view: EditorView, text: string): void {
  const marks = view.state.storedMarks ?? view.state.selection.$from.marks()
  const parent = view.state.selection.$from.parent
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .slice(0, LIMITS.text)
    .split('\n')
    .map(line => schema.node('paragraph', parent.attrs, line ? [schema.text(line, marks)] : []))
  view.dispatch(view.state.tr.replaceSelection(new Slice(Fragment.from(paragraphs), 1, 1)).scrollIntoView())
}
