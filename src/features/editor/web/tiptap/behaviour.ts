/** Editor behaviour: keys, Markdown input, document invariants. */
import {
  CommandManager,
  Extension,
  InputRule,
  markInputRule,
  nodeInputRule,
  textblockTypeInputRule,
  wrappingInputRule,
  type CommandProps,
  type Editor,
} from '@tiptap/core'
import {
  AllSelection,
  type Command as ProseCommand,
  EditorState,
  NodeSelection,
  Plugin,
  Selection,
  TextSelection,
} from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { columnResizing, goToNextCell, isInTable } from '@tiptap/pm/tables'
import { currentSelection } from '#platform/web/editing/current-selection.ts'
import { selectedPicture } from '../pictures/change-picture.ts'
import { selectAtBorder, typeBehind } from './borders.ts'
import { breakCodeLine, indentCode, leaveCode, outdentCode, selectCode } from './code-keys.ts'
import { ADDRESS_AT_END, linkAddress } from './link-address.ts'
import { toggleList } from './lists.ts'
import { addRowAfter } from './table-commands.ts'
import { tablePlugin } from './table-grid.ts'
import { WikiTableView } from './table-view.ts'

const LEVELS = [1, 2, 3, 4, 5, 6] as const
/** Minimum column width in px, as in view mode. */
const COLUMN_WIDTH = 48

/** Keys that the library deletes by, on all systems. */
const BACKSPACES = ['Mod-Backspace', 'Shift-Backspace', 'Alt-Backspace', 'Ctrl-h'] as const
const DELETES = ['Delete', 'Mod-Delete', 'Alt-Delete', 'Ctrl-d', 'Alt-d'] as const

export const CODE = { attributes: { 'ac:name': 'code' } }

export const behaviour = Extension.create({
  name: 'behaviour',

  addKeyboardShortcuts() {
    const { editor } = this
    const mark = (name: string) => () => editor.commands.toggleMark(name)
    const run = (command: ProseCommand) => command(editor.state, transaction => editor.view.dispatch(transaction))
    return {
      'Mod-b': mark('bold'),
      'Mod-i': mark('italic'),
      'Mod-u': mark('underline'),
      'Mod-Shift-s': mark('strike'),
      'Mod-e': mark('code'),
      'Mod-,': mark('subscript'),
      'Mod-.': mark('superscript'),
      'Mod-Alt-0': () => editor.commands.setNode('paragraph'),
      ...Object.fromEntries(
        LEVELS.map(level => [`Mod-Alt-${level}`, () => editor.commands.toggleNode('heading', 'paragraph', { level })]),
      ),
      'Mod-Shift-7': () => editor.commands.command(toggleList('orderedList')),
      'Mod-Shift-8': () => editor.commands.command(toggleList('bulletList')),
      'Mod-Shift-9': () => editor.commands.command(toggleList('taskList')),
      'Mod-Shift-b': () => editor.commands.toggleWrap('blockquote'),
      'Mod-Alt-c': () => editor.commands.toggleNode('codeBlock', 'paragraph', CODE),
      'Shift-Enter': () => breakLine(editor),
      Enter: () => {
        if (breakBlocks(editor)) return true
        linkAddress(editor)
        if (run(leaveCode) || run(breakCodeLine)) return true
        return editor.commands.first(splitItem)
      },
      'Mod-a': () => run(selectCode),
      Tab: () =>
        toPictureHandle(editor) ||
        run(indentCode) ||
        toNextCell(editor) ||
        editor.commands.first(({ commands }) => [
          () => commands.sinkListItem('listItem'),
          () => commands.sinkListItem('taskItem'),
        ]),
      'Shift-Tab': () =>
        run(outdentCode) ||
        goToNextCell(-1)(editor.state, transaction => editor.view.dispatch(transaction)) ||
        editor.commands.first(({ commands }) => [
          () => commands.liftListItem('listItem'),
          () => commands.liftListItem('taskItem'),
        ]),
      ...Object.fromEntries(BACKSPACES.map(key => [key, () => run(selectAtBorder(-1))])),
      ...Object.fromEntries(DELETES.map(key => [key, () => run(selectAtBorder(1))])),
      'Mod-Home': () => leaveNode(editor, 'start'),
      'Mod-End': () => leaveNode(editor, 'end'),
      Backspace: () => removeFormat(editor) || run(selectAtBorder(-1)),
    }
  },

  addInputRules() {
    const { nodes, marks } = this.editor.schema
    const node = (name: string) => nodes[name] as NonNullable<(typeof nodes)[string]>
    const mark = (name: string) => marks[name] as NonNullable<(typeof marks)[string]>
    return [
      textblockTypeInputRule({
        find: /^(#{1,6})\s$/,
        type: node('heading'),
        getAttributes: match => ({ level: (match[1] ?? '#').length }),
      }),
      textblockTypeInputRule({
        find: /^```([\w+#-]*)\s$/,
        type: node('codeBlock'),
        getAttributes: match => codeAttributes(match[1] ?? ''),
      }),
      wrappingInputRule({ find: /^\s*(\[([ x]?)\])\s$/, type: node('taskList') }),
      wrappingInputRule({ find: /^\s*([-+*])\s$/, type: node('bulletList') }),
      wrappingInputRule({
        find: /^(\d{1,6})[.)]\s$/,
        type: node('orderedList'),
        getAttributes: match => (match[1] === '1' ? {} : { attributes: { start: match[1] } }),
        joinPredicate: () => false,
      }),
      wrappingInputRule({ find: /^\s*>\s$/, type: node('blockquote') }),
      nodeInputRule({ find: /^(?:---|—-|___\s|\*\*\*\s)$/, type: node('horizontalRule') }),
      markInputRule({ find: /(?:^|\s)(\*\*(?!\s+\*\*)((?:[^*]+))\*\*(?!\s+\*\*))$/, type: mark('bold') }),
      markInputRule({ find: /(?:^|\s)(\*(?!\s+\*)((?:[^*]+))\*(?!\s+\*))$/, type: mark('italic') }),
      markInputRule({ find: /(?:^|\s)(~~(?!\s+~~)((?:[^~]+))~~(?!\s+~~))$/, type: mark('strike') }),
      markInputRule({ find: /(^|[^`])(`([^`]+)`)(?!`)$/, type: mark('code') }),
      // Autolinks an address followed by a blank. Rules run on Enter too, which they would swallow.
      new InputRule({
        find: new RegExp(`${ADDRESS_AT_END.source}[^\\S\\n]$`),
        handler: ({ state, range, match }) => {
          const href = match[1]
          if (href === undefined) return
          const start = range.from + match[0].indexOf(href)
          state.tr
            .insertText(' ', range.to)
            .addMark(start, start + href.length, mark('link').create({ attributes: { href } }))
            .removeStoredMark(mark('link'))
        },
      }),
    ]
  },

  addProseMirrorPlugins() {
    // The undo of a shared text counts a change with what is appended to it as one, or leaves both out.
    const isShared = this.editor.extensionManager.extensions.some(({ name }) => name === 'collaboration')
    return [
      currentSelection(),
      new Plugin({ props: { handleTextInput: isSecondBlank } }),
      typeBehind,
      new Plugin({
        // A page always ends in an empty line, which is not stored.
        appendTransaction: (transactions, _before, state) => {
          if (!transactions.some(({ docChanged }) => docChanged) || state.doc.lastChild?.type.name === 'paragraph')
            return null
          const line = state.schema.nodes['paragraph']?.create({ filler: true })
          return line ? state.tr.insert(state.doc.content.size, line).setMeta('addToHistory', isShared) : null
        },
      }),
      columnResizing({
        View: WikiTableView,
        defaultCellMinWidth: COLUMN_WIDTH,
        cellMinWidth: 40,
        lastColumnResizable: true,
      }),
      tablePlugin,
    ]
  },
})

function codeAttributes(language: string): Record<string, unknown> {
  return language ? { ...CODE, head: `<ac:parameter ac:name="language">${language}</ac:parameter>` } : CODE
}

/** Goes to a border of the text from a selected node, which browsers do not leave by these keys. */
function leaveNode(editor: Editor, border: 'start' | 'end'): boolean {
  return editor.state.selection instanceof NodeSelection && editor.commands.focus(border)
}

/** Takes the format of the cursor's block or list item away. @returns whether the cursor is at the start of one */
function removeFormat(editor: Editor): boolean {
  const { empty, $from } = editor.state.selection
  if (!empty || $from.parentOffset > 0) return false
  const { type, content } = $from.parent
  if (type.name === 'heading') return editor.commands.setNode('paragraph')
  // Attributes of the macro are none of a paragraph.
  if (type.spec.code === true && content.size === 0) return editor.commands.setNode('paragraph', { attributes: null })
  const item = $from.depth > 1 ? $from.node(-1).type.name : ''
  return (item === 'listItem' || item === 'taskItem') && $from.index(-1) === 0 && $from.parent.type.name === 'paragraph'
    ? editor.commands.liftListItem(item)
    : false
}

const splitItem = ({ commands }: Pick<CommandProps, 'commands'>) => [
  () => commands.splitListItem('listItem'),
  () => commands.splitListItem('taskItem', { status: 'incomplete', head: '', tail: '' }),
]

/**
 * Replaces a selection that reaches over several blocks by a new line. The library's own commands fail where the block
 * that they are to split goes with the selection, and know no items of lists then: it is deleted before. Both are one
 * transaction, so that they are one step of undo, and one suggestion. @returns whether there is such a selection
 */
function breakBlocks(editor: Editor): boolean {
  const { selection } = editor.state
  const { $from, $to } = selection
  if (!(selection instanceof TextSelection) || $from.sameParent($to)) return false
  // Of lines beside each other, one stays: the cursor is in it.
  const areBeside = $from.depth === $to.depth && $from.start(-1) === $to.start(-1)
  const change = editor.state.tr
  if (areBeside) change.delete($from.pos, $to.pos)
  else change.deleteSelection()
  // The library's commands map positions through all that their transaction has done.
  const state = EditorState.create({ doc: change.doc, selection: change.selection })
  new CommandManager({ editor, state }).commands.command(({ tr, state: between, dispatch, commands }) => {
    const isDone = commands.first([
      () => leaveCode(between, dispatch) || breakCodeLine(between, dispatch),
      ...splitItem({ commands }),
      () => commands.newlineInCode(),
      () => commands.createParagraphNear(),
      () => commands.liftEmptyBlock(),
      () => commands.splitBlock(),
    ])
    for (const step of tr.steps) change.step(step)
    change.setSelection(Selection.fromJSON(change.doc, tr.selection.toJSON())).setStoredMarks(tr.storedMarks)
    return isDone
  })
  editor.view.dispatch(change.scrollIntoView())
  return true
}

/** Breaks the line. A selected node stays: the break comes behind it. */
function breakLine(editor: Editor): boolean {
  const { selection } = editor.state
  const { commands } = editor
  const lineBreak = { type: 'hardBreak' }
  if (selection instanceof NodeSelection)
    return selection.node.isBlock ? commands.createParagraphNear() : commands.insertContentAt(selection.to, lineBreak)
  const isText = selection instanceof TextSelection || selection instanceof AllSelection
  return !isText || commands.newlineInCode() || commands.insertContent(lineBreak)
}

/** Next table cell; from the last one a new row. */
function toNextCell(editor: Editor): boolean {
  const go = () => goToNextCell(1)(editor.state, transaction => editor.view.dispatch(transaction))
  // Indents list items in a cell; the first item cannot be indented and moves on.
  if (editor.can().sinkListItem('listItem') || editor.can().sinkListItem('taskItem')) return false
  if (go()) return true
  return isInTable(editor.state) && addRowAfter(editor.state, transaction => editor.view.dispatch(transaction)) && go()
}

/** Whether a blank is typed behind the one that came with a mention or an emoji: people type it by habit. */
function isSecondBlank(view: EditorView, from: number, to: number, text: string): boolean {
  const { nodeBefore: blank, parent } = view.state.doc.resolve(from)
  if (text !== ' ' || from !== to || blank?.text !== ' ') return false
  const before = view.state.doc.resolve(from - 1).nodeBefore
  return parent.isTextblock && before?.isInline === true && before.isAtom && !before.isText
}

/** Focuses the handle of the selected picture, whose arrow keys change the width. */
function toPictureHandle({ state, view }: Editor): boolean {
  if (!selectedPicture(state)) return false
  const handle = view.dom.querySelector<HTMLElement>('.ox-picture-handle[role=slider]')
  handle?.focus()
  return handle !== null
}
